// What a seat's view says, read once for all who ask.

import { say } from "./words.js";

/** The operands of all moves of this word: `operands(view.moves, "play")` -> ["R7", "Wild"]. */
export function operands(moves, word) {
  return moves.filter((move) => move.startsWith(`${word} `)).map((move) => move.slice(word.length + 1));
}

/** Whether the launcher waits for this seat, and for what: "presses", "cards" or "". */
export function launcherWants(view) {
  const launcher = view.launcher;
  return launcher.faces === view.seat && launcher.wants !== "nothing" ? launcher.wants : "";
}

/** What this seat has to pay first; undefined for nothing. */
export function debtOf(view, seat) {
  return view.debts.find((debt) => debt.seat === seat);
}

/** A debt: how many presses or cards, and why. */
export function debtWords(debt) {
  const begun = debt.begun ? ` · ${say("table.begun")}` : "";
  return `${say(`way.${debt.way}`, { count: debt.amount })} ${say(`owed.${debt.why}`)}${begun}`;
}

/** Whether choosing a player now means swapping hands. */
export function isSwap(view) {
  const kind = view.top || "";
  if (kind === "Customizable") return view.flags.custom_effect === "swap";
  return /^.?TradeHands$/.test(kind) || kind === "ForcedSwap";
}
