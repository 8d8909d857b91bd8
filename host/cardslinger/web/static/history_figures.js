// The figures of a match: scores, what the players did, what the launcher did.

import { pairs, table } from "./history_table.js";
import { nameOf, number, lasted } from "./history_words.js";
import { element } from "./page.js";
import { capital } from "./table_words.js";
import { has, say } from "./words.js";

// What stands together, as in `cardslinger stats`.
const GROUPS = {
  matches: ["rounds_won", "points", "penalty_points"],
  launcher: ["presses_owed", "presses_chosen", "blanks", "cards_received", "largest_fire"],
  cards: ["cards_played", "most_cards", "cut_ins", "calls", "catches", "caught"],
};
const LAUNCHER = ["fires", "button_presses", "cards", "blanks", "counts_confirmed", "free_presses"];
const NO_TROUBLE = ["count", "free_press", "resumed"]; // stand among the figures, or mean nothing here

/** Rounds with their winners and the scores after each. */
export function scores(match) {
  if (!match.rounds.length) return element("p", { class: "dim" }, say("past.no_rounds"));
  const headings = [
    say("history.heading.rounds"),
    ...match.seats.map((seat) => nameOf(match, seat.seat)),
    say("history.heading.won_by"),
    say("past.length"),
  ];
  const rows = match.rounds.map((round, place) => [
    say("table.round", { number: number(place + 1) }),
    ...match.seats.map((seat) => scoreOf(match, place, seat.seat)),
    round.winner === null ? say("past.nobody") : nameOf(match, round.winner),
    `${say("stats.turns", { count: round.turns })}, ${lasted(round.seconds)}`,
  ]);
  const title = say(match.lowest_wins ? "plot.points_lowest" : "plot.points");
  return table({ title, headings, rows, kind: "scores" });
}

function scoreOf(match, place, seat) {
  const round = match.rounds[place];
  if (!(seat in round.scores)) return "–";
  const before = place ? match.rounds[place - 1].scores[seat] || 0 : 0;
  const gained = round.scores[seat] - before;
  const text = number(round.scores[seat]) + (gained ? ` (+${number(gained)})` : "");
  return { text, mark: seat === round.winner ? "★" : "" };
}

/** A table of each group of figures, a row a player. */
export function players(match) {
  const names = Object.keys(match.players);
  return Object.entries(GROUPS).map(([group, figures]) => {
    const shown = figures.filter((one) => !isNeedless(match, one));
    return table({
      title: say(`stats.group.${group}`),
      headings: [say("stats.heading.player"), ...shown.map((one) => capital(say(`stats.player.${one}`)))],
      rows: names.map((name) => [name, ...shown.map((one) => number(match.players[name][one]))]),
    });
  });
}

/** Points are counted for whoever wins, or for everybody's own hand. */
function isNeedless(match, figure) {
  if (figure !== "points" && figure !== "penalty_points") return false;
  return !Object.values(match.players).some((player) => player[figure]);
}

/** What the launcher did, how its fires ended, why the game stood still, what a press gave. */
export function launcher(match) {
  const told = match.launcher;
  const pauses = byCount(told.pauses).filter(([code]) => !NO_TROUBLE.includes(code));
  return [
    pairs(LAUNCHER.map((one) => [say(`stats.launcher.${one}`), number(told[one])])),
    ...headed("past.outcomes", byCount(told.outcomes).map(named("past.outcome"))),
    element("h4", {}, say("past.pauses")),
    pauses.length
      ? pairs(pauses.map(named("stats.pause")))
      : element("p", { class: "dim" }, say("past.never_paused")),
    ...presses(told.presses),
  ];
}

function headed(code, found) {
  return found.length ? [element("h4", {}, say(code)), pairs(found)] : [];
}

function named(prefix) {
  return ([code, count]) => [has(`${prefix}.${code}`) ? say(`${prefix}.${code}`) : code, number(count)];
}

function byCount(counts) {
  return Object.entries(counts).sort((one, other) => other[1] - one[1]);
}

/** How many presses gave how many cards, by any profile, with bars. */
function presses(byProfile) {
  const counts = [];
  for (const found of Object.values(byProfile)) {
    for (const [cards, times] of Object.entries(found)) counts[cards] = (counts[cards] || 0) + times;
  }
  if (!counts.length) return [];
  const most = Math.max(...counts.filter(Boolean));
  const rows = Array.from(counts, (times, cards) => {
    const bar = element("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * (times || 0)) / most}%`;
    return element("div", {},
      element("dt", {}, say("table.cards", { count: cards })),
      element("dd", {}, bar, element("span", {}, number(times || 0))));
  });
  return [element("h4", {}, say("stats.presses")), element("dl", { class: "bars" }, ...rows)];
}
