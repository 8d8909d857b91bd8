// What the table needs from whoever runs it: what helps against what stops it, and what has to be
// done before it goes on. Each is one of
//   {key, words, wish}               a button, for this wish of the table
//   {key, words, wish, isHeld}       one to be held
//   {key, words, hand}               one for what a hand does at a launcher in software
//   {key, words, set, wishOf}        a number to be typed; `wishOf(number)` is the wish
//   {key, words, seat, wishOfCard}   a card to be told, of this seat if it is somebody's
// `isMain`: what one would usually do.

import { capital, drawing, nameOf } from "./table_words.js";
import { say } from "./words.js";

const BY_HAND = { no_card: "load", jam: "clear", blocked: "clear", sensor: "clear", lid: "clear" };

/** What helps against a pause, or an open lid. */
export function cures(view, house) {
  if (!view.stop) return withoutStop(view, house);
  const { code, hopper } = view.stop;
  if (code === "free_press") return settles(view);
  if (code === "count" || code === "count_unknown") return counts(view.stop);
  const made = byHand(code, house);
  if (hopper !== undefined) made.push(...holds(hopper));
  return [...made, main({ key: "go", words: say("page.go_on"), wish: { is: "go_on" } })];
}

/** What has to be done before the next round, or for an exact draw. */
export function steps(view) {
  if (view.stop || view.winners.length) return [];
  if (view.launcher.wants === "cards") return [launch(view)];
  if (view.phase === "dealer") return dealers(view);
  if (view.phase === "deal") return deals(view);
  if (view.phase === "first_card") {
    return [{
      key: "turned", words: say("page.table.first_card"), wishOfCard: (card) => play(`turned ${card}`),
    }];
  }
  if (view.phase !== "count") return [];
  return view.uncounted.map((seat) => ({
    key: `${seat} points`,
    words: say("page.table.points_of", { name: nameOf(view, seat) }),
    set: say("page.table.set"),
    wishOf: (points) => play(`${seat} points ${points}`),
  }));
}

/** What people have counted, of real cards, where it is another number than the table's. */
export function corrections(view) {
  const set = say("page.table.set");
  const hands = view.seats.map(({ seat, name }) => ({
    key: `${seat} holds`,
    words: say("page.table.cards_of", { name }),
    set,
    wishOf: (cards) => play(`${seat} holds ${cards}`),
  }));
  const undo = { key: "undo", words: say("page.table.undo"), wish: play("undo") };
  return [...hands, inHopper(), undo];
}

function play(event) {
  return { is: "play", event };
}

function offer(code, facts, wish, key = code) {
  return { key, words: capital(say(`offer.${code}`, facts)), wish };
}

function main(need) {
  return { ...need, isMain: true };
}

function withoutStop(view, house) {
  if (view.launcher.lid_open) return byHand("lid", house);
  if (view.phase !== "reload" || !view.physical) return [];
  return [main(offer("reload", { count: view.discards - 1 }, play("reload")))];
}

function byHand(code, house) {
  const hand = house.twin && BY_HAND[code];
  return hand ? [{ key: hand, words: say(`page.${hand}`), hand }] : [];
}

function settles(view) {
  const keepers = view.seats.map(({ seat, name }) =>
    offer("settle", { name }, { is: "settle", seat }, `settle ${seat}`));
  return [...keepers, offer("back", {}, { is: "settle", seat: null })];
}

function counts({ cards, maybe, wanted }) {
  const count = (number) => ({ is: "count", cards: number });
  const likely = [...new Set([cards, maybe, wanted].filter(Number.isInteger))];
  return [
    ...likely.sort((one, other) => one - other)
      .map((number) => main(offer("count", { count: number }, count(number), `count ${number}`))),
    { key: "counted", words: say("page.table.how_many"), set: say("page.table.so_many"), wishOf: count },
  ];
}

function holds(hopper) {
  const likely = offer("hopper", { count: hopper }, play(`hopper holds ${hopper}`));
  return hopper > 0 ? [likely, inHopper()] : [inHopper()];
}

function inHopper() {
  return {
    key: "hopper holds",
    words: say("page.table.cards_in"),
    set: say("page.table.set"),
    wishOf: (cards) => play(`hopper holds ${cards}`),
  };
}

function dealers(view) {
  if (!view.contenders.length) {
    return view.seats.map(({ seat, name }) =>
      offer("deals", { name }, play(`${seat} deals`), `${seat} deals`));
  }
  if (!view.physical) return []; // drawn by itself
  return drawing(view).map((seat) => ({
    key: `${seat} drew`,
    words: say("page.table.drew", { name: nameOf(view, seat) }),
    seat,
    wishOfCard: (card) => play(`${seat} drew ${card}`),
  }));
}

function deals(view) {
  const deal = main(offer("deal", {}, { is: "deal" }));
  if (!view.physical) return [deal];
  const byLauncher = { is: "deal", by_launcher: true };
  return [
    { ...deal, words: say("page.hands_dealt") },
    offer("deal_launcher", {}, byLauncher),
  ];
}

function launch(view) {
  const facts = { name: nameOf(view, view.launcher.faces), count: view.launcher.amount };
  const words = `${capital(say("offer.launch", facts))} (${say("page.table.hold")})`;
  return main({ key: "launch", words, wish: { is: "launch" }, isHeld: true });
}
