// What the table needs from whoever runs it, where that is this player: a few big buttons.

import { element } from "./page.js";
import { act, hint } from "./seat_acts.js";
import { setText } from "./seat_keep.js";
import { capital, drawing, nameOf } from "./table_words.js";
import { say } from "./words.js";

const OF_TABLE = { ofTable: true };
const BY_HAND = { no_card: "load", jam: "clear", blocked: "clear", sensor: "clear", lid: "clear" };

/** Children for `keepChildren`. `draws(seat)`: the card of this seat for the deal is to be told. */
export function hostActs(shown, asker, draws) {
  const view = shown.view;
  if (!view || !shown.you.host || view.phase === "over") return [];
  const table = (event) => () => asker.move(event, OF_TABLE);
  const wish = (wished) => () => asker.wish(wished, OF_TABLE);
  const offer = (key, code, tapped, facts = {}, kind = "") =>
    act(key, capital(say(code, facts)), tapped, "", kind);
  if (view.stop) return cures(shown, asker, offer, wish);
  if (view.launcher.lid_open) return hands(shown, asker, "lid", offer);
  if (view.phase === "dealer") return dealers(view, table, draws);
  if (view.phase === "deal" && view.physical) {
    return [
      act("deal", say("seat.host.hands"), wish({ is: "deal" }), "", "main"),
      offer("deal launcher", "offer.deal_launcher", wish({ is: "deal", by_launcher: true })),
    ];
  }
  if (view.phase === "deal") return [offer("deal", "offer.deal", wish({ is: "deal" }), {}, "main")];
  if (view.phase === "reload" && view.physical) {
    return [offer("reload", "offer.reload", table("reload"), { count: view.discards - 1 }, "main")];
  }
  return [];
}

function dealers(view, table, draws) {
  if (!view.contenders.length) {
    return view.seats.map(({ seat, name }) =>
      act(`${seat} deals`, capital(say("offer.deals", { name })), table(`${seat} deals`)));
  }
  if (!view.physical) return []; // drawn by itself
  return drawing(view).map((seat) =>
    act(`${seat} drew`, say("seat.host.drew", { name: nameOf(view, seat) }), () => draws(seat)));
}

function cures(shown, asker, offer, wish) {
  const { code, cards, maybe, wanted, hopper } = shown.view.stop;
  if (code === "free_press") {
    const keeps = shown.view.seats.map(({ seat, name }) =>
      offer(`settle ${seat}`, "offer.settle", wish({ is: "settle", seat }), { name }));
    return [...keeps, offer("back", "offer.back", wish({ is: "settle", seat: null }))];
  }
  if (code === "count" || code === "count_unknown") {
    const likely = [...new Set([cards, maybe, wanted])].filter(Number.isInteger);
    const counts = likely.sort((one, other) => one - other).map((count) =>
      offer(`count ${count}`, "offer.count", wish({ is: "count", cards: count }), { count }));
    return [...counts, typed(asker)];
  }
  const holds = () => asker.move(`hopper holds ${hopper}`, OF_TABLE);
  const held = hopper > 0 ? [offer("hopper", "offer.hopper", holds, { count: hopper })] : [];
  const go = offer("go", "page.go_on", wish({ is: "go_on" }), {}, "main");
  return [...hands(shown, asker, code, offer), ...held, go];
}

/** What hands do at a launcher in software. */
function hands(shown, asker, code, offer) {
  const what = BY_HAND[code];
  if (!what) return [];
  if (!shown.house.twin) return code === "lid" ? [hint("lid", say("launcher.lid_open"))] : [];
  return [offer(what, `page.${what}`, () => asker.say({ is: "hand", what }))];
}

/** A field for a number of cards that nobody has guessed. */
function typed(asker) {
  return {
    key: "typed",
    make: () => {
      const number = element("input", {
        type: "number", min: 0, max: 112, inputmode: "numeric", required: "",
      });
      const label = element("label", {}, element("span"), number);
      const tell = element("button", { type: "submit" });
      const made = element("form", { class: "typed" }, label, tell);
      made.addEventListener("submit", (event) => {
        event.preventDefault();
        asker.wish({ is: "count", cards: Number(number.value) }, OF_TABLE);
      });
      return made;
    },
    draw: (made) => {
      setText(made.querySelector("span"), say("seat.host.came"));
      setText(made.lastElementChild, say("seat.host.tell"));
    },
  };
}
