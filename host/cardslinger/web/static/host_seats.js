// The seats of the match, and somebody who joins it.

import { PLAYERS_MAX } from "./host_draft.js";
import { Answer, field, keyed, panel, said, saidButton } from "./host_parts.js";
import { kindOptions } from "./host_players.js";
import { Seat } from "./host_seat.js";
import { setOptions } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

export class Seats {
  constructor(link) {
    this._link = link;
    this._seats = new Map();
    this._list = element("ul", { class: "plain seats" });
    this._joins = new Joins(link);
    this.root = panel("host.seats", this._list, this._joins.root);
  }

  show(shown) {
    const { view } = shown;
    keyed(this._list, this._seats, view.seats.map((one) => one.seat), (seat) => new Seat(this._link, seat));
    for (const one of view.seats) this._seats.get(one.seat).show(shown, one);
    this._joins.show(view);
  }
}

/** Somebody new takes a free seat. */
class Joins {
  constructor(link) {
    this._link = link;
    this._name = element("input", { type: "text", maxlength: 24, autocomplete: "off" });
    this._who = element("select");
    this._where = element("select");
    this._answer = new Answer(link);
    this.root = element("details", { class: "joins" },
      said("summary", "host.joins"),
      said("p", "host.joins.about", { class: "dim" }),
      element("div", { class: "fields" },
        field("host.name", this._name),
        field("host.who", this._who),
        field("host.joins.where", this._where)),
      saidButton("host.joins.do", () => this._sit()),
      this._answer.root);
  }

  show(view) {
    const places = freePlaces(view.seats);
    this.root.hidden = view.phase === "over" || !places.length;
    this._who.parentNode.hidden = view.physical;
    setOptions(this._who, kindOptions(), this._who.value || "");
    const words = places.map(({ seat, after }) => [String(seat), say("host.joins.after", { name: after })]);
    const chosen = places.some(({ seat }) => String(seat) === this._where.value);
    const last = places.length ? String(places[places.length - 1].seat) : "";
    setOptions(this._where, words, chosen ? this._where.value : last);
  }

  async _sit() {
    const name = this._name.value.trim();
    const wish = { is: "sit", seat: Number(this._where.value), name, bot: this._who.value };
    const answer = await this._link.wish(wish, { ofTable: true });
    if (this._answer.tell(answer)) this._name.value = "";
  }
}

/** The first free seat after each that is taken, where there is one. */
function freePlaces(seats) {
  const taken = seats.map((one) => one.seat);
  return seats
    .map(({ seat, name }) => ({ seat: seat + 1, after: name }))
    .filter(({ seat }) => seat < PLAYERS_MAX && !taken.includes(seat));
}
