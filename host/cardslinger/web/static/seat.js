// The page on every player's phone: what to do now, the own hand, calls, the press, Stop.

import { keepChildren, setText } from "./keep.js";
import { begin } from "./page.js";
import { actsOf } from "./seat_acts.js";
import { Around, News, drawPlayers } from "./seat_around.js";
import { Asker } from "./seat_ask.js";
import { Calls, drawTalk } from "./seat_calls.js";
import { Cue } from "./seat_cue.js";
import { CardGrid, questionOf } from "./seat_grid.js";
import { Hand } from "./seat_hand.js";
import { hostActs } from "./seat_host.js";
import { Points } from "./seat_points.js";
import { OwnTime } from "./seat_time.js";
import { say } from "./words.js";

const at = (id) => document.getElementById(id);

class SeatPage {
  constructor(link) {
    this._link = link;
    const asker = new Asker(link, at("told"));
    this._asker = asker;
    this._drawer = null; // whose card for the deal the host is about to tell
    this._cue = new Cue(at("cue"), at("short"));
    this._time = new OwnTime(at("time"), at("time-told"));
    this._around = new Around(at("around"));
    this._hand = new Hand(at("hand"), asker);
    this._grid = new CardGrid(at("grid"), asker);
    this._points = new Points(at("points"), asker);
    this._calls = new Calls(at("calls"), asker);
    this._news = new News(at("news"));
    at("stop").addEventListener("click", () => asker.stop());
    at("pause").addEventListener("click", () => asker.pause());
    at("undo").addEventListener("click", () => asker.move("undo", { ofTable: true }));
    link.addEventListener("shown", ({ detail }) => {
      this._news.hear(detail);
      this.draw(detail, detail.fresh);
    });
    link.addEventListener("line", ({ detail }) => document.body.classList.toggle("off", !detail));
    document.addEventListener("language", () => {
      if (link.last) this.draw(link.last, true);
    });
  }

  draw(shown, fresh) {
    const { view, you } = shown;
    const mine = view && you.seat !== null ? view : null; // what a seat may see
    const goesOn = Boolean(mine) && view.phase !== "over";
    setText(at("name"), you.player || say("page.title.seat"));
    at("stop").hidden = at("pause").hidden = !goesOn;
    at("pause").disabled = Boolean(mine && view.stop);
    this._cue.draw(shown);
    this._time.hear(shown);
    this._drawAway(shown);
    this._around.draw({ ...shown, view: mine });
    this._hand.draw(mine, fresh);
    this._grid.draw(mine, mine ? questionOf(shown, this._drawer) : null);
    this._points.draw(mine);
    drawPlayers(at("players"), mine);
    this._news.draw();
    drawTalk(at("talk"), mine, this._asker);
    at("host").hidden = !you.host;
    at("undo").hidden = !view || !view.physical;
    const calls = goesOn && view.phase !== "count"; // whose cards and points need the room
    this._calls.draw(calls ? view : null);
    const draws = (seat) => {
      this._drawer = seat;
      this.draw(this._link.last, false);
    };
    const acts = [...actsOf(mine, this._asker, shown.house.twin), ...hostActs(shown, this._asker, draws)];
    keepChildren(at("acts"), acts);
    at("dock").classList.toggle("empty", !acts.length && !calls);
  }

  /** Without a seat, without a match, or after it: where to go. */
  _drawAway({ house, view, you }) {
    const isIdle = !view || view.phase === "over";
    const joins = you.seat === null && (view || !you.player);
    const to = you.host && isIdle ? ["/host", "seat.set_up"] : joins && ["/", "seat.join"];
    const trouble = view ? "" : house.trouble;
    const link = at("away").querySelector("a");
    at("away").hidden = !to && !trouble;
    setText(at("trouble"), trouble);
    link.hidden = !to;
    if (!to) return;
    link.href = to[0];
    setText(link, say(to[1]));
  }
}

async function start() {
  new SeatPage(await begin("seat", "page.title.seat"));
}

start();
