// What the launcher reports: state, counts, batteries, its line, its faults. Drawn once, then only
// what is another.

import { keyed, panel, said } from "./host_parts.js";
import { setText } from "./keep.js";
import { batteryCode, BATTERY_MV, clock, faultWords, noteWords, number, volts } from "./launcher_words.js";
import { element } from "./page.js";
import { say } from "./words.js";

const LINK = ["resent", "dropped", "damaged", "long", "text", "skipped"];
// Name -> [since power-on, in its life], of a report.
const COUNTS = {
  presses: ({ status, life }) => [status.presses, life.presses],
  fires: ({ status, life }) => [status.fires, life.fires],
  cards: ({ status, life }) => [status.cards, life.cards],
  strays: ({ status }) => [status.strays, null],
  jams: ({ life }) => [null, life.jams],
  faults: ({ life }) => [null, life.faults],
  crashes: ({ life }) => [null, life.crashes],
  boots: ({ life }) => [null, life.boots],
  motor: ({ life }) => [null, clock(life.motor_s)],
};

/** What it does now, and which one it is. */
export class Standing {
  constructor() {
    this._state = element("p", { class: "state", role: "status" });
    this._trouble = element("p", { class: "trouble" }, said("a", "page.title.host", { href: "/host" }));
    this._about = new Pairs("launcher.about",
      ["armed", "waiting", "up", "firmware", "runtime", "board", "protocol", "port"]);
    this.root = panel("launcher.heading.state", this._state, this._trouble, this._about.root);
  }

  /**
   * `words`: what it does, `english` in them is so in any language; `trouble`: whether the game
   * stands still; the report where there is one.
   */
  show(words, english, trouble, report, port) {
    setText(this._state, words, english);
    this._state.classList.toggle("trouble", Boolean(trouble));
    this._trouble.hidden = !trouble;
    this._about.root.hidden = !report;
    if (!report) return;
    const { status, hello } = report;
    this._about.show({
      armed: number(status.armed),
      waiting: number(status.waiting),
      up: clock(Math.floor(status.up_ms / 1000)),
      firmware: hello.firmware,
      runtime: hello.runtime,
      board: hello.board,
      protocol: String(hello.protocol),
      port,
    });
  }
}

/** Its batteries, as they were measured last. */
export class Batteries {
  constructor(...tools) {
    this._worth = element("p", { class: "state" });
    this._volts = new Pairs("launcher.battery", Object.keys(BATTERY_MV));
    this.root = panel("launcher.heading.battery", this._worth, this._volts.root, ...tools);
  }

  show({ battery }) {
    const code = batteryCode(battery);
    const isBad = code.endsWith("weak") || code.endsWith("over");
    this._worth.className = `state ${isBad ? "bad" : ""}`;
    setText(this._worth, `${isBad ? "⚠ " : ""}${say(code)}`);
    const told = {};
    for (const name of Object.keys(BATTERY_MV)) {
      told[name] = name in battery ? volts(battery[name]) : "–";
    }
    this._volts.show(told);
  }
}

/** What it has done, and what its line to this computer has lost. */
export class Counts {
  constructor() {
    this._cells = {};
    const rows = Object.keys(COUNTS).map((name) => {
      const cells = [element("td"), element("td")];
      this._cells[name] = cells;
      return element("tr", {}, said("th", `launcher.count.${name}`, { scope: "row" }), ...cells);
    });
    const heads = ["what", "now", "life"].map(
      (one) => said("th", `launcher.counts.${one}`, { scope: "col" }));
    const table = element("table", { "aria-labelledby": "counts" },
      element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
    this._link = new Pairs("launcher.link", LINK);
    this.root = panel("launcher.heading.counts", table);
    this.root.querySelector("h2").id = "counts";
    this.line = panel("launcher.heading.link",
      said("p", "launcher.link.about", { class: "dim" }), this._link.root);
  }

  show(report) {
    for (const [name, count] of Object.entries(COUNTS)) {
      count(report).forEach((value, place) => {
        const told = value === null ? "–" : typeof value === "number" ? number(value) : value;
        setText(this._cells[name][place], told);
      });
    }
    const lost = {};
    for (const name of LINK) lost[name] = number(report.status[name]);
    this._link.show(lost);
  }
}

/** The faults it remembers, the newest first, each with what helps. */
export class Faults {
  constructor() {
    this._none = said("p", "launcher.faults.none");
    this._list = element("ul", { class: "faults" });
    this._parts = new Map();
    this.root = panel("launcher.heading.faults", this._none, this._list);
  }

  show({ log }) {
    this._none.hidden = log.length > 0;
    const keys = log.map((one) => `${one.boot} ${one.s} ${one.what} ${one.text} ${log.length - one.place}`);
    keyed(this._list, this._parts, keys, () => new Fault());
    log.forEach((one, place) => this._parts.get(keys[place]).show(one));
  }
}

class Fault {
  constructor() {
    this._cause = element("h3");
    this._when = element("p", { class: "dim" });
    this._cure = element("p");
    this.root = element("li", {}, this._cause, this._when, this._cure);
  }

  show({ boot, s, what, text }) {
    const [cause, cure] = faultWords(what);
    const when = say("launcher.fault.when", { boot: number(boot), clock: clock(s) });
    setText(this._cause, cause);
    setText(this._when, text ? `${when} · ${noteWords(text)}` : when);
    setText(this._cure, cure);
  }
}

/** Names of a section of the words, each with its value. */
class Pairs {
  constructor(prefix, names) {
    this._values = {};
    const parts = names.map((name) => {
      this._values[name] = element("dd");
      return element("div", {}, said("dt", `${prefix}.${name}`), this._values[name]);
    });
    this.root = element("dl", { class: "pairs" }, ...parts);
  }

  show(told) {
    for (const [name, value] of Object.entries(told)) setText(this._values[name], value);
  }
}
