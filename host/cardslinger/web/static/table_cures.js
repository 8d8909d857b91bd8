// What helps against what stopped the game, for whoever runs the table: a button for each cure.

import { button, element } from "./page.js";
import { cardPicker, numberAsk } from "./table_fields.js";
import { capital, drawing, nameOf } from "./table_words.js";
import { onHold } from "./hold.js";
import { say } from "./words.js";

const BY_HAND = { no_card: "load", jam: "clear", blocked: "clear", sensor: "clear", lid: "clear" };

/** The cures of a pause, or of an open lid; `ask` sends a wish of the table, `hand` a hand. */
export function cures(view, house, ask, hand) {
  if (!view.stop) return withoutStop(view, house, ask, hand);
  const { code, hopper: held } = view.stop;
  if (code === "free_press") return settles(view, ask);
  if (code === "count" || code === "count_unknown") return counts(view.stop, ask);
  const made = [];
  if (house.twin && BY_HAND[code]) made.push(byHand(BY_HAND[code], hand));
  if (held !== undefined) made.push(...hopper(held, ask));
  made.push(button("page.go_on", () => ask({ is: "go_on" }), { class: "main" }));
  return made;
}

function withoutStop(view, house, ask, hand) {
  if (view.launcher.lid_open) return house.twin ? [byHand("clear", hand)] : [];
  if (view.phase !== "reload" || !view.physical) return [];
  return [offer("reload", { count: view.discards - 1 }, () => ask({ is: "play", event: "reload" }))];
}

function settles(view, ask) {
  const keepers = view.seats.map((one) =>
    offer("settle", { name: one.name }, () => ask({ is: "settle", seat: one.seat })));
  return [...keepers, offer("back", {}, () => ask({ is: "settle", seat: null }))];
}

function counts(stop, ask) {
  const count = (cards) => ask({ is: "count", cards });
  const told = [stop.cards, stop.maybe, stop.wanted].filter((one) => typeof one === "number");
  const likely = [...new Set(told)].sort((one, other) => one - other);
  return [
    ...likely.map((cards) => offer("count", { count: cards }, () => count(cards), "main")),
    numberAsk(say("page.table.how_many"), say("page.table.so_many"), count),
  ];
}

function hopper(held, ask) {
  const holds = (cards) => ask({ is: "play", event: `hopper holds ${cards}` });
  return [
    offer("hopper", { count: held }, () => holds(held)),
    numberAsk(say("page.table.cards_in"), say("page.table.set"), holds),
  ];
}

/** What has to be done before the next round, or for an exact draw. */
export function steps(view, ask) {
  if (view.stop || view.winners.length) return [];
  const play = (event) => ask({ is: "play", event });
  if (view.launcher.wants === "cards") return [launch(view, ask)];
  if (view.phase === "dealer") return dealers(view, play);
  if (view.phase === "deal") {
    const dealt = offer("deal", {}, () => ask({ is: "deal", by_launcher: false }), "main");
    if (!view.physical) return [dealt];
    return [dealt, offer("deal_launcher", {}, () => ask({ is: "deal", by_launcher: true }))];
  }
  if (view.phase === "first_card") {
    return [cardPicker(say("page.table.first_card"), view, (card) => play(`turned ${card}`))];
  }
  if (view.phase !== "count") return [];
  return view.uncounted.map((seat) => {
    const name = view.seats.find((one) => one.seat === seat).name;
    const label = say("page.table.points_of", { name });
    return numberAsk(label, say("page.table.set"), (points) => play(`${seat} points ${points}`));
  });
}

function dealers(view, play) {
  if (!view.contenders.length) {
    return view.seats.map((one) =>
      offer("deals", { name: one.name }, () => play(`${one.seat} deals`)));
  }
  if (!view.physical) return [];
  return drawing(view).map((seat) => {
    const label = say("page.table.drew", { name: nameOf(view, seat) });
    return cardPicker(label, view, (card) => play(`${seat} drew ${card}`));
  });
}

function launch(view, ask) {
  const faced = view.seats.find((one) => one.seat === view.launcher.faces);
  const facts = { name: faced ? faced.name : "", count: view.launcher.amount };
  const made = element("button", { type: "button", class: "main" });
  made.append(`${capital(say("offer.launch", facts))} (${say("page.table.hold")})`);
  onHold(made, () => ask({ is: "launch" }));
  return made;
}

function byHand(what, hand) {
  return button(`page.${what}`, () => hand(what));
}

function offer(code, facts, act, style = "") {
  const made = element("button", { type: "button", class: style || null });
  made.append(capital(say(`offer.${code}`, facts)));
  made.addEventListener("click", act);
  return made;
}
