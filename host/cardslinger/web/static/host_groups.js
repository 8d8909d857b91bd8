// Players that were saved together: seated again, forgotten; and a name to save these under.

import { PLAYERS_MIN, person } from "./host_draft.js";
import { Answer, field, keyed, namedButton, panel } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

/** `draft.sitters` become those of a group; `name` is what these are to be saved under. */
export class Groups {
  constructor(link, draft, changed) {
    this._link = link;
    this._draft = draft;
    this._changed = changed;
    this._groups = {};
    this._rows = new Map();
    this._list = element("ul", { class: "plain" });
    this._answer = new Answer();
    this._save = element("input", { type: "text", maxlength: 24, autocomplete: "off" });
    this.root = panel("host.groups",
      this._list, this._answer.root, field("host.groups.save", this._save));
  }

  get name() {
    return this._save.value.trim();
  }

  show(house) {
    this._groups = house.groups;
    keyed(this._list, this._rows, Object.keys(house.groups), (name) => this._newRow(name));
    for (const [name, row] of this._rows) {
      setText(row.load, say("host.groups.load", { name }));
      setText(row.forget, say("host.groups.forget", { name }));
      setText(row.who, house.groups[name].map((one) => one.name).join(", "));
    }
    this._list.hidden = !this._rows.size;
  }

  _newRow(name) {
    const load = namedButton(() => this._seat(name));
    const forget = namedButton(() => this._forget(name));
    const who = element("span", { class: "dim grow" });
    return { root: element("li", { class: "row" }, load, who, forget), load, forget, who };
  }

  /** Bots of the group stay away where real cards are played. */
  _seat(name) {
    const { physical } = this._draft;
    const sitters = this._groups[name].filter((one) => !physical || !one.bot);
    while (sitters.length < PLAYERS_MIN) sitters.push(person());
    this._draft.sitters = sitters.map(({ name: called, bot }) => ({ name: called, bot }));
    this._changed();
  }

  async _forget(name) {
    this._answer.tell(await this._link.say({ is: "forget_group", name }));
  }
}
