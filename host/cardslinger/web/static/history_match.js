// One match: what it came to, its scores, its picture, its figures, its log.

import { launcher, players, scores } from "./history_figures.js";
import { Log } from "./history_log.js";
import { Picture } from "./history_picture.js";
import { fill, pairs } from "./history_table.js";
import { dayAndTime, lasted, lineWords, rulesOf, titleOf } from "./history_words.js";
import { said } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say, sayAll } from "./words.js";

/** `new MatchPage()`, then `show` what history/N.json holds, with the lines that came since. */
export class MatchPage {
  constructor() {
    this._title = element("h2", { tabindex: "-1" });
    this._about = element("div", {});
    this._latest = element("p", { class: "latest", role: "status", hidden: "" });
    this._scores = element("div", {});
    this._picture = new Picture();
    this._players = element("div", {});
    this._launcher = element("div", {});
    this._log = new Log();
    this._drawn = "";
    this.root = element("article", {},
      this._title,
      this._about,
      this._latest,
      section("past.scores", this._scores),
      this._picture.root,
      section("past.log", this._log.root),
      section("history.heading.players", this._players),
      section("stats.launcher", this._launcher));
  }

  /** `live`: lines that came after what was told; null when the match is not played now. */
  show(match, live) {
    const drawn = JSON.stringify({ ...match, log: null });
    if (drawn !== this._drawn) this._draw(match);
    this._drawn = drawn;
    const lines = live ? [...match.log, ...live] : match.log;
    this._log.show(lines, live !== null);
    const latest = live && lines[lines.length - 1];
    this._latest.hidden = !latest;
    setText(this._latest, latest ? `${say("past.latest")}: ${lineWords(latest)}` : "");
  }

  /** Another language: all is said anew. */
  forget() {
    this._drawn = "";
    this._log.forget();
    sayAll(this.root); // it may not stand on the page now
  }

  focus() {
    this._title.focus();
  }

  _draw(match) {
    setText(this._title, titleOf(match));
    const cards = say(match.physical ? "host.cards.physical" : "host.cards.virtual");
    const goal = say("plot.goal", { count: match.points_to_win });
    fill(this._about, pairs([
      [say("history.heading.began"), dayAndTime(match.began)],
      [say("history.heading.lasted"), lasted(match.played_s)],
      [say("history.heading.rules"), `${rulesOf(match)} · ${cards}`],
      [say("history.heading.rounds"), `${match.rounds.length} · ${goal}`],
    ]));
    fill(this._scores, scores(match));
    fill(this._players, ...players(match));
    fill(this._launcher, ...launcher(match));
    this._picture.show(match);
  }
}

function section(code, ...children) {
  return element("section", { class: "panel" }, said("h3", code), ...children);
}
