// The set-up of the next match as it is being filled in: proposed, remembered, changed.

import { kept, keep } from "./page.js";
import { say } from "./words.js";

export const PLAYERS_MIN = 2;
export const PLAYERS_MAX = 10;
export const RULES = ["attack", "attack-hk", "all-wild"];
export const USUAL_BOT = "greedy";
const REMEMBERED = "setup";
const AT_FIRST = 4; // players, where bots can fill the seats
const AT_FIRST_REAL = 3;

/** Whether a launcher is one in software. */
export function isTwin(port) {
  return port.startsWith("virtual://") || port.startsWith("emulated://");
}

/**
 * What is proposed for the launcher at `port`: what this device set up last, if that was for a
 * launcher of this kind, else what one would begin with.
 */
export function propose(port) {
  const last = remembered();
  if (last && (last.proposed === port || isTwin(last.port) === isTwin(port))) {
    return { ...last, port: last.proposed === port ? last.port : port, proposed: port };
  }
  const physical = !isTwin(port);
  const sitters = physical ? filled([], true) : filled([you()], false);
  return { proposed: port, port, rules: RULES[0], flags: {}, physical, sitters, profile: "" };
}

function remembered() {
  try {
    const last = JSON.parse(kept(REMEMBERED, "null"));
    return last && RULES.includes(last.rules) && Array.isArray(last.sitters) ? last : null;
  } catch (error) {
    return null; // of another version of this page
  }
}

/** For the next time. */
export function remember(draft) {
  keep(REMEMBERED, JSON.stringify(draft));
}

/** A sitter's `code` and `facts` say the name as long as nobody has typed one. */
export function you() {
  const facts = { number: 1 };
  return { name: say("host.person", facts), bot: "", code: "host.person", facts };
}

export function person() {
  return { name: "", bot: "" };
}

/** A bot with a number that no other bot's name has. */
export function newBot(sitters) {
  let number = 1;
  const named = () => say("host.bot", { number });
  while (sitters.some((one) => one.name === named())) number++;
  return { name: named(), bot: USUAL_BOT, code: "host.bot", facts: { number } };
}

/** Names that nobody has typed, in the language of now. */
export function nameAgain(sitters) {
  for (const one of sitters) {
    if (one.code) one.name = say(one.code, one.facts);
  }
}

/** The same people with the other kind of cards: bots can't hold real ones. */
export function withCards(sitters, physical) {
  const people = sitters.filter((one) => !one.bot && !one.code && one.name.trim());
  if (!physical && !people.length) people.push(you());
  return filled(people, physical);
}

function filled(people, physical) {
  const sitters = [...people];
  const wanted = physical ? AT_FIRST_REAL : AT_FIRST;
  while (sitters.length < wanted) sitters.push(physical ? person() : newBot(sitters));
  return sitters;
}

/** What keeps these names from being played with: the place of the first, and why. */
export function wrongName(sitters) {
  const names = sitters.map((one) => one.name.trim());
  for (const [place, name] of names.entries()) {
    if (!name) return { place, code: "refusal.no_name", facts: { most: 24 } };
    if (names.indexOf(name) !== place) return { place, code: "refusal.name_taken", facts: { name } };
  }
  return null;
}

/** The message that begins the match. */
export function toBegin(draft, group) {
  return {
    is: "begin",
    port: draft.port,
    rules: draft.rules,
    flags: draft.flags[draft.rules] || {},
    physical: draft.physical,
    sitters: draft.sitters.map(({ name, bot }) => ({ name: name.trim(), bot })),
    profile: draft.profile,
    save_group: group,
  };
}
