// The end of a round or of the match, big and friendly, and how it goes on.

import { COLOURS, drawColour } from "./card.js";
import { fill } from "./keep.js";
import { element } from "./page.js";
import { capital, nameOf } from "./table_words.js";
import { language, say } from "./words.js";

const MANY = 5; // scores: they stand in two columns

/** Who won, with the best scores, as this table counts. */
export function drawEnding(place, view) {
  const scores = view.seats.map((one) => [one.name, one.score]);
  const key = [language, view.winners, view.round_winner, view.blocked, view.phase, view.dealer, scores];
  fill(place, JSON.stringify(key), () => [
    element("div", { class: "shapes", "aria-hidden": "true" }, ...Object.keys(COLOURS).map(drawColour)),
    element("h2", { class: "won" }, wonWords(view)),
    element("ol", { class: scores.length > MANY ? "scores many" : "scores" },
      ...byScore(scores, view).map(scoreLine)),
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

/** Who has as many as another has the same place. */
function scoreLine([name, score], _, all) {
  const place = 1 + all.findIndex((one) => one[1] === score);
  const who = element("span", { class: "who" }, `${place}. ${name}`);
  return element("li", {}, who, " ", element("b", {}, String(score)));
}
