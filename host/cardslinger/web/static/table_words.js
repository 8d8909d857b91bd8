// What a table's view says, in words: for the table screen, the overlay and the spoken calls.

import { spoken } from "./card.js";
import { has, say } from "./words.js";

export const ARROWS = { clockwise: "↻", anticlockwise: "↺" };
const COUNTED = ["count", "count_unknown", "free_press", "stray"]; // told with a number of cards
const BETWEEN = ["dealer", "deal", "over"];
const BY_SOMEBODY = ["paused", "stop"]; // pauses that need no other cure than to play on

/** The first letter as a capital: what is on offer is written small, buttons are not. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What everybody knows of a seat; undefined where nobody sits. */
export function seatOf(view, seat) {
  return view.seats.find((one) => one.seat === seat);
}

/** Who sits there; "" for nobody. */
export function nameOf(view, seat) {
  const found = seatOf(view, seat);
  return found ? found.name : "";
}

export function directionOf(view) {
  return view.clockwise ? "clockwise" : "anticlockwise";
}

/** Whether no round goes on, and at least one has been played. */
export function isEnded(view) {
  return view.winners.length > 0 || (BETWEEN.includes(view.phase) && view.rounds > 0) ||
    view.phase === "count";
}

/** Who still has to draw for the deal. */
export function drawing(view) {
  return view.seats.map((one) => one.seat)
    .filter((seat) => view.contenders.includes(seat) && !seatOf(view, seat).drew);
}

/** "Round 3" while it is played, "2 rounds played" between rounds. */
export function roundWords(view) {
  return BETWEEN.includes(view.phase) && view.rounds
    ? say("table.rounds", { count: view.rounds })
    : say("table.round", { number: view.rounds + 1 });
}

/** What is owed, in the order in which it is paid; those who owe the same in a row are one line. */
export function debtLines(view) {
  const lines = [];
  let before = "";
  for (const debt of view.debts) {
    const alike = [debt.way, debt.amount, debt.why, debt.begun].join();
    if (alike !== before) lines.push({ debt, names: [] });
    lines[lines.length - 1].names.push(nameOf(view, debt.seat));
    before = alike;
  }
  return lines.map(({ debt, names }) => {
    const what = say(`way.${debt.way}`, { count: debt.amount });
    const why = say(`owed.${debt.why}`);
    const owes = say("screen.owes", { name: names.join(", "), what, why });
    return debt.begun ? `${owes} · ${say("table.begun")}` : owes;
  });
}

/** What the launcher does or waits for. */
export function launcherWords(view) {
  const launcher = view.launcher;
  const name = nameOf(view, launcher.faces);
  if (launcher.lid_open) return say("launcher.lid_open");
  if (launcher.firing) return say(name ? "launcher.firing_for" : "launcher.firing", { name });
  const facts = { name, count: launcher.amount };
  if (launcher.wants === "presses") return say(launcher.due ? "launcher.due" : "launcher.may", facts);
  if (launcher.wants !== "cards") return say("launcher.rests");
  const turn = launcher.turn ? ` ${ARROWS[launcher.turn]} ${say(`direction.${launcher.turn}`)}` : "";
  return say("launcher.faces", facts) + turn;
}

/** Why the launcher can't be reached; "" when it can. */
export function lostWords(house) {
  const reason = whyLost(house);
  return reason && say("launcher.lost", { reason });
}

/** The part of it that is in English. */
export function whyLost(house) {
  if (!house.launcher || house.launcher === "connected") return "";
  return house.why || house.launcher;
}

/** Why something was not done, `{code, facts}`: cards in words, players of `view` by their names. */
export function explain(answer, view = null) {
  if (!answer.code) return "";
  const facts = { ...answer.facts };
  for (const fact of ["card", "top"]) {
    if (fact in facts) facts[fact] = spoken(facts[fact], say);
  }
  const name = view && typeof facts.seat === "number" ? nameOf(view, facts.seat) : "";
  if (answer.code === "refusal.paused" && BY_SOMEBODY.includes(facts.pause)) return say("pause.paused");
  const named = `seat.${answer.code}`;
  const code = name && has(named) ? named : answer.code;
  return capital(say(code, { ...facts, name: name || facts.name }));
}

/** What happened, in one line; `card` says how a card is told. */
export function happenedWords(happened, card = (notation) => spoken(notation, say)) {
  const facts = { ...happened.facts };
  if (facts.card) facts.card = card(facts.card);
  const claimed = facts.claimed ? ` ${say("happened.claimed")}` : "";
  const words = say(`happened.${happened.code}`, facts);
  const isName = facts.name && words.startsWith(facts.name); // which is written as its bearer does
  return (isName ? words : capital(words)) + claimed;
}

/** Why the game stands still and what helps, as `[cause, cure]`; null when it goes on. */
export function troubleWords(view) {
  if (view.stop) return stopWords(view);
  if (view.launcher.lid_open) return [say("pause.lid"), cureWords("lid")];
  if (view.phase === "reload" && view.physical) {
    return [say("page.reload", { count: view.discards - 1 }), ""];
  }
  return null;
}

function stopWords(view) {
  const told = view.stop;
  let code = told.code;
  if (!has(`pause.${code}`)) { // of a launcher that knows more endings than we do
    return [say("pause.other", { ending: code }), cureWords("other")];
  }
  const facts = {
    name: nameOf(view, told.seat) || say("launcher.somebody"),
    maybe: told.maybe || 0,
    reason: told.reason || "",
  };
  if (COUNTED.includes(code)) facts.count = told.cards || 0;
  if (told.hopper !== undefined) { // real cards, and none has come
    code = `${code}.physical`;
    facts.count = told.hopper;
  }
  return [say(`pause.${code}`, facts), cureWords(code)];
}

function cureWords(code) {
  const facts = {};
  for (const [fact, words] of [["go", "go_on"], ["load", "load"], ["clear", "clear"]]) {
    facts[fact] = say(`page.${words}`);
  }
  return say(has(`page.cure.${code}`) ? `page.cure.${code}` : `cure.${code}`, facts);
}
