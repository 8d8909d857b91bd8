// What this seat may do besides laying a card of its hand: choose, draw, pass, cut in, press.

import { COLOURS, drawColour, spoken } from "./card.js";
import { onHold } from "./hold.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { debtOf, isSwap, launcherWants, operands } from "./seat_view.js";
import { capital, seatOf } from "./table_words.js";
import { say } from "./words.js";

const PLAIN = ["draw", "pass", "keep"];

/**
 * Children for `keepChildren`: one for each thing that may be done now. `twin`: the launcher is one
 * in software, without a button of its own.
 */
export function actsOf(view, asker, twin) {
  if (!view || view.stop || view.launcher.firing) return [];
  const play = (move) => () => asker.move(`${view.seat} ${move}`);
  const acts = [];
  const chooses = view.phase === "colour" || view.phase === "target";
  const swap = isSwap(view);
  if (chooses && view.moves.length) {
    const what = swap && view.phase === "target" ? "swap" : view.phase;
    acts.push(hint("choose", say(`seat.cue.${what}`), "ask"));
  }
  for (const letter of operands(view.moves, "colour")) {
    acts.push({
      key: `colour ${letter}`,
      make: () => colourButton(letter, () => asker.move(`${view.seat} colour ${letter}`)),
      draw: (made) => setText(made.lastElementChild, say(`colour.${COLOURS[letter]}`)),
    });
  }
  for (const seat of operands(view.moves, "target").map(Number)) {
    const { name, cards } = seatOf(view, seat);
    const words = swap ? say("seat.swap", { name }) : capital(say("offer.target", { name }));
    const holds = say("table.cards", { count: cards });
    acts.push(act(`target ${seat}`, words, play(`target ${seat}`), holds));
  }
  if (view.moves.includes("lay ?")) acts.push(act("lay", say("seat.lay"), play("lay ?")));
  if (view.moves.includes("done")) acts.push(act("done", say("seat.done"), play("done")));
  for (const move of PLAIN) {
    if (view.moves.includes(move)) acts.push(act(move, capital(say(`offer.${move}`)), play(move)));
  }
  for (const card of operands(view.claims, "cut")) {
    const words = say("seat.cut", { card: spoken(card, say) });
    acts.push(act(`cut ${card}`, words, () => asker.call(`${view.seat} cut ${card}`)));
  }
  return [...acts, ...launcherActs(view, asker, twin)];
}

/** A wide button of words, and smaller ones below them. */
export function act(key, words, tapped, more = "", kind = "") {
  return {
    key,
    make: () => {
      const made = element("button", { type: "button", class: `act ${kind}` },
        element("strong"), element("span"));
      made.addEventListener("click", () => made.tapped());
      return made;
    },
    draw: (made) => {
      made.tapped = tapped;
      setText(made.firstElementChild, words);
      setText(made.lastElementChild, more);
    },
  };
}

/** A line that says how. */
export function hint(key, words, kind = "") {
  return { key, make: () => element("p", { class: `hint ${kind}` }), draw: (made) => setText(made, words) };
}

function colourButton(letter, tapped) {
  const made = element("button", { type: "button", class: "act colour" },
    drawColour(letter), element("b", {}, letter), element("span"));
  made.addEventListener("click", tapped);
  return made;
}

/** A button to hold; it is the `main` one, or one choice among others. */
function held(asker, key, words, more, main, wish) {
  const done = (seen) => asker.wish(wish, { seen });
  const drawn = act(key, words, done, more);
  return {
    key,
    make: () => {
      const made = element("button", { type: "button" }, element("strong"), element("span"));
      onHold(made, (seen) => made.tapped(seen), () => asker.link.seen);
      return made;
    },
    draw: (made) => {
      made.classList.add("act", "wide");
      made.classList.toggle("main", main);
      drawn.draw(made);
    },
  };
}

function launcherActs(view, asker, twin) {
  const wants = launcherWants(view);
  if (wants === "presses") {
    const instead = !view.launcher.due && operands(view.moves, "play").length > 0;
    const words = pressWords(view, instead);
    const press = held(asker, "press", say("seat.press"), words, !instead, { is: "press" });
    return twin ? [press] : [press, hint("own button", say("seat.press.own"))];
  }
  if (wants === "cards") {
    const turn = view.launcher.turn;
    const where = turn
      ? say("seat.launch.turn", { direction: say(`direction.${turn}`) })
      : say("seat.launch.faces");
    const words = say("seat.launch", { count: view.launcher.amount });
    return [hint("turn", where), held(asker, "launch", words, "", true, { is: "launch" })];
  }
  return [];
}

function pressWords(view, instead) {
  if (!view.launcher.due) return instead ? say("seat.press.instead") : "";
  const debt = debtOf(view, view.seat);
  if (debt && debt.way === "until_card") return say("seat.press.until_card");
  return say("seat.press.owed", { count: debt ? debt.amount : view.launcher.amount });
}
