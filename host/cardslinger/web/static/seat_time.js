// The own time for a turn: seconds and a bar; who can't see is told at the start and near the end.

import { setText } from "./keep.js";
import { TurnTime } from "./turn_time.js";
import { say } from "./words.js";

const SOON_S = 10;

/** Keeps the time in `place`, a bar and the seconds, and what is read out in `told`. */
export class OwnTime {
  constructor(place, told) {
    this._place = place;
    this._told = told;
    this._left = null;
    this._isOwn = false;
    this._time = new TurnTime((left, of) => this._tick(left, of));
  }

  hear(shown) {
    const { view, you } = shown;
    const isOwn = Boolean(view) && you.seat !== null && view.acting === you.seat;
    const begins = isOwn && !this._isOwn;
    this._isOwn = isOwn;
    this._time.hear(shown);
    if (begins && this._left !== null) this._tell(this._left);
    this._draw();
  }

  _tick(left, of) {
    const begins = left === of;
    this._left = left;
    this._of = of;
    this._draw();
    if (this._isOwn && left !== null && (begins || left === SOON_S)) this._tell(left);
  }

  _draw() {
    const { _left: left } = this;
    const runs = this._isOwn && left !== null;
    this._place.hidden = !runs;
    if (!runs) {
      setText(this._told, "");
      return;
    }
    const [bar, seconds] = this._place.children;
    bar.firstElementChild.style.transform = `scaleX(${left / this._of})`;
    setText(seconds, say("page.seconds", { count: left }));
    this._place.classList.toggle("soon", left <= SOON_S);
  }

  _tell(left) {
    setText(this._told, say("seat.time", { count: left }));
  }
}
