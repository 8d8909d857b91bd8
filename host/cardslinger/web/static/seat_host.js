// What the table needs from whoever runs it, where that is this player: a few big buttons.

import { numberChild } from "./fields.js";
import { cures, steps } from "./needs.js";
import { act, hint } from "./seat_acts.js";
import { nameOf } from "./table_words.js";
import { say } from "./words.js";

const OF_TABLE = { ofTable: true };

/** Children for `keepChildren`. `draws(seat)`: the card of this seat for the deal is to be told. */
export function hostActs({ view, you, house }, asker, draws) {
  if (!view || !you.host || view.phase === "over") return [];
  const curing = cures(view, house);
  if (curing.length) return children(curing, view, asker, draws);
  if (view.launcher.lid_open) return [hint("lid", say("launcher.lid_open"))];
  // The first card is asked for below, points on everybody's own page, a launch of whom it is for.
  const isElsewhere = (need) =>
    need.isHeld || need.wishOf || (need.wishOfCard && need.seat === undefined);
  return children(steps(view).filter((need) => !isElsewhere(need)), view, asker, draws);
}

function children(needs, view, asker, draws) {
  const ask = (wish) => asker.wish(wish, OF_TABLE);
  return needs.map(({ key, words, set, wish, hand, wishOf, wishOfCard, seat, isMain }) => {
    if (wishOf) return numberChild(key, words, set, (number) => ask(wishOf(number)));
    if (wishOfCard) return act(key, say("seat.host.drew", { name: nameOf(view, seat) }), () => draws(seat));
    const tapped = () => (hand ? asker.say({ is: "hand", what: hand }) : ask(wish));
    return act(key, words, tapped, "", isMain ? "main" : "");
  });
}
