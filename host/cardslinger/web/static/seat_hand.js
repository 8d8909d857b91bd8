// The own hand: cards as buttons, sorted by colour; what may be laid is raised and marked.

import { drawCard, parts, spoken } from "./card.js";
import { keepChildren, setAttribute, setText } from "./keep.js";
import { operands } from "./seat_view.js";
import { seatOf } from "./table_words.js";
import { say } from "./words.js";

const ORDER = "RYGB";
const MANY = 10; // cards; more are shown smaller
const MARKS = { play: "▲", lay: "▲", cut: "◀▶" };

/** Keeps the hand in `place`, a heading and a box for the cards; of real ones only the number. */
export class Hand {
  constructor(place, asker) {
    this._place = place;
    this._asker = asker;
    this._view = null;
    this._fresh = true;
  }

  /** `fresh`: the page has just opened, no card is new. */
  draw(view, fresh) {
    this._view = view;
    this._fresh = fresh;
    const count = view ? seatOf(view, view.seat).cards : 0;
    this._place.hidden = !count;
    if (!count) return;
    const [title, box] = this._place.children;
    setText(title, say(view.physical ? "seat.hand.real" : "seat.hand", { count }));
    box.classList.toggle("many", view.hand.length > MANY);
    const ways = new Map();
    for (const way of ["cut", "lay", "play"]) {
      const moves = way === "cut" ? view.claims : view.moves;
      for (const card of operands(moves, way)) ways.set(card, way);
    }
    box.classList.toggle("choosing", ways.size > 0);
    const seen = new Map(); // equal cards are told apart by their number
    keepChildren(box, sorted(view.hand).map((card) => {
      const number = seen.get(card) || 0;
      seen.set(card, number + 1);
      return {
        key: `${card} ${number}`,
        make: () => this._make(card),
        draw: (made) => drawWay(made, card, ways.get(card)),
      };
    }));
  }

  _make(card) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = this._fresh ? "in-hand" : "in-hand new";
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.setAttribute("aria-hidden", "true");
    made.append(drawCard(card), mark);
    made.addEventListener("click", () => this._tapped(card, made.dataset.way));
    return made;
  }

  _tapped(card, way) {
    const event = `${this._view.seat} ${way || "play"} ${card}`;
    if (way === "cut") this._asker.call(event);
    else if (way) this._asker.move(event);
    else this._asker.why(event);
  }
}

function drawWay(made, card, way) {
  made.dataset.way = way || "";
  made.classList.toggle("fits", Boolean(way));
  setText(made.querySelector(".mark"), MARKS[way] || "");
  setAttribute(made, "aria-label", say(`seat.card.${way || "no"}`, { card: spoken(card, say) }));
}

/** By colour, then as the deck has them: the server's order within a colour is kept. */
function sorted(hand) {
  const place = (card) => {
    const colour = ORDER.indexOf(parts(card)[0] || " ");
    return colour < 0 ? ORDER.length : colour;
  };
  return hand
    .map((card, number) => [place(card), number, card])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1])
    .map((one) => one[2]);
}
