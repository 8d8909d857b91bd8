// After a round with real cards: what is left in the hand, tapped card by card or typed.

import { drawCard } from "./card.js";
import { byKeyboard, comeIntoSight, keepChildren, setAttribute, setText } from "./keep.js";
import { element } from "./page.js";
import { seatOf } from "./table_words.js";
import { say } from "./words.js";

/** Keeps the count, in `place`. */
export class Points {
  constructor(place, asker) {
    this._place = place;
    this._asker = asker;
    this._round = -1;
    this._taps = []; // points of each card that was tapped
    this._typed = false; // who types knows better than the taps
    this._again = false; // told already, and told anew
    this._title = element("h2");
    this._how = element("p", { class: "hint", role: "status" });
    this._kinds = element("div", { class: "kinds" });
    this._words = element("span");
    this._number = element("input", {
      type: "number", min: 0, max: 9999, step: 1, inputmode: "numeric", value: 0,
    });
    this._number.addEventListener("input", () => this._type());
    this._undo = button(() => this._takeBack());
    this._send = button(() => this._tell());
    this._send.classList.add("main");
    this._telling = element("div", {}, this._how, this._kinds, element("div", { class: "row" },
      element("label", { class: "total" }, this._words, this._number), this._undo, this._send));
    this._anew = button(() => {
      this._again = true;
      this.draw(this._view);
    });
    place.append(this._title, this._telling, this._anew);
  }

  draw(view) {
    const own = view && view.physical && view.phase === "count" ? seatOf(view, view.seat) : null;
    const counts = Boolean(own) && view.round_winner !== view.seat && own.cards > 0;
    const isNew = counts && this._place.hidden;
    this._place.hidden = !counts;
    if (!counts) return;
    this._view = view;
    if (this._round !== view.rounds) {
      this._round = view.rounds;
      this._reset();
    }
    const open = view.uncounted.includes(view.seat) || this._again;
    this._telling.hidden = !open;
    this._anew.hidden = open;
    setText(this._title, say(open ? "seat.points" : "seat.points.told"));
    setText(this._anew, say("seat.points.again"));
    this._drawTotal(own);
    const { each_colour: coloured, no_colour: wild } = view.deck;
    keepChildren(this._kinds, [...coloured, ...wild].map((kind) => this._kindChild(kind)));
    if (isNew) comeIntoSight(this._place);
  }

  _drawTotal(own) {
    const isNumber = this._number.value !== "" && this._number.checkValidity();
    const isAll = this._isAll(own);
    const may = this._typed ? isNumber : isAll;
    const count = Number(this._number.value);
    setText(this._how, say("seat.points.tap", { count: own.cards, tapped: this._taps.length }));
    setText(this._words, say("seat.points.total"));
    setText(this._undo, say("seat.points.undo"));
    setText(this._send, may ? say("seat.points.send", { count }) : say("seat.points.send.none"));
    this._send.disabled = !may;
    this._undo.disabled = !this._taps.length;
    setAttribute(this._number, "aria-invalid", this._typed && !isNumber ? "true" : null);
  }

  /** Whether each card that is left is tapped. */
  _isAll(own) {
    return this._taps.length >= own.cards;
  }

  _kindChild(kind) {
    return {
      key: kind,
      make: () => {
        const points = this._view.deck.points[kind];
        const made = button(() => {
          this._taps.push(points);
          this._addUp();
          if (made.disabled && byKeyboard()) this._send.focus();
        });
        made.className = kind.length === 1 ? "kind number" : "kind";
        made.append(kind.length === 1 ? element("b", {}, kind) : drawCard(face(kind)), element("span"),
          element("small", {}, String(points)));
        return made;
      },
      draw: (made) => {
        const number = kind.length === 1;
        const words = number ? kind : say(`card.${kind}`);
        const count = this._view.deck.points[kind];
        if (!number) setText(made.children[1], words);
        setAttribute(made, "aria-label", say("seat.points.card", { card: words, count }));
        made.disabled = this._isAll(seatOf(this._view, this._view.seat));
      },
    };
  }

  _takeBack() {
    this._taps.pop();
    this._addUp();
  }

  _addUp() {
    this._typed = false;
    this._number.value = this._taps.reduce((sum, points) => sum + points, 0);
    this.draw(this._view);
  }

  _type() {
    this._typed = true;
    this._taps = [];
    this.draw(this._view);
  }

  async _tell() {
    if (!(await this._asker.move(`${this._view.seat} points ${Number(this._number.value)}`))) {
      this._send.scrollIntoView({ block: "center" }); // not under the words that say why
      return;
    }
    this._reset();
    this.draw(this._asker.link.last.view);
  }

  _reset() {
    this._taps = [];
    this._typed = false;
    this._number.value = 0;
    this._again = false;
  }
}

/** A card of this kind, for its sign; which colour it has costs nothing. */
function face(kind) {
  return ["Hit2", "DiscardAll", "TradeHands"].includes(kind) ? `R${kind}` : kind;
}

function button(tapped) {
  const made = element("button", { type: "button" });
  made.addEventListener("click", tapped);
  return made;
}
