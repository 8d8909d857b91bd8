// What lies on the table, who sits around it, and what happened last.

import { COLOURS, drawBack, drawCard, drawColour, spoken } from "./card.js";
import { fill, keepChildren, setAttribute, setText } from "./keep.js";
import { element } from "./page.js";
import { debtWords } from "./seat_view.js";
import {
  ARROWS, capital, directionOf, happenedWords, launcherWords, lostWords, nameOf, seatOf, whyLost,
} from "./table_words.js";
import { say } from "./words.js";

const NEWS_KEPT = 12; // lines

/** Keeps the table in short, in `place`. */
export class Around {
  constructor(place) {
    this._place = place;
    this._top = element("div", { class: "top-card" });
    this._topWords = element("p", { class: "top-words" });
    this._facts = element("div", { class: "facts" });
    place.append(element("div", { class: "top" }, this._top, this._topWords), this._facts);
  }

  draw(shown) {
    const view = shown.view;
    this._place.hidden = !view;
    if (!view) return;
    fill(this._top, view.top || "back", () => [view.top ? drawCard(view.top) : drawBack()]);
    setText(this._topWords, view.top ? spoken(view.top, say) : say("seat.no_top"));
    keepChildren(this._facts, facts(shown));
  }
}

function facts(shown) {
  const view = shown.view;
  const lost = lostWords(shown.house);
  const way = directionOf(view);
  const lines = [];
  if (view.active) {
    lines.push({
      key: `colour ${view.active}`,
      make: () => element("p", { class: "active-colour" },
        drawColour(view.active), element("b", {}, view.active), element("span")),
      draw: (made) => setText(made.lastElementChild, say(`colour.${COLOURS[view.active]}`)),
    });
  }
  lines.push(line("way", ARROWS[way], capital(say(`direction.${way}`))));
  const next = view.acting !== null && view.top && view.order.length ? seatOf(view, view.order[0]) : null;
  if (next) lines.push(line("next", "→", say("seat.next", { name: next.name, count: next.cards })));
  lines.push(lost
    ? line("launcher", "!", lost, "bad", whyLost(shown.house))
    : line("launcher", "", say("seat.launcher", { what: launcherWords(view) }), "dim"));
  return lines;
}

function line(key, sign, words, kind = "", english = "") {
  return {
    key,
    make: () => element("p", {},
      element("span", { class: "sign", "aria-hidden": "true" }), element("span")),
    draw: (made) => {
      made.className = `fact ${kind}`;
      setText(made.firstElementChild, sign);
      setText(made.lastElementChild, words, english);
    },
  };
}

/** Everybody's cards and points, own seat first, in the order of play: in `place`. */
export function drawPlayers(place, view) {
  place.hidden = !view;
  if (!view) return;
  const order = [view.seat, ...view.order];
  const rest = view.seats.map((one) => one.seat).filter((seat) => !order.includes(seat));
  keepChildren(place.lastElementChild, [...order, ...rest].map((seat) => ({
    key: String(seat),
    make: () => element("li", {}, element("span", {}, element("strong"), element("small")),
      element("span", { class: "cards" }), element("span", { class: "score" }), element("small")),
    draw: (made) => drawPlayer(made, view, seat),
  })));
}

function drawPlayer(made, view, seat) {
  const one = seatOf(view, seat);
  const acts = view.acting === seat;
  const marks = [];
  if (view.dealer === seat) marks.push(say("table.dealer"));
  if (one.called) marks.push(say("table.called"));
  if (one.exposed) marks.push(say("table.exposed"));
  if (one.drew) marks.push(say("table.drew", { card: spoken(one.drew, say) }));
  if (view.phase === "count" && one.counted && view.round_winner !== seat) marks.push(say("screen.counted"));
  for (const debt of view.debts) if (debt.seat === seat) marks.push(debtWords(debt));
  made.classList.toggle("acting", acts);
  made.classList.toggle("own", view.seat === seat);
  const [who, cards, score, more] = made.children;
  setText(who.firstElementChild, `${acts ? "▶ " : ""}${nameOf(view, seat)}`);
  setAttribute(made, "aria-current", acts ? "true" : null);
  setText(cards, say("table.cards", { count: one.cards }));
  setText(score, say("seat.score", { count: one.score }));
  setText(who.lastElementChild, one.bot ? say("seat.bot") : "");
  setText(more, marks.join(" · "));
}

function cardWords(card) {
  return card === "?" ? say("seat.card.unknown") : spoken(card, say);
}

/** Keeps the latest lines of what happened, the newest first, in `place`. */
export class News {
  constructor(place) {
    this._place = place;
    this._lines = []; // {number, happened}
  }

  hear(shown) {
    if (shown.fresh) this._lines = [];
    const from = shown.first + shown.happened.length - shown.news.length;
    shown.news.forEach((happened, place) => this._lines.unshift({ number: from + place, happened }));
    this._lines.length = Math.min(this._lines.length, NEWS_KEPT);
  }

  draw() {
    this._place.hidden = !this._lines.length;
    keepChildren(this._place.querySelector("ol"), this._lines.map(({ number, happened }) => ({
      key: String(number),
      make: () => element("li"),
      draw: (made) => setText(made, happenedWords(happened, cardWords)),
    })));
  }
}
