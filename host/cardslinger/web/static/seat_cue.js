// What this player has to do now: said big, by vibration and in the window's title.

import { setText } from "./keep.js";
import { debtOf, debtWords, isSwap, operands } from "./seat_view.js";
import { capital, nameOf, troubleWords } from "./table_words.js";
import { say } from "./words.js";

const BUZZ_MS = [200, 80, 200];

/** Keeps the cue in `place`, and its title in `short`, which stays in sight. */
export class Cue {
  constructor(place, short) {
    this._place = place;
    this._short = short;
    this._called = ""; // what the player was called for last
  }

  draw(shown) {
    const cue = cueOf(shown);
    const [title, more] = this._place.querySelectorAll("strong, .cue-words span");
    this._place.classList.toggle("mine", cue.mine);
    this._place.classList.toggle("trouble", Boolean(cue.trouble));
    document.body.classList.toggle("mine", cue.mine);
    setText(this._short, cue.mine ? `▶ ${cue.title}` : cue.title);
    setText(this._place.querySelector(".cue-sign"), signOf(cue));
    setText(title, cue.title);
    setText(more, cue.more || "");
    this._buzz(cue.call);
    const page = cue.mine ? `▶ ${cue.title}` : say("page.title.seat");
    document.title = `${page} · cardslinger`;
  }

  /** `call` undefined: the player is called for nothing; null: for what it was before. */
  _buzz(call = "") {
    if (call === null) return;
    if (call && call !== this._called && mayVibrate()) navigator.vibrate(BUZZ_MS);
    this._called = call;
  }
}

/** What stands on the sign beside it: not by colour alone. */
function signOf(cue) {
  if (cue.trouble) return "!";
  if (cue.won) return "★";
  return cue.mine ? "▶" : "…";
}

/** A browser complains where nobody has touched the page yet, as after a reload. */
function mayVibrate() {
  return navigator.vibrate && (!navigator.userActivation || navigator.userActivation.hasBeenActive);
}

/** `{mine, title, more, trouble, won, call}`; `call` tells one call on the player from the next. */
export function cueOf(shown) {
  const { house, view, you } = shown;
  if (!view) return house.opening ? plain("seat.opening") : plain("page.no_match", "seat.soon");
  if (you.seat === null) return plain("seat.nobody");
  const trouble = troubleWords(view);
  if (trouble) return standsStill(you, trouble);
  if (view.launcher.firing) return firing(view, house.passed);
  if (view.phase === "over") return over(view, you);
  if (view.acting === null) return between(view, you);
  return view.acting === view.seat ? own(view) : others(view);
}

function plain(code, more) {
  return { mine: false, title: say(code), more: more ? say(more) : "" };
}

function standsStill(you, [cause, cure]) {
  const more = `${cause} ${you.host ? cure : say("seat.do.goes_on")}`.trim();
  return { mine: false, trouble: true, title: say("seat.cue.still"), more };
}

function joined(...words) {
  return words.filter(Boolean).join(" · ");
}

function firing(view, passed) {
  const seat = view.launcher.faces;
  const more = say("seat.so_far", { count: passed });
  if (seat === view.seat) return { mine: true, title: say("seat.cue.firing.you"), more, call: null };
  const title = seat === null
    ? say("seat.cue.firing.nobody")
    : say("seat.cue.firing", { name: nameOf(view, seat) });
  return { mine: false, title, more };
}

function over(view, you) {
  const won = view.winners.includes(view.seat);
  const names = view.winners.map((seat) => nameOf(view, seat)).join(", ");
  const title = won && view.winners.length === 1
    ? say("seat.cue.match_won")
    : say("happened.match_won", { name: names });
  const own = view.seats.find((one) => one.seat === view.seat);
  const score = say("seat.own_score", { count: own.score });
  return { mine: false, won, title, more: joined(score, you.host ? "" : say("seat.do.next_match")) };
}

/** Nobody's turn: the table has to do something. */
function between(view, you) {
  const waits = you.host ? "" : say("seat.do.deals");
  if (view.phase === "count") {
    const mine = view.uncounted.includes(view.seat);
    const title = say(mine ? "seat.cue.count" : "seat.cue.counting");
    return { mine, title, more: ended(view), call: mine ? "count" : "" };
  }
  if (view.phase === "dealer") {
    const more = view.physical && view.contenders.length ? say("seat.host.draw") : waits;
    return { mine: you.host, title: say("seat.cue.dealer"), more };
  }
  if (view.phase === "deal") {
    const title = view.rounds ? ended(view) : say("seat.cue.deal");
    const dealer = view.dealer === null ? "" : say("seat.dealer", { name: nameOf(view, view.dealer) });
    const won = view.rounds > 0 && view.round_winner === view.seat;
    return { mine: you.host, won, title, more: joined(dealer, waits) };
  }
  const title = say(view.phase === "reload" ? "seat.cue.reload" : "seat.cue.first_card");
  const more = you.host ? "" : capital(say(`phase.${view.phase}`));
  return { mine: you.host && view.physical, title, more };
}

function ended(view) {
  if (view.round_winner === view.seat) return say("seat.cue.round_won");
  if (view.round_winner === null) return view.blocked ? say("happened.round_blocked") : say("seat.cue.deal");
  return say("happened.round_won", { name: nameOf(view, view.round_winner) });
}

function others(view) {
  const name = nameOf(view, view.acting);
  const debt = view.phase === "pay" ? debtOf(view, view.acting) : null;
  const exposed = isExposed(view);
  const more = exposed ? say("seat.exposed") : debt ? debtWords(debt) : capital(say(`phase.${view.phase}`));
  const code = !debt ? "seat.cue.of" : debt.way === "exact" ? "seat.cue.gets" : "seat.cue.pays";
  return { mine: exposed, title: say(code, { name }), more, call: exposed ? "exposed" : "" };
}

function isExposed(view) {
  return view.seats.some((one) => one.seat === view.seat && one.exposed) && view.claims.includes("uno");
}

function own(view) {
  if (view.phase === "pay") return ownDebt(view);
  const swap = view.phase === "target" && isSwap(view);
  const title = say(`seat.cue.${swap ? "swap" : view.phase}`);
  const lays = ["play", "lay"].some((word) => operands(view.moves, word).length > 0);
  const mayCall = view.claims.includes("uno") && lays;
  const calls = isExposed(view) ? "seat.exposed" : mayCall ? "hint.uno" : "";
  return { mine: true, title, more: calls ? say(calls) : todo(view), call: view.phase };
}

function ownDebt(view) {
  const debt = debtOf(view, view.seat);
  const stack = operands(view.moves, "play").length > 0 ? say("seat.do.stack") : "";
  return {
    mine: true,
    title: say(`seat.cue.${debt.way}`, { count: debt.amount }),
    more: joined(capital(say(`owed.${debt.why}`)), stack),
    call: `pay ${debt.why}`,
  };
}

/** How it is done on this page. */
function todo(view) {
  const plays = operands(view.moves, "play").length > 0;
  const may = (move) => view.moves.includes(move);
  if (view.phase === "lay") return say(view.physical ? "seat.do.lay_real" : "seat.do.lay");
  if (view.phase === "colour" || view.phase === "target") return "";
  if (view.physical) return say(may("press") ? "seat.do.claim_or_press" : "seat.do.claim");
  if (may("pass")) return say("seat.do.pass");
  if (!plays) return may("press") ? say("seat.do.press") : "";
  if (may("draw")) return say("seat.do.play_or_draw");
  return say(may("press") ? "seat.do.play_or_press" : "seat.do.play");
}
