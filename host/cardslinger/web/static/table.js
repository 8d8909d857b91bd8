// The table screen: what everybody at the table can see, from three metres.

import { Controls } from "./controls.js";
import { fill, setText } from "./keep.js";
import { begin, element } from "./page.js";
import { Seats } from "./seats.js";
import { Show } from "./show.js";
import { Sounds } from "./sound.js";
import { Calls } from "./table_calls.js";
import { drawEnding } from "./table_ending.js";
import { showJoining } from "./table_joining.js";
import { drawLauncher } from "./table_launcher.js";
import { colourChip, happenedLine, namedCard } from "./table_parts.js";
import { Voice } from "./table_voice.js";
import * as told from "./table_words.js";
import { TurnTime } from "./turn_time.js";
import { language, say } from "./words.js";

const LINES = 6; // of what happened
const LONG = 9; // letters of a name that is written smaller
const SOON_S = 10; // of the time for a turn
const byId = (id) => document.getElementById(id);

class TableScreen {
  constructor(link) {
    this._link = link;
    this._lines = []; // what happened last
    this._press = null; // the press that was last
    this._left = null; // seconds for a turn
    this._time = new TurnTime((left) => {
      this._left = left;
      this._drawTime();
    });
    byId("turns").append(drawLauncher());
    this._seats = new Seats(byId("seats"), byId("turns"));
    const sounds = new Sounds();
    const voice = new Voice(link);
    this._show = new Show({
      stage: byId("stage"),
      from: byId("turns"),
      spot: (seat) => this._seats.spot(seat),
      sounds,
    });
    this._calls = new Calls(sounds, voice, byId("caption"), [byId("sound"), byId("voice")]);
    this._controls = new Controls(link, {
      run: byId("run"),
      cures: byId("cures"),
      steps: byId("steps"),
      counts: byId("counts"),
      answer: byId("answer"),
    }, byId("now-panel"));
    link.addEventListener("shown", (event) => this._hear(event.detail));
    document.addEventListener("language", () => link.last && this._draw(link.last));
    addEventListener("resize", () => {
      if (link.last && link.last.view) this._seats.show(link.last.view);
    });
  }

  _hear(shown) {
    if (shown.fresh) {
      this._lines = [];
      this._press = null;
    }
    this._lines = [...this._lines, ...shown.news].slice(-LINES);
    for (const one of shown.news) {
      if (one.code === "fired" || one.code === "blank") this._press = one;
    }
    this._time.hear(shown);
    this._draw(shown);
    this._show.see(shown);
    this._calls.hear(shown);
  }

  _draw(shown) {
    const { you, house, view } = shown;
    const runs = you.host || you.screen;
    for (const link of document.querySelectorAll(".of-host")) link.hidden = !you.host;
    byId("to-join").hidden = runs;
    byId("voice").hidden = !runs; // others may not speak for the table
    for (const id of ["board", "now-panel", "launcher-panel"]) byId(id).hidden = !view;
    byId("log").hidden = !view || !this._lines.length;
    byId("empty").hidden = Boolean(view);
    byId("direction").hidden = !view || !view.top;
    if (view) this._drawMatch(house, view);
    else this._drawEmpty(house);
    showJoining(house);
    this._controls.show(shown);
    this._calls.draw();
  }

  _drawEmpty(house) {
    setText(byId("round"), "cardslinger");
    setText(byId("rules"), "");
    setText(byId("empty-words"), say(house.opening ? "page.table.opening" : "page.no_match"));
    setText(byId("empty-trouble"), house.trouble);
    byId("set-up").hidden = house.opening;
    byId("trouble").hidden = true;
    this._seats.clear();
  }

  _drawMatch(house, view) {
    setText(byId("round"), told.roundWords(view));
    setText(byId("rules"), say(`host.rules.${view.rules}`));
    const way = told.directionOf(view);
    setText(byId("direction"), `${told.ARROWS[way]} ${say(`direction.${way}`)}`);
    this._seats.show(view);
    this._drawMiddle(view);
    const name = view.acting === null ? "" : told.nameOf(view, view.acting);
    setText(byId("now"), name);
    byId("now").classList.toggle("long", name.length > LONG);
    this._drawTime();
    setText(byId("phase"), told.capital(say(`phase.${view.phase}`)));
    this._drawDebts(view);
    this._drawTrouble(house, view);
    setText(byId("launcher"), told.launcherWords(view));
    byId("last-press-line").hidden = !this._press;
    setText(byId("last-press"), this._press ? told.happenedWords(this._press) : "");
    const lines = JSON.stringify([language, this._lines]);
    fill(byId("lines"), lines, () => this._lines.map(happenedLine));
  }

  _drawTime() {
    const time = byId("time");
    time.hidden = this._left === null;
    time.classList.toggle("soon", this._left <= SOON_S);
    setText(time, time.hidden ? "" : say("page.seconds", { count: this._left }));
  }

  _drawMiddle(view) {
    const ended = told.isEnded(view);
    byId("board").classList.toggle("ended", ended);
    byId("ending").hidden = !ended;
    if (ended) drawEnding(byId("ending"), view);
    const top = ended ? null : view.top;
    fill(byId("pile"), `${language} ${top}`, () => (top ? [namedCard(top)] : []));
    const active = ended ? null : view.active;
    fill(byId("colour"), `${language} ${active}`, () => (active ? [colourChip(active)] : []));
    byId("hopper-line").hidden = !view.hopper && !view.top; // nobody has filled it yet
    setText(byId("hopper"), String(view.hopper));
    byId("discards-line").hidden = !view.discards;
    setText(byId("discards"), String(view.discards));
  }

  _drawDebts(view) {
    const debts = told.debtLines(view);
    fill(byId("debts"), JSON.stringify(debts), () => debts.map((owes) => element("li", {}, owes)));
  }

  _drawTrouble(house, view) {
    const [cause, cure] = told.troubleWords(view) || ["", ""];
    const lost = told.lostWords(house);
    byId("trouble").hidden = !cause && !lost;
    const why = told.whyLost(house);
    setText(byId("cause"), cause || lost, cause ? view.stop && view.stop.reason : why);
    setText(byId("lost"), cause ? lost : "", why);
    setText(byId("cure"), cure);
  }
}

async function start() {
  const link = await begin("screen", "page.title.table");
  new TableScreen(link);
}

start();
