// The table over a video: a strip with whose turn, top card, colour, cards and scores; the show.

import { fill, setText } from "./keep.js";
import { begin, element } from "./page.js";
import { Show } from "./show.js";
import { colourChip, namedCard } from "./table_parts.js";
import { capital, isEnded, nameOf } from "./table_words.js";
import { language, say } from "./words.js";

const byId = (id) => document.getElementById(id);

function draw({ view }) {
  byId("overlay").hidden = !view;
  if (!view) return;
  const ended = isEnded(view);
  setText(byId("now"), view.acting === null || ended ? winnerWords(view) : nameOf(view, view.acting));
  setText(byId("phase"), capital(say(`phase.${view.phase}`)));
  const top = ended ? null : view.top;
  const active = ended ? null : view.active;
  fill(byId("top"), `${language} ${top}`, () => (top ? [namedCard(top)] : []));
  fill(byId("colour"), `${language} ${active}`, () => (active ? [colourChip(active)] : []));
  const seats = JSON.stringify([language, view.acting, view.seats]);
  fill(byId("seats"), seats, () => view.seats.map((one) => seatPanel(one, view)));
}

function winnerWords(view) {
  if (view.winners.length) {
    return say("happened.match_won", { name: view.winners.map((seat) => nameOf(view, seat)).join(", ") });
  }
  const won = view.round_winner;
  return won === null ? "" : say("happened.round_won", { name: nameOf(view, won) });
}

function seatPanel(one, view) {
  const acts = one.seat === view.acting;
  const name = element("b", { class: "name" }, `${acts ? "▶ " : ""}${one.name}`);
  const cards = say("table.cards", { count: one.cards });
  const score = `${say("table.heading.score")} ${one.score}`;
  const told = element("span", {}, `${cards} · ${score}`);
  return element("li", { class: acts ? "acting" : null }, name, told);
}

async function start() {
  const link = await begin("spectator", "page.title.overlay");
  const show = new Show({
    stage: byId("stage"),
    from: byId("stage"),
    spot: (seat) => {
      const view = link.last.view;
      return view && byId("seats").children[view.seats.findIndex((one) => one.seat === seat)];
    },
  });
  link.addEventListener("shown", (event) => {
    draw(event.detail);
    show.see(event.detail);
  });
  document.addEventListener("language", () => link.last && draw(link.last));
}

start();
