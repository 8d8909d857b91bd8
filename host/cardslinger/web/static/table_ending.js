// The end of a round or of the match, big and friendly, and how it goes on.

import { drawColour } from "./card.js";
import { element } from "./page.js";
import { fill } from "./table_parts.js";
import { COLOURS, capital, nameOf } from "./table_words.js";
import { language, say } from "./words.js";

const SHOWN = 3; // of the scores; each is told at its seat too

/** Who won, with the best scores, as this table counts. */
export function drawEnding(place, view) {
  const scores = view.seats.map((one) => [one.name, one.score]);
  const key = [language, view.winners, view.round_winner, view.blocked, view.phase, view.dealer, scores];
  fill(place, JSON.stringify(key), () => [
    element("div", { class: "shapes", "aria-hidden": "true" }, ...Object.keys(COLOURS).map(drawColour)),
    element("h2", { class: "won" }, wonWords(view)),
    element("ol", { class: "scores" }, ...byScore(scores, view).slice(0, SHOWN).map(scoreLine)),
    element("p", { class: "goes-on" }, goesOnWords(view)),
  ]);
}

/** Who has won the round or the match. */
export function wonWords(view) {
  if (view.winners.length) {
    const names = view.winners.map((seat) => nameOf(view, seat)).join(", ");
    return say("happened.match_won", { name: names });
  }
  if (view.round_winner === null) return say("happened.round_blocked");
  return say("happened.round_won", { name: nameOf(view, view.round_winner) });
}

function goesOnWords(view) {
  if (view.winners.length) return say("page.table.next_match");
  if (view.phase === "count") return capital(say("phase.count"));
  const deals = nameOf(view, view.dealer);
  const next = say("page.table.next_round");
  return deals ? `${say("page.table.dealer", { name: deals })} ${next}` : next;
}

function byScore(scores, view) {
  const sign = view.lowest_wins ? 1 : -1;
  return [...scores].sort((one, other) => sign * (one[1] - other[1]));
}

function scoreLine([name, score], place) {
  const who = element("span", {}, `${place + 1}. ${name}`);
  return element("li", {}, who, " ", element("b", {}, String(score)));
}
