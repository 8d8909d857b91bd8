// What a launcher tells of itself, in words.

import { has, language, say } from "./words.js";

// mV with the motor off and on, as the launcher's self-test has them (slinger.selftest).
export const BATTERY_MV = { battery_off: [3750, 5600], battery_on: [3450, 5600] };

/** What it does now. */
export function stateWords(state) {
  const code = `launcher.state.${state}`;
  return has(code) ? say(code) : say("launcher.state.other", { state });
}

/** What a fault in its log was, and what helps: `[cause, cure]`. */
export function faultWords(what) {
  const code = `launcher.fault.${what}`;
  return has(code) ? [say(code), say(`${code}.cure`)] : [say("launcher.fault.other", { what }), ""];
}

/** What it noted with a fault; the count of a fire that was stopped in our words. */
export function noteWords(text) {
  const [, passed, wanted] = /^(\d+) of (\d+) cards$/.exec(text) || [];
  return wanted ? say("launcher.fault.cards", { passed, count: Number(wanted) }) : text;
}

/** What the measured batteries are worth: a code; none measured says so. */
export function batteryCode(battery) {
  const found = Object.keys(BATTERY_MV).filter((name) => name in battery);
  if (!found.length) return "launcher.battery.none";
  if (found.some((name) => battery[name] < BATTERY_MV[name][0])) return "launcher.battery.weak";
  if (found.some((name) => battery[name] > BATTERY_MV[name][1])) return "launcher.battery.over";
  return "launcher.battery.good";
}

export function volts(millivolts) {
  const figures = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat(language, figures).format(millivolts / 1000)} V`;
}

export function number(value) {
  return new Intl.NumberFormat(language).format(value);
}

/** Hours, minutes and seconds: it has no calendar. */
export function clock(seconds) {
  const two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
