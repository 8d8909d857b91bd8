// Who is to play, in the order in which they sit.

import { PLAYERS_MAX, PLAYERS_MIN, newBot, person } from "./host_draft.js";
import { keyed, namedButton, panel, said, saidButton } from "./host_parts.js";
import { setOptions, setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

const KINDS = ["", "greedy", "random"];

/** `draft.sitters` as rows; `changed()` is called when they are others. */
export class Players {
  constructor(draft, changed) {
    this._draft = draft;
    this._changed = changed;
    this._rows = new Map();
    this._list = element("ol", { class: "players" });
    this._count = element("p", { class: "dim" });
    this._person = saidButton("host.add_person", () => this._add(person()));
    this._bot = saidButton("host.add_bot", () => this._add(newBot(draft.sitters)));
    this._wrong = null; // the name that can't be played with
    this._told = element("p", { class: "bad", role: "status", id: "wrong-name" });
    this.root = panel("host.players",
      said("p", "host.players.order", { class: "dim" }), this._list, this._told, this._count,
      element("div", { class: "row" }, this._person, this._bot));
  }

  show() {
    const { sitters, physical } = this._draft;
    keyed(this._list, this._rows, [...sitters.keys()], (place) => this._newRow(place));
    sitters.forEach((sitter, place) => this._showRow(this._rows.get(place), sitter, place));
    const full = sitters.length >= PLAYERS_MAX;
    this._person.disabled = full;
    this._bot.disabled = full;
    this._bot.hidden = physical;
    this._sayWrong();
    setText(this._count, say("rule.players", { low: PLAYERS_MIN, high: PLAYERS_MAX }));
  }

  /** Say what is wrong with a name, and go there: `{place, code, facts}`; null for nothing. */
  tellWrong(wrong) {
    this._wrong = wrong;
    this._sayWrong();
    if (wrong) this._rows.get(wrong.place).name.focus();
  }

  _sayWrong() {
    const wrong = this._wrong;
    setText(this._told, wrong ? say(wrong.code, wrong.facts) : "");
    for (const [place, row] of this._rows) {
      row.name.setAttribute("aria-invalid", Boolean(wrong) && wrong.place === place);
    }
  }

  _newRow(place) {
    const { _draft: draft } = this;
    const name = element("input", {
      type: "text", maxlength: 24, autocomplete: "off", "aria-describedby": "wrong-name",
    });
    name.addEventListener("input", () => {
      const { bot } = draft.sitters[place];
      draft.sitters[place] = { name: name.value, bot };
      this._changed();
    });
    const kind = element("select");
    kind.addEventListener("change", () => this._setKind(place, kind.value));
    const up = namedButton(() => this._move(place, -1), { class: "small" });
    const down = namedButton(() => this._move(place, 1), { class: "small" });
    const remove = namedButton(() => this._remove(place), { class: "small" });
    up.append("▲");
    down.append("▼");
    remove.append("✕");
    const root = element("li", { class: "player" }, name, kind,
      element("span", { class: "player-moves" }, up, down, remove));
    return { root, name, kind, up, down, remove };
  }

  _showRow(row, sitter, place) {
    const number = place + 1;
    const count = this._draft.sitters.length;
    if (row.name.value !== sitter.name) row.name.value = sitter.name;
    const labels = { name: "player", kind: "player.is", up: "up", down: "down", remove: "remove" };
    for (const [part, code] of Object.entries(labels)) {
      row[part].setAttribute("aria-label", say(`host.${code}`, { number }));
    }
    row.name.placeholder = say("host.player", { number });
    setOptions(row.kind, kindOptions(), sitter.bot);
    row.kind.hidden = this._draft.physical;
    row.up.disabled = place === 0;
    row.down.disabled = place === count - 1;
    row.remove.disabled = count <= PLAYERS_MIN;
  }

  _setKind(place, bot) {
    const { sitters } = this._draft;
    const old = sitters[place];
    const others = sitters.filter((one) => one !== old);
    if (!bot && old.code) sitters[place] = person();
    else if (bot && (old.code === "host.person" || !old.name)) sitters[place] = { ...newBot(others), bot };
    else sitters[place] = { ...old, bot };
    this._changed();
    if (!bot && !sitters[place].name) this._rows.get(place).name.focus();
  }

  _add(sitter) {
    this._draft.sitters.push(sitter);
    this._changed();
    this._rows.get(this._draft.sitters.length - 1).name.focus();
  }

  _move(place, by) {
    const { sitters } = this._draft;
    [sitters[place], sitters[place + by]] = [sitters[place + by], sitters[place]];
    this._changed();
    const row = this._rows.get(place + by);
    const again = by < 0 ? row.up : row.down;
    (again.disabled ? row.name : again).focus();
  }

  _remove(place) {
    const { sitters } = this._draft;
    sitters.splice(place, 1);
    this._changed();
    const row = this._rows.get(Math.min(place, sitters.length - 1));
    (row.remove.disabled ? this._person : row.remove).focus();
  }
}

/** A person, or how a bot plays, in words: for `setOptions`. */
export function kindOptions() {
  return KINDS.map((kind) => [kind, say(`host.kind.${kind || "person"}`)]);
}
