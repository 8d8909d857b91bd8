// What whoever runs the table can do on this screen: stop, pause, cures of trouble, the deal.

import { cardChild, numberChild } from "./fields.js";
import { onHold } from "./hold.js";
import { byKeyboard, keepChildren, setText } from "./keep.js";
import { corrections, cures, steps } from "./needs.js";
import { element, tell } from "./page.js";
import { say } from "./words.js";

const SAID_MS = 8000; // how long it is told why something was not done

/**
 * `places`: elements for `run` (stop, pause), `cures`, `steps`, `counts`, and `answer`; `after`: where
 * a keyboard goes on when what it has pressed is gone.
 */
export class Controls {
  constructor(link, places, after) {
    this._link = link;
    this._places = places;
    this._after = after;
  }

  /** Show what can be done now; nothing on a device that may not. */
  show({ you, house, view }) {
    const may = Boolean(view) && (you.host || you.screen);
    const { run, cures: curing, steps: stepping, counts } = this._places;
    const places = Object.values(this._places);
    const isUsed = places.some((place) => place.contains(document.activeElement));
    for (const place of places) place.hidden = !may;
    counts.hidden = !may || !view.physical;
    keepChildren(run, may ? this._run(view) : []);
    keepChildren(curing, this._children(may ? cures(view, house) : [], view));
    keepChildren(stepping, this._children(may ? steps(view) : [], view));
    keepChildren(counts, may && view.physical ? [SUMMARY, ...this._children(corrections(view), view)] : []);
    const isLost = isUsed && !places.some((place) => place.contains(document.activeElement));
    if (isLost && byKeyboard()) this._after.focus({ preventScroll: true });
  }

  _run(view) {
    const goOn = view.stop ? "go_on" : "pause";
    const stop = { key: "stop", words: say("page.table.stop"), wish: { is: "stop" } };
    const toggle = {
      key: "toggle", words: say(view.stop ? "page.go_on" : "page.table.pause"), wish: { is: goOn },
    };
    const all = view.winners.length ? [stop] : [stop, toggle];
    return all.map((one) => this._button(one, one === stop ? "stop" : ""));
  }

  _children(needs, view) {
    return needs.map((need) => {
      const { key, words, set, wishOf, wishOfCard } = need;
      if (wishOf) return numberChild(key, words, set, (number) => this._ask(wishOf(number)));
      if (wishOfCard) return cardChild(key, words, view.deck, (card) => this._ask(wishOfCard(card)));
      return need.isHeld ? this._held(need) : this._button(need, need.isMain ? "main" : "");
    });
  }

  _button({ key, words, wish, hand }, style) {
    return {
      key,
      make: () => {
        const made = element("button", { type: "button", class: style || null });
        made.addEventListener("click", () => made.tapped());
        return made;
      },
      draw: (made) => {
        made.tapped = () => (hand ? this._hand(hand) : this._ask(wish));
        setText(made, words);
      },
    };
  }

  _held({ key, words, wish }) {
    return {
      key,
      make: () => {
        const made = element("button", { type: "button", class: "main" });
        onHold(made, (seen) => this._ask(wish, seen), () => this._link.seen);
        return made;
      },
      draw: (made) => setText(made, words),
    };
  }

  _ask(wish, seen = this._link.seen) {
    return this._answered(this._link.wish(wish, { ofTable: true, seen }));
  }

  _hand(what) {
    return this._answered(this._link.say({ is: "hand", what }));
  }

  /** Whether it was done; else it is told why not. */
  async _answered(asked) {
    const place = this._places.answer;
    const answer = await asked;
    tell(place, answer, this._link.last && this._link.last.view);
    clearTimeout(this._said);
    this._said = setTimeout(() => tell(place, { code: "" }), SAID_MS);
    return !answer.code;
  }
}

const SUMMARY = {
  key: "summary",
  make: () => element("summary"),
  draw: (made) => setText(made, say("page.table.correct")),
};
