// What this seat asks of the table, and what came of it, in words.

import { isKept } from "./link.js";
import { tell } from "./page.js";
import { say } from "./words.js";

const TOLD_MS = 12000; // that an answer stays to be read

/** Asks for one move after the other; calls and Stop never wait. */
export class Asker {
  /** `place`: an element for what has to be told. */
  constructor(link, place) {
    this.link = link;
    this._place = place;
    this._waiting = false;
    this._timer = null;
  }

  /** An event in notation, chosen for the table as it is shown: whether it happened. */
  move(event, more) {
    return this._once(() => this.link.play(event, more));
  }

  /** Another wish of which one at a time makes sense. */
  wish(wish, more) {
    return this._once(() => this.link.wish(wish, more), isKept(wish));
  }

  /** A call or a catch: it goes by when it arrives. */
  async call(event) {
    this.tell(await this.link.play(event));
  }

  async stop() {
    this.tell(await this.link.wish({ is: "stop" }));
  }

  async pause() {
    this.tell(await this.link.wish({ is: "pause" }));
  }

  /** Something else than a wish of the table: whether it was done. */
  say(said) {
    return this._once(() => this.link.say(said), isKept(said));
  }

  /** Say why this can't be done now. */
  async why(event) {
    this.tell(await this.link.why({ is: "play", event }));
  }

  /** What came of it, in words; nothing when all went well. */
  tell(answer) {
    tell(this._place, answer, this.link.last && this.link.last.view);
    this._forgetSoon();
  }

  note(words) {
    this._place.textContent = words;
    this._forgetSoon();
  }

  _forgetSoon() {
    clearTimeout(this._timer);
    if (this._place.textContent) this._timer = setTimeout(() => this.note(""), TOLD_MS);
  }

  async _once(ask, waits = true) {
    if (this._waiting) {
      this.note(say(this.link.on ? "seat.wait_answer" : "seat.sent_later"));
      return false;
    }
    this._waiting = true;
    if (waits && !this.link.on) this.note(say("seat.sent_later"));
    const answer = await ask();
    this._waiting = false;
    this.tell(answer);
    return !answer.code;
  }
}
