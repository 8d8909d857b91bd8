// One seat: who plays there, on which device, and what can be changed about it.

import { USUAL_BOT } from "./host_draft.js";
import { Answer, AskedButton, field, namedButton, said, saidButton } from "./host_parts.js";
import { kindOptions } from "./host_players.js";
import { setOptions, setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

export class Seat {
  constructor(link, seat) {
    this._link = link;
    this._seat = seat;
    this._name = "";
    this._title = element("h3", { class: "seat-name" });
    this._state = element("span", { class: "seat-state" });
    this._pinFor = element("span", { class: "dim" });
    this._pin = element("strong", { class: "pin-shown" });
    this._pinLine = element("p", { class: "pin-line" }, this._pinFor, this._pin);
    this._here = namedButton(() => this._say("sit_here"));
    this._forget = namedButton(() => this._say("forget"));
    this._answer = new Answer(link);
    this._change = new Change(link, seat, this._answer);
    this.root = element("li", { class: "seat" },
      element("div", { class: "seat-head" }, this._title, this._state), this._pinLine,
      element("div", { class: "row" }, this._here, this._forget),
      this._answer.root, this._change.root);
  }

  /** `one` is this seat in the view. */
  show(shown, one) {
    const { you, house, view } = shown;
    const place = house.places.find((found) => found.seat === this._seat);
    const isOwn = you.seat === this._seat;
    this._name = one.name;
    setText(this._title, one.name);
    setText(this._state, stateOf(place, isOwn));
    this._state.classList.toggle("good", isOwn || Boolean(place && place.online));
    this.root.classList.toggle("joined", Boolean(place && place.joined));
    this._pinLine.hidden = !place || !place.pin;
    setText(this._pinFor, say("host.pin", { name: one.name }));
    setText(this._pin, place ? place.pin : "");
    this._here.hidden = !place || isOwn;
    this._forget.hidden = !place || !place.joined;
    setText(this._here, say("host.sit_here", { name: one.name }));
    setText(this._forget, say("host.forget", { name: one.name }));
    this._change.root.hidden = view.phase === "over";
    this._change.show(view, one);
  }

  async _say(is) {
    this._answer.tell(await this._link.say({ is, name: this._name }));
  }
}

/** Who sits there, behind a fold: it is seldom changed. */
class Change {
  constructor(link, seat, answer) {
    this._link = link;
    this._seat = seat;
    this._answer = answer;
    this._known = null; // name and kind as they were shown last
    this._summary = element("summary", {});
    this._about = element("p", { class: "dim" });
    this._name = element("input", { type: "text", maxlength: 24, autocomplete: "off" });
    this._who = element("select");
    this._same = element("input", { type: "checkbox", checked: "" }); // person, only the name is another
    this._sameLine = element("label", { class: "check" }, this._same, said("span", "host.same_person"));
    this._who.addEventListener("change", () => this._showSame());
    this._other = element("select");
    this._leaves = new AskedButton(
      () => say("host.leaves", this._known), () => say("host.leaves.sure", this._known),
      () => this._leave());
    this._swap = element("div", { class: "fields" }, field("host.swap", this._other),
      saidButton("host.swap.do", () => this._trade()));
    this.root = element("details", { class: "change" }, this._summary, this._about,
      element("div", { class: "fields" },
        field("host.name", this._name),
        field("host.who", this._who),
        this._sameLine,
        saidButton("host.change.do", () => this._sit())),
      this._swap, this._leaves.root);
  }

  show(view, one) {
    const isOther = !this._known || this._known.name !== one.name || this._known.bot !== one.bot;
    this._known = { name: one.name, bot: one.bot };
    setText(this._summary, say("host.change", { name: one.name }));
    setText(this._about, say(view.physical ? "host.change.real" : "host.change.about"));
    if (isOther) this._name.value = one.name;
    this._who.parentNode.hidden = view.physical;
    const kind = isOther ? (one.bot ? USUAL_BOT : "") : this._who.value;
    setOptions(this._who, kindOptions(), kind);
    this._showSame();
    const others = view.seats.filter((other) => other.seat !== this._seat);
    const words = others.map((other) => [String(other.seat), other.name]);
    const chosen = others.some((other) => String(other.seat) === this._other.value);
    setOptions(this._other, words, chosen ? this._other.value : (words[0] || [""])[0]);
    this._swap.hidden = !others.length;
    this._leaves.show();
  }

  async _ask(asked) {
    this._answer.tell(await asked);
  }

  _showSame() {
    this._sameLine.hidden = this._known.bot || this._who.value !== "";
  }

  _sit() {
    const name = this._name.value.trim();
    if (!this._sameLine.hidden && this._same.checked) {
      return this._ask(this._link.say({ is: "rename", seat: this._seat, name }));
    }
    const wish = { is: "sit", seat: this._seat, name, bot: this._who.value };
    return this._ask(this._link.wish(wish, { ofTable: true }));
  }

  _trade() {
    const wish = { is: "swap", seat: this._seat, other: Number(this._other.value) };
    return this._ask(this._link.wish(wish, { ofTable: true }));
  }

  _leave() {
    return this._ask(this._link.play(`${this._seat} leaves`, { ofTable: true }));
  }
}

function stateOf(place, isOwn) {
  if (!place) return say("host.state.bot");
  if (isOwn) return say("host.state.own");
  if (place.online) return say("host.state.here");
  return say(place.joined ? "host.state.away" : "host.state.missing");
}
