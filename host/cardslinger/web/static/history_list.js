// All matches, the newest first.

import { dayAndTime, lasted, number, playersOf, rulesOf } from "./history_words.js";
import { keyed } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { capital } from "./table_words.js";
import { say } from "./words.js";

/** `new MatchList()`, then `show` what history.json holds, and the number of the running match. */
export class MatchList {
  constructor() {
    this._note = element("p", { class: "dim", role: "status" });
    this._list = element("ul", { class: "matches" });
    this._parts = new Map();
    this.root = element("div", {}, this._note, this._list);
  }

  show({ matches, more }, running) {
    const none = matches.length ? "" : say("past.none");
    setText(this._note, more ? say("past.more", { count: more }) : none);
    this._note.hidden = !this._note.textContent;
    keyed(this._list, this._parts, matches.map((match) => match.match), () => new Entry());
    for (const match of matches) this._parts.get(match.match).show(match, match.match === running);
  }

  /** Where a reader who comes back from a match has left. */
  focus(match) {
    if (this._parts.has(match)) this._parts.get(match).focus();
  }
}

class Entry {
  constructor() {
    this._link = element("a", {});
    this._state = element("p", { class: "state" });
    this._players = element("p", {});
    this._about = element("p", { class: "dim" });
    const heading = element("h2", {}, this._link);
    this.root = element("li", { class: "panel" }, heading, this._state, this._players, this._about);
  }

  focus() {
    this._link.focus();
  }

  show(match, isRunning) {
    const isRead = "seats" in match;
    this._link.href = `#${match.match}`;
    setText(this._link, capital(say("stats.in_match", { match: number(match.match) })));
    this._state.className = `state ${match.damaged ? "bad" : match.over ? "good" : ""}`;
    setText(this._state, stateOf(match, isRunning));
    setText(this._players, isRead ? match.seats.map(seatOf).join(" · ") : match.damaged || "",
      match.damaged);
    const about = [dayAndTime(match.began)];
    if (isRead) {
      about.push(lasted(match.played_s), rulesOf(match), say("table.rounds", { count: match.rounds }));
    }
    setText(this._about, about.join(" · "));
  }
}

function stateOf(match, isRunning) {
  if (match.damaged) return `⚠ ${say("past.damaged")}`;
  if (!("seats" in match)) return say("past.reading");
  if (match.over) return `★ ${say("history.heading.won_by")} ${match.winners.join(", ")}`;
  return isRunning ? `▶ ${say("past.now")}` : say("history.going_on");
}

function seatOf(seat) {
  const left = seat.seated ? "" : ` (${say("history.left")})`;
  return `${playersOf(seat)}\u00a0${number(seat.score)}${left}`;
}
