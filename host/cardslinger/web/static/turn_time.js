// How long whoever has to act still has, as this page counts it: the table says when it begins.

const LOOK_MS = 200;

/** Calls `tick(left, of)` with whole seconds whenever they are others; `left` null: no time runs. */
export class TurnTime {
  constructor(tick) {
    this._tick = tick;
    this._key = "";
    this._of = 0; // seconds
    this._ends = null; // ms, of this page's clock
    this._left = null;
    this._looking = null;
  }

  hear({ house }) {
    const runs = house.match !== null && house.turn_s > 0 && house.turn_from >= 0;
    const key = runs ? `${house.match} ${house.turn_from} ${house.turn_s}` : "";
    if (key === this._key) return;
    this._key = key;
    this._of = house.turn_s;
    this._ends = runs ? performance.now() + house.turn_s * 1000 : null;
    this._left = undefined; // the next is told, whatever it is
    clearInterval(this._looking);
    this._look();
    if (runs) this._looking = setInterval(() => this._look(), LOOK_MS);
  }

  _look() {
    const left = this._ends === null
      ? null
      : Math.max(0, Math.ceil((this._ends - performance.now()) / 1000));
    if (left === this._left) return;
    this._left = left;
    this._tick(left, this._of);
  }
}
