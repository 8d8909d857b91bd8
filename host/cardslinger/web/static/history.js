// Scores and history: all matches, or one of them; the one that is played now grows as it is.

import { MatchList } from "./history_list.js";
import { MatchPage } from "./history_match.js";
import { said } from "./host_parts.js";
import { begin, element, tell } from "./page.js";
import { showWays } from "./ways.js";

const AGAIN_MS = 800; // between two questions for the same
const main = document.getElementById("main");
const back = element("nav", { hidden: "" },
  element("a", { href: "#", class: "back" }, "← ", said("span", "past.all")));
const problem = element("p", { class: "bad", role: "alert", hidden: "" });

let list = null;
let page = null;
let link = null;
let matches = null; // as history.json told them
let told = null; // of the match that is looked at
let live = []; // `{from, to, lines}`: what was heard, each from one entry number to another
let left = 0; // the match that was looked at before
let asking = false; // an answer is awaited
let again = false; // something has happened since it was asked for
let timer = null;

/** The match that is looked at: its number stands behind the # of the address; 0: all of them. */
function chosen() {
  return Number.parseInt(location.hash.slice(1), 10) || 0;
}

function running() {
  return link && link.last ? link.last.house.match : null;
}

// -- what is fetched ---------------------------------------------------------------------------

/** Ask for what is looked at, soon, once however often this is called. */
function ask(wait = 0) {
  if (asking) {
    again = true;
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(fetchIt, wait);
}

async function fetchIt() {
  const number = chosen();
  asking = true;
  again = false;
  let answer;
  try {
    answer = await (await fetch(number ? `/history/${number}.json` : "/history.json")).json();
  } catch (error) {
    answer = { code: "page.broken_line", facts: {} };
  }
  asking = false;
  if (number !== chosen()) {
    ask();
    return;
  }
  problem.hidden = !answer.code;
  tell(problem, answer);
  if (!answer.code) take(number, answer);
  show();
  if (again || answer.code === "page.broken_line" || answer.more) ask(AGAIN_MS);
}

function take(number, answer) {
  if (!number) {
    matches = answer;
    return;
  }
  told = answer;
  live = live.filter((batch) => batch.to > told.number);
  if (live.some((batch) => batch.from < told.number)) again = true;
}

// -- what is heard -----------------------------------------------------------------------------

/** A running match: what it tells since; null where the match that is looked at is another. */
function since() {
  if (!told || told.match !== running()) return null;
  const known = live.filter((batch) => batch.from >= told.number);
  return known.reduce((lines, batch) => [...lines, ...batch.lines], []);
}

function hear({ view, at_s, news, fresh }, before) {
  if (fresh || !view || !before) {
    live = [];
    if (fresh || view || before) ask();
    return;
  }
  if (news.length) {
    const at = new Date(at_s * 1000).toISOString();
    const lines = news.map((one) => (
      { at, code: `happened.${one.code}`, facts: one.facts, round: before.rounds + 1 }));
    live.push({ from: before.number, to: view.number, lines });
  }
  if (turnsOver(before) !== turnsOver(view)) ask(AGAIN_MS);
}

/** What the journal tells better than what is heard: the end of a round, stops, who sits where. */
function turnsOver(view) {
  const stop = view.stop ? view.stop.code : "";
  return JSON.stringify([view.rounds, view.winners, stop, view.seats.map((seat) => seat.name)]);
}

// -- what is shown -----------------------------------------------------------------------------

function show() {
  const number = chosen();
  back.hidden = !number;
  const part = number ? page : list;
  const other = number ? list : page;
  other.root.remove();
  const isReady = number ? told && told.match === number : matches;
  if (!isReady) {
    part.root.remove();
    return;
  }
  if (number) page.show(told, since());
  else list.show(matches, running());
  if (part.root.parentNode) return;
  main.append(part.root);
  if (number) page.focus();
  else if (left) list.focus(left);
  left = number;
}

function turnPage() {
  scrollTo(0, 0);
  told = null;
  live = [];
  show();
  ask();
}

async function open() {
  main.append(back, problem);
  link = await begin("spectator", "page.title.history");
  showWays();
  list = new MatchList();
  page = new MatchPage();
  let view = null;
  link.addEventListener("shown", (event) => {
    hear(event.detail, view);
    view = event.detail.view;
    show();
  });
  link.addEventListener("line", (event) => {
    if (event.detail) ask();
  });
  addEventListener("hashchange", turnPage);
  document.addEventListener("language", () => {
    page.forget();
    show();
  });
  ask();
}

open();
