// What whoever runs the table can do on this screen: stop, pause, cures of trouble, the deal.

import { button, element, tell } from "./page.js";
import { cures, steps } from "./table_cures.js";
import { numberAsk } from "./table_fields.js";
import { fill } from "./table_parts.js";
import { language, say } from "./words.js";

const SAID_MS = 8000; // how long it is told why something was not done

/** `places`: elements for `run` (stop, pause), `cures`, `steps`, `counts`, and `answer`. */
export class Controls {
  constructor(link, places) {
    this._link = link;
    this._places = places;
    this._ask = (wish) => this._answered(link.wish(wish, { ofTable: true }));
    this._hand = (what) => this._answered(link.say({ is: "hand", what }));
  }

  /** Show what can be done now; nothing on a device that may not. */
  show({ you, house, view }) {
    const may = Boolean(view) && (you.host || you.screen);
    const { run, cures: curing, steps: stepping, counts } = this._places;
    for (const place of Object.values(this._places)) place.hidden = !may;
    if (!may) {
      for (const place of [run, curing, stepping, counts]) fill(place, "", () => []);
      return;
    }
    const seats = view.seats.map((one) => [one.seat, one.name]);
    this._fill(run, [], () => this._run());
    this._toggle.textContent = say(view.stop ? "page.go_on" : "page.table.pause");
    this._toggle.hidden = view.winners.length > 0;
    const pause = [view.stop, house.twin, view.launcher.lid_open, view.phase, view.discards, seats];
    this._fill(curing, pause, () => cures(view, house, this._ask, this._hand));
    const launcher = [view.launcher.wants, view.launcher.faces, view.launcher.amount];
    const drew = view.seats.map((one) => one.drew);
    const step = [Boolean(view.stop), view.phase, view.winners, view.uncounted, launcher, drew, seats];
    this._fill(stepping, step, () => steps(view, this._ask));
    counts.hidden = !view.physical;
    this._fill(counts, [seats, view.physical], () => (view.physical ? this._counts(view) : []));
  }

  _fill(place, of, children) {
    fill(place, JSON.stringify([language, of]), children);
  }

  _run() {
    const stop = button("page.table.stop", () => this._ask({ is: "stop" }), { class: "stop" });
    this._toggle = element("button", { type: "button" });
    this._toggle.addEventListener("click", () => {
      const view = this._link.last.view;
      if (view) this._ask({ is: view.stop ? "go_on" : "pause" });
    });
    return [stop, this._toggle];
  }

  /** Real cards: what people have counted, and a step taken back. */
  _counts(view) {
    const play = (event) => this._ask({ is: "play", event });
    const set = say("page.table.set");
    const hands = view.seats.map((one) =>
      numberAsk(say("page.table.cards_of", { name: one.name }), set, (cards) =>
        play(`${one.seat} holds ${cards}`)));
    return [
      element("summary", {}, say("page.table.correct")),
      ...hands,
      numberAsk(say("page.table.cards_in"), set, (cards) => play(`hopper holds ${cards}`)),
      button("page.table.undo", () => play("undo")),
    ];
  }

  async _answered(asked) {
    const place = this._places.answer;
    tell(place, await asked);
    clearTimeout(this._said);
    this._said = setTimeout(() => tell(place, { code: "" }), SAID_MS);
  }
}
