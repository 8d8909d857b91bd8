// How the match stands, and what stops it, pauses it, ends it here, or begins it again.

import { Answer, AskedButton, field, said, saidButton } from "./host_parts.js";
import { setOptions, setText } from "./keep.js";
import { element } from "./page.js";
import { lostWords, troubleWords, whyLost } from "./table_words.js";
import { say } from "./words.js";

const LIMITS_S = [0, 30, 60, 120]; // for a turn; 0: nobody has to hurry

export class Game {
  constructor(link, pageAnswer) {
    this._link = link;
    this._pageAnswer = pageAnswer;
    this._title = element("h2", {});
    this._state = element("p", { class: "state", role: "status" });
    this._lost = element("p", { class: "bad", role: "status" });
    this._mend = element("p", { class: "dim" },
      said("a", "host.mend", { href: "/table" }));
    this._limit = element("select");
    this._limit.addEventListener("change", () => {
      this._ask(link.say({ is: "timer", turn_s: Number(this._limit.value) }));
    });
    this._limited = field("host.timer", this._limit);
    const wish = (is) => this._ask(link.wish({ is }, { ofTable: true }));
    this._stop = saidButton("host.stop", () => wish("stop"), { class: "stop big" });
    this._pause = saidButton("host.pause", () => wish("pause"), { class: "big" });
    this._goOn = saidButton("page.go_on", () => wish("go_on"), { class: "main big" });
    this._again = saidButton("host.again", () => this._leave("again"), { class: "main big" });
    this._new = saidButton("host.new", () => this._leave());
    this._end = new AskedButton(
      () => say("host.leave"), () => say("host.leave.sure"), () => this._leave());
    this._ending = element("div", { class: "ending" },
      this._end.root, said("p", "host.leave.about", { class: "dim" }));
    this._answer = new Answer(link);
    this.root = element("section", { class: "panel game" },
      this._title, this._state, this._lost, this._mend,
      element("div", { class: "row" }, this._stop, this._pause, this._goOn, this._again, this._new),
      this._limited,
      this._answer.root,
      this._ending);
  }

  show(shown) {
    const { house, view } = shown;
    const over = view.phase === "over";
    const trouble = troubleWords(view);
    setText(this._title, say("host.match", {
      number: house.match, rules: say(`host.rules.${view.rules}`),
    }));
    setText(this._state, over ? wonBy(view) : trouble ? trouble[0] : say(`phase.${view.phase}`));
    setText(this._lost, lostWords(house), whyLost(house));
    this._mend.hidden = !trouble || over;
    this._stop.hidden = over;
    this._pause.hidden = over || Boolean(view.stop);
    this._limited.hidden = over;
    this._showLimit(house.turn_s);
    this._goOn.hidden = over || !view.stop;
    this._again.hidden = this._new.hidden = !over;
    this._again.disabled = house.opening;
    this._ending.hidden = over;
    this._end.show();
  }

  /** What was chosen stays, until the table has another time. */
  _showLimit(turn) {
    const limits = [...new Set([...LIMITS_S, turn])].sort((one, other) => one - other);
    const chosen = turn === this._turn ? this._limit.value : String(turn);
    this._turn = turn;
    setOptions(this._limit, limits.map((limit) => [String(limit), limitWords(limit)]), chosen);
  }

  async _ask(asked) {
    this._answer.tell(await asked);
  }

  /** Of this match, one way or another: the page shows what comes then. */
  async _leave(how = "leave") {
    this._pageAnswer.tell(await this._link.say({ is: how }));
  }
}

function limitWords(limit) {
  if (!limit) return say("host.timer.off");
  return limit % 60 ? say("page.seconds", { count: limit }) : say("page.minutes", { count: limit / 60 });
}

function wonBy(view) {
  const winners = view.seats.filter((one) => view.winners.includes(one.seat));
  if (!winners.length) return say("phase.over");
  return say("happened.match_won", { name: winners.map((one) => one.name).join(", ") });
}
