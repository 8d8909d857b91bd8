// Which card was it? Asked at a table with real cards: first its colour, then number or symbol.

import { COLOURS, drawCard, drawColour, spoken } from "./card.js";
import { comeIntoSight, fill, keepChildren, setAttribute, setText } from "./keep.js";
import { element } from "./page.js";
import { operands } from "./seat_view.js";
import { drawing, nameOf } from "./table_words.js";
import { say } from "./words.js";

const NO_COLOUR = "none";

/**
 * What has to be told now: `{key, title, event, more}`, `event` gives the notation for a card; null
 * for nothing. `drawer`: the seat whose card for the deal the host is about to tell.
 */
export function questionOf(shown, drawer) {
  const { view, you } = shown;
  if (!view || !view.physical || view.stop || view.launcher.firing) return null;
  if (operands(view.moves, "play").length) {
    const title = say(view.phase === "pay" ? "seat.grid.stack" : "seat.grid.play");
    return { key: "play", title, event: (card) => `${view.seat} play ${card}` };
  }
  if (!you.host) return null;
  const more = { ofTable: true };
  if (view.phase === "first_card") {
    return { key: "turned", title: say("seat.grid.turned"), event: (card) => `turned ${card}`, more };
  }
  if (!drawing(view).includes(drawer)) return null;
  const title = say("seat.grid.drew", { name: nameOf(view, drawer) });
  return { key: `drew ${drawer}`, title, event: (card) => `${drawer} drew ${card}`, more };
}

/** Keeps the question and its cards, in `place`. */
export class CardGrid {
  constructor(place, asker) {
    this._place = place;
    this._asker = asker;
    this._colour = ""; // chosen: a letter, NO_COLOUR, or nothing yet
    this._key = "";
    this._title = element("h2");
    this._first = element("p", { class: "hint" });
    this._colours = element("div", { class: "colours" });
    this._then = element("p", { class: "hint" });
    this._kinds = element("div", { class: "kinds" });
    place.append(this._title, this._first, this._colours, this._then, this._kinds);
  }

  draw(view, question) {
    this._place.hidden = !question;
    const key = question ? question.key : "";
    const isNew = key !== this._key;
    this._key = key;
    if (isNew) this._colour = "";
    if (!question) return;
    this._view = view;
    this._question = question;
    const { each_colour: coloured, no_colour: wild } = view.deck;
    const all = coloured.length === 0; // no colours in this game
    if (all) this._colour = NO_COLOUR;
    setText(this._title, question.title);
    setText(this._first, say("seat.grid.colour"));
    setText(this._then, say("seat.grid.kind"));
    this._first.hidden = this._colours.hidden = all;
    this._then.hidden = all || !this._colour;
    keepChildren(this._colours, [...Object.keys(COLOURS), NO_COLOUR].map((one) => this._colourChild(one)));
    const kinds = this._colour === NO_COLOUR ? wild : this._colour ? coloured : [];
    const letter = this._colour === NO_COLOUR ? "" : this._colour;
    keepChildren(this._kinds, kinds.map((kind) => this._kindChild(letter, kind)));
    if (isNew) comeIntoSight(this._place);
  }

  _colourChild(one) {
    const wild = one === NO_COLOUR;
    return {
      key: one,
      make: () => {
        const sign = wild ? drawCard("Wild") : drawColour(one);
        const made = element("button", { type: "button", class: "colour" }, sign,
          element("b", {}, wild ? "" : one), element("span"));
        made.addEventListener("click", () => {
          this._colour = one;
          this.draw(this._view, this._question);
          this._colours.scrollIntoView(); // on a small phone the cards would be below its edge
        });
        return made;
      },
      draw: (made) => {
        setText(made.lastElementChild, say(wild ? "card.Wild" : `colour.${COLOURS[one]}`));
        setAttribute(made, "aria-pressed", String(this._colour === one));
      },
    };
  }

  _kindChild(letter, kind) {
    return {
      key: kind,
      make: () => {
        const made = element("button", { type: "button", class: "kind" },
          element("span", { class: "picture" }), element("span"));
        made.addEventListener("click", () => this._tapped(made.dataset.card));
        return made;
      },
      draw: (made) => {
        const card = `${letter}${kind}`;
        made.dataset.card = card;
        made.classList.toggle("number", kind.length === 1);
        fill(made.firstElementChild, card, () => [drawCard(card)]);
        setText(made.lastElementChild, kind.length === 1 ? kind : say(`card.${kind}`));
        setAttribute(made, "aria-label", spoken(card, say));
      },
    };
  }

  async _tapped(card) {
    const { event, more } = this._question;
    if (!(await this._asker.move(event(card), more))) return;
    this._colour = "";
    this.draw(this._view, this._place.hidden ? null : this._question);
  }
}
