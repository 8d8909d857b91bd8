// A press is a show: it builds up while the launcher fires, cards fly as they leave it, and it
// ends with the number that really came. No number is shown before it is told.

import { drawBack } from "./card.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { isEnded } from "./table_words.js";
import { say } from "./words.js";

const RESULT_MS = 2200;
const LEAST_MS = 900; // of a result, when the next press is under way already
const SUSPENSE_MS = 700; // for a blank that the launcher need not fire for
const FLIGHT_MS = 650;
const APART_MS = 110; // between cards that are told of at once
const FLYING_MAX = 14;
const LEVELS = 5; // it grows with so many blanks in a row
const SILENT = { whirr() {}, rest() {}, card() {}, blank() {}, came() {} };
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * `new Show({stage, from, spot, sounds})`, then `see` all that is shown. `stage` is filled;
 * cards fly `from` that element to the one that `spot(seat)` gives.
 */
export class Show {
  constructor({ stage, from, spot, sounds = SILENT }) {
    this._stage = stage;
    this._from = from;
    this._spot = spot;
    this._sounds = sounds;
    this._number = element("b", { class: "number" });
    this._whose = element("span", { class: "whose" });
    this._row = element("span", { class: "row-of-blanks" });
    this._result = element("div", { class: "result", hidden: "" }, this._whose, this._number, this._row);
    const rings = [1, 2, 3].map(() => element("i", { class: "ring" }));
    stage.classList.add("show");
    stage.setAttribute("aria-hidden", "true"); // the caption tells it
    stage.append(...rings, this._result);
    this._blanks = 0; // in a row
    this._before = 0; // cards that `passed` still tells of an earlier fire
    this._flown = 0;
    this._firing = false;
  }

  /** What is shown to the page, each time. */
  see({ house, view, news, fresh }) {
    const firing = Boolean(view) && view.launcher.firing;
    const over = Boolean(view) && isEnded(view) && !firing; // the winner has the moment
    if (fresh || over || !view) this._begin(news);
    if (!view) return;
    if (firing && !this._firing) this._before = house.passed;
    this._firing = firing;
    if (!fresh && !over) this._tell(house, view, news);
    this._wind(firing || Boolean(this._suspense));
  }

  _begin(news) {
    clearTimeout(this._suspense);
    clearTimeout(this._ending);
    this._suspense = null;
    this._result.hidden = true;
    this._firing = false;
    this._blanks = this._flown = 0;
    this._wind(false);
    for (const one of news) this._count(one);
  }

  _tell(house, view, news) {
    if (view.launcher.firing) this._pass(house.passed, view.launcher.faces);
    for (const one of news) {
      if (one.code !== "fired" && one.code !== "blank") continue;
      this._before = house.passed;
      const fired = one.code === "fired" ? one.facts.count : 0;
      const wasSeen = this._stage.classList.contains("winding");
      if (fired || wasSeen || still.matches) this._end(one, fired);
      else this._hold(one);
    }
  }

  /** Blanks in a row. */
  _count(happened) {
    if (happened.code === "blank") this._blanks += 1;
    else if (happened.code === "fired" || happened.code === "dealt") this._blanks = 0;
  }

  _pass(passed, seat) {
    if (passed < this._before) this._before = this._flown = 0; // of this fire now
    const more = passed - this._before - this._flown;
    this._fly(more, seat);
  }

  _fly(count, seat) {
    for (let number = 0; number < Math.min(count, FLYING_MAX); number += 1) {
      setTimeout(() => this._flyOne(seat), number * APART_MS);
    }
    this._flown += Math.max(count, 0);
  }

  _flyOne(seat) {
    this._sounds.card();
    if (still.matches || document.hidden) return;
    const start = middleOf(this._from);
    const goal = middleOf(this._spot(seat) || this._stage);
    const card = element("div", { class: "flying" }, drawBack());
    card.style.left = `${start[0]}px`;
    card.style.top = `${start[1]}px`;
    document.body.append(card);
    const way = `${goal[0] - start[0]}px, ${goal[1] - start[1]}px`;
    const flight = card.animate(
      [
        { transform: "translate(-50%, -50%) scale(0.4)", opacity: 1 },
        { transform: `translate(-50%, -50%) translate(${way}) rotate(540deg)`, opacity: 1 },
      ],
      { duration: FLIGHT_MS, easing: "cubic-bezier(0.2, 0.7, 0.4, 1)" },
    );
    flight.onfinish = () => card.remove();
    flight.oncancel = () => card.remove();
  }

  /** A short suspense before a blank, which comes at once where no motor has to run. */
  _hold(happened) {
    clearTimeout(this._suspense);
    this._suspense = setTimeout(() => {
      this._suspense = null;
      this._wind(this._firing);
      this._end(happened, 0);
    }, SUSPENSE_MS);
  }

  _end(happened, fired) {
    this._fly(fired - this._flown, happened.facts.seat);
    this._flown = 0;
    this._count(happened);
    setText(this._whose, happened.facts.name);
    setText(this._number, fired ? `${fired}!` : say("page.show.nothing"));
    const row = fired || this._blanks < 2 ? "" : say("page.show.row", { count: this._blanks });
    setText(this._row, row);
    this._stage.classList.toggle("blank", !fired);
    this._result.hidden = true;
    void this._result.offsetWidth; // so that the same animation begins anew
    this._result.hidden = false;
    if (fired) this._sounds.came(fired);
    else this._sounds.blank();
    this._since = Date.now();
    this._hideIn(RESULT_MS);
  }

  _hideIn(wait) {
    clearTimeout(this._ending);
    this._ending = setTimeout(() => { this._result.hidden = true; }, Math.max(wait, 0));
  }

  _wind(on) {
    const was = this._stage.classList.contains("winding");
    const level = Math.min(this._blanks, LEVELS);
    this._stage.style.setProperty("--level", level);
    this._stage.classList.toggle("winding", on);
    if (on && !was) {
      this._sounds.whirr(level);
      if (!this._result.hidden) this._hideIn(this._since + LEAST_MS - Date.now());
    }
    if (!on && was) this._sounds.rest();
  }
}

function middleOf(place) {
  const box = place.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
