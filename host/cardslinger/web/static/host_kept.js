// Matches of the journal that can go on.

import { Answer, keyed, namedButton, panel } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

/** `port()` is the launcher with which a match goes on. */
export class KeptMatches {
  constructor(link, port) {
    this._link = link;
    this._port = port;
    this._rows = new Map();
    this._list = element("ul", { class: "plain" });
    this._answer = new Answer();
    this.root = panel("host.kept", this._list, this._answer.root);
  }

  show({ matches, opening }) {
    this.root.hidden = !matches.length;
    keyed(this._list, this._rows, matches.map((one) => one.number), (number) => this._newRow(number));
    for (const { number, rules, physical, names } of matches) {
      const row = this._rows.get(number);
      setText(row.go, say("host.go_on", { number }));
      const cards = physical ? [say("host.cards.physical")] : [];
      setText(row.what, [say(`host.rules.${rules}`), ...cards, ...names].join(", "));
      row.go.disabled = opening;
    }
  }

  _newRow(number) {
    const go = namedButton(async () => {
      this._answer.tell(await this._link.say({ is: "resume", match: number, port: this._port() }));
    });
    const what = element("span", { class: "dim grow" });
    return { root: element("li", { class: "row" }, go, what), go, what };
  }
}
