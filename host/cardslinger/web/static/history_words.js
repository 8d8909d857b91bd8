// Times, numbers and names of the past, as its reader writes them.

import { spoken } from "./card.js";
import { capital } from "./table_words.js";
import { has, language, say } from "./words.js";

/** The reader's own way to write in this language: "en-GB" where the browser prefers that. */
function locale() {
  const own = (navigator.languages || []).filter((one) => one.split("-")[0] === language);
  return own[0] || language;
}

/** Day and time of a moment, in the reader's time zone; "?" for none. */
export function dayAndTime(at) {
  return moment(at, { dateStyle: "medium", timeStyle: "short" });
}

export function timeOfDay(at) {
  return moment(at, { timeStyle: "short" });
}

function moment(at, style) {
  return at ? new Intl.DateTimeFormat(locale(), style).format(new Date(at)) : "?";
}

/** "1 hr 5 min", "12 sec": hours and minutes, or seconds. */
export function lasted(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (!minutes) return amount(Math.floor(seconds), "second");
  const rest = minutes % 60 ? amount(minutes % 60, "minute") : "";
  return minutes < 60 ? rest : `${amount(Math.floor(minutes / 60), "hour")} ${rest}`.trim();
}

function amount(value, unit) {
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "short" }).format(value);
}

export function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

/** What the match came to: "Match 3: won by Ann". */
export function titleOf(match) {
  const name = match.winners.join(", ");
  if (match.over) return say("plot.won", { match: match.match, name });
  return say("plot.going_on", { match: match.match, count: match.rounds.length });
}

/** The name of a set of rules, as the set-up has it. */
export function rulesOf(match) {
  const code = `host.rules.${match.rules}`;
  return has(code) ? say(code) : match.rules;
}

/** Who has played a seat, in order. */
export function playersOf(seat) {
  const names = seat.names.join(" › ");
  return seat.bot ? `${names} (${say("host.state.bot")})` : names;
}

export function nameOf(match, seat) {
  const found = match.seats.find((one) => one.seat === seat);
  return found ? found.names[found.names.length - 1] : say("past.nobody");
}

/** A line of the log: `{code, facts}`, with cards and people that have no name said in words. */
export function lineWords({ code, facts }) {
  const told = { ...facts };
  if (told.card) told.card = spoken(told.card, say);
  if (told.name === "") told.name = say("launcher.somebody");
  if (!has(code)) return say("pause.other", told); // of a launcher that knows more endings
  const by = code === "pause.stop" || code === "pause.paused" ? facts.name : "";
  const claimed = told.claimed ? ` ${say("happened.claimed")}` : "";
  const line = say(code, told);
  const isName = told.name && line.startsWith(told.name); // and is written as it is written
  return (isName ? line : capital(line)) + claimed + (by ? ` – ${by}` : "");
}
