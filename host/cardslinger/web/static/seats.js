// How the seats stand around the launcher: the first below, the others clockwise, as seen from
// above. Where there is no room for a ring (see table.css) they are a list.

import { spoken } from "./card.js";
import { fill, setText } from "./keep.js";
import { element } from "./page.js";
import { isEnded } from "./table_words.js";
import { say } from "./words.js";

const CHOICES = ["colour", "target"]; // phases
const CENTRAL = 0.01; // stands above or below the middle

/** `new Seats(list, launcher)`: the list of seats, and the picture that turns to one of them. */
export class Seats {
  constructor(list, launcher) {
    this._list = list;
    this._launcher = launcher;
    this._seats = new Map(); // number -> its element and the pieces in it
    this._angle = 0; // of the launcher, in degrees, so that it turns the shorter way
  }

  /** The element of a seat; undefined if nobody sits there. */
  spot(seat) {
    const found = this._seats.get(seat);
    return found && found.whole;
  }

  show(view) {
    const there = view.seats.map((one) => one.seat);
    for (const [seat, pieces] of this._seats) {
      if (there.includes(seat)) continue;
      pieces.whole.remove();
      this._seats.delete(seat);
    }
    view.seats.forEach((one, place) => {
      if (!this._seats.has(one.seat)) this._seats.set(one.seat, this._made());
      const pieces = this._seats.get(one.seat);
      if (this._list.children[place] !== pieces.whole) {
        this._list.insertBefore(pieces.whole, this._list.children[place] || null);
      }
      const [x, y] = spotAt(place, view.seats.length);
      pieces.whole.style.setProperty("--x", x.toFixed(3));
      pieces.whole.style.setProperty("--y", y.toFixed(3));
      pieces.whole.classList.toggle("central", Math.abs(x) < CENTRAL);
      this._fill(pieces, one, view);
    });
    this._list.classList.toggle("crowded", view.seats.length > 6);
    this._turn(view);
  }

  /** Let go of all seats: no match goes on. */
  clear() {
    for (const pieces of this._seats.values()) pieces.whole.remove();
    this._seats.clear();
  }

  _made() {
    const pieces = {
      acts: element("span", { class: "acts" }),
      name: element("b", { class: "name" }),
      bot: element("span", { class: "badge bot" }),
      cards: element("span", { class: "cards" }),
      score: element("span", { class: "score" }),
      notes: element("span", { class: "notes" }),
    };
    const who = element("span", { class: "named" }, pieces.name, pieces.bot);
    const told = element("span", { class: "told" }, pieces.cards, pieces.score);
    pieces.whole = element("li", { class: "seat" }, pieces.acts, who, told, pieces.notes);
    return pieces;
  }

  _fill(pieces, one, view) {
    const acts = one.seat === view.acting;
    pieces.whole.classList.toggle("acting", acts);
    pieces.whole.classList.toggle("exposed", one.exposed);
    if (acts) pieces.whole.setAttribute("aria-current", "true");
    else pieces.whole.removeAttribute("aria-current");
    setText(pieces.acts, acts ? `▶ ${say(actsCode(view))}` : "");
    setText(pieces.name, one.name);
    setText(pieces.bot, one.bot ? say("page.table.bot") : "");
    setText(pieces.cards, say("table.cards", { count: one.cards }));
    setText(pieces.score, `${say("table.heading.score")} ${one.score}`);
    const notes = this._notes(one, view);
    fill(pieces.notes, JSON.stringify(notes), () => notes.map(badge));
  }

  _notes(one, view) {
    const notes = [];
    const winners = view.winners.length ? view.winners : [view.round_winner];
    if (isEnded(view) && winners.includes(one.seat)) notes.push(["winner", `★ ${say("page.table.won")}`]);
    if (one.seat === view.dealer) notes.push(["dealer", say("table.dealer")]);
    if (one.exposed) notes.push(["catch", `! ${say("table.exposed")}`]);
    if (one.called) notes.push(["called", `✓ ${say("table.called")}`]);
    if (one.drew) notes.push(["drew", say("table.drew", { card: spoken(one.drew, say) })]);
    if (one.counted && one.seat !== view.round_winner) notes.push(["counted", say("screen.counted")]);
    return notes;
  }

  /** The launcher faces whom it fires for, or has to be turned to; else it stays as it is. */
  _turn(view) {
    const place = view.seats.findIndex((one) => one.seat === view.launcher.faces);
    if (place < 0) return;
    const [x, y] = spotAt(place, view.seats.length);
    const box = this._list.getBoundingClientRect();
    const wanted = (Math.atan2(x * box.width, -y * box.height) * 180) / Math.PI;
    const by = (((wanted - this._angle) % 360) + 540) % 360 - 180;
    this._angle += by;
    this._launcher.style.transform = `rotate(${this._angle}deg)`;
  }
}

/** What the acting seat has to do, in two words. */
function actsCode(view) {
  if (view.phase === "pay") {
    return view.debts[0].way === "exact" ? "page.table.gets" : "page.table.pays";
  }
  return CHOICES.includes(view.phase) ? "page.table.chooses" : "page.table.acts";
}

function badge([kind, words]) {
  return element("span", { class: `badge ${kind}` }, words);
}

/**
 * The place of a seat around the middle: right and down, -1 to 1. On a circle the panels to the left
 * and right of it would cover what lies in the middle, so the corners are filled too.
 */
function spotAt(place, count) {
  const angle = Math.PI + (2 * Math.PI * place) / count;
  const [x, y] = [Math.sin(angle), -Math.cos(angle)];
  const out = (x ** 4 + y ** 4) ** -0.25;
  return [x * out, y * out];
}
