// What happened in a match, round by round, the latest round first.

import { lineWords, number, timeOfDay } from "./history_words.js";
import { keyed } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

const QUIET = ["pause.resumed", "past.went_on"]; // tell nothing of the game
const LOUD = ["happened.uno", "happened.catch", "happened.round_won", "happened.match_won",
  "happened.round_blocked"];
const PUT_RIGHT = ["happened.undone", "happened.holds", "happened.hopper", "past.confirmed"];

/** `new Log()`, then `show(lines, isLive)`: `{at, code, facts, round}` each, in order. */
export class Log {
  constructor() {
    this._none = element("p", { class: "dim" });
    this._rounds = element("div", {});
    this._parts = new Map();
    this.root = element("div", {}, this._none, this._rounds);
  }

  show(lines, isLive) {
    setText(this._none, lines.length ? "" : say("past.log.none"));
    const rounds = new Map();
    for (const line of lines) {
      if (!rounds.has(line.round)) rounds.set(line.round, []);
      rounds.get(line.round).push(line);
    }
    const latestFirst = [...rounds.keys()].sort((one, other) => other - one);
    keyed(this._rounds, this._parts, latestFirst, (round) => new Round(round));
    for (const [round, part] of this._parts) {
      part.show(rounds.get(round), isLive && round === latestFirst[0]);
    }
  }

  /** Another language: all is said anew. */
  forget() {
    for (const part of this._parts.values()) part.forget();
  }
}

class Round {
  constructor(round) {
    this._number = round;
    this._title = element("span", {});
    this._count = element("span", { class: "dim" });
    this._list = element("ol", { class: "lines" });
    this._said = []; // of the lines that stand in the list
    this.root = element("details", {}, element("summary", {}, this._title, " ", this._count), this._list);
    this.root.addEventListener("toggle", () => this._fill());
    this._wasPlayed = false;
  }

  /** It opens when it is played now, and closes after that. */
  show(lines, isPlayed) {
    this._lines = lines;
    if (isPlayed !== this._wasPlayed) this.root.open = isPlayed;
    this._wasPlayed = isPlayed;
    setText(this._title, say("table.round", { number: number(this._number) }));
    setText(this._count, say("past.lines", { count: lines.length }));
    this._fill();
  }

  forget() {
    this._said = [];
  }

  /** Lines are made when they are looked at, and those that stand already are left alone. */
  _fill() {
    if (!this.root.open) return;
    const said = this._lines.map((line) => `${line.at} ${line.code} ${JSON.stringify(line.facts)}`);
    let same = 0;
    while (same < said.length && said[same] === this._said[same]) same += 1;
    while (this._list.children.length > same) this._list.lastChild.remove();
    this._list.append(...this._lines.slice(same).map(lineOf));
    this._said = said;
  }
}

function lineOf(line) {
  const time = element("time", { class: "dim", datetime: line.at }, timeOfDay(line.at));
  return element("li", { class: kindOf(line.code) }, time, " ", element("span", {}, lineWords(line)));
}

function kindOf(code) {
  if (PUT_RIGHT.includes(code)) return "put-right";
  if (LOUD.includes(code)) return "loud";
  return code.startsWith("pause.") && !QUIET.includes(code) ? "stopped" : null;
}
