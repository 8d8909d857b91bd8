// The launcher: how it is, and what whoever runs the table can do to it.

import { said, saidButton } from "./host_parts.js";
import { setText } from "./keep.js";
import { Batteries, Counts, Faults, Standing } from "./launcher_report.js";
import { hands, measure, Settings, testFire } from "./launcher_tools.js";
import { stateWords } from "./launcher_words.js";
import { begin, element } from "./page.js";
import { explain, lostWords, troubleWords, whyLost } from "./table_words.js";
import { showWays } from "./ways.js";
import { say } from "./words.js";

const LOOK_MS = 3000;
const SOON_MS = 1200; // what was asked for has happened by then

const main = document.getElementById("main");
const answer = element("p", { class: "answer", role: "status" });
const notice = element("section", { class: "panel", hidden: "" });
const standing = new Standing();
const batteries = new Batteries(measure(act));
const counts = new Counts();
const faults = new Faults();
const settings = new Settings(act);
const trying = testFire(act);
const twinHands = hands(act);
const stop = saidButton("launcher.stop", stopIt, { class: "stop" });
const parts = element("div", { class: "parts" },
  standing.root, trying, twinHands, settings.root, batteries.root, faults.root, counts.root,
  counts.line);

let link = null;
let shown = null;
let report = null;
let failed = null; // why there is no report
let looking = false;
let before = ""; // what the launcher did when it was looked at
let last = { code: "" };

// -- what is asked for -------------------------------------------------------------------------

/** `done` is told when it was done; `begun` until then, where that comes later than the answer. */
async function act(order, done, begun = done) {
  tell({ code: "" });
  const told = await link.say(order);
  const first = told.code ? told : { code: begun, isGood: true };
  tell(first);
  look();
  setTimeout(() => {
    if (last === first && !told.code) tell({ code: done, isGood: true });
    look();
  }, SOON_MS);
}

/** The table's devices stop it for the table, a player's own for its seat. */
async function stopIt() {
  const { you } = shown;
  const told = await link.wish({ is: "stop" }, { ofTable: you.host || you.screen });
  tell(told.code ? told : { code: "launcher.stopped", isGood: true });
  look();
}

function tell(told) {
  last = told;
  answer.className = `answer ${told.isGood ? "good" : "bad"}`;
  setText(answer, explain(told), told.facts && told.facts.reason);
}

/** Whether there is a launcher that this device may ask. */
function canLook() {
  const isThere = shown && shown.you.host && shown.house.launcher === "connected";
  return isThere && link.on && !document.hidden;
}

async function look() {
  if (looking || !canLook()) return;
  looking = true;
  const told = await link.say({ is: "look" });
  looking = false;
  report = told.is === "report" ? told : null;
  failed = report ? null : told;
  show();
}

// -- what is shown -----------------------------------------------------------------------------

function hear(event) {
  shown = event.detail;
  const { house, view } = shown;
  if (house.launcher !== "connected" || event.detail.fresh) report = failed = null;
  const seen = JSON.stringify([house.match, house.launcher, view && doing(view)]);
  show();
  if (seen !== before) look();
  before = seen;
}

/** What can be seen of it without asking. */
function doing(view) {
  return [view.launcher.firing, view.launcher.lid_open, view.stop && view.stop.code];
}

function show() {
  if (!shown) return;
  const { you, house } = shown;
  const isReached = you.host && house.match !== null;
  stop.hidden = house.match === null || !(you.host || you.screen || you.seat !== null);
  notice.hidden = isReached;
  parts.hidden = !isReached;
  if (!isReached) {
    showNotice(you, house);
    return;
  }
  const isThere = house.launcher === "connected";
  trying.hidden = !isThere;
  twinHands.hidden = !isThere || !house.twin;
  const [trouble] = (shown.view && troubleWords(shown.view)) || [""];
  standing.show(now(house, trouble), whyLost(house), trouble, report, house.port);
  for (const part of [batteries, counts, faults, settings]) {
    part.root.hidden = !report;
    if (report) part.show(report);
  }
  counts.line.hidden = !report;
}

/** What it does now; never that it is ready, above what keeps the game from going on. */
function now(house, trouble) {
  const told = lostWords(house) || trouble;
  if (told) return `⚠ ${told}`;
  if (shown.view && shown.view.launcher.firing) return stateWords("firing");
  if (report) return stateWords(report.status.state);
  return failed ? `⚠ ${explain(failed)}` : say("launcher.asking");
}

/** Why there is nothing to see, and where to go. */
function showNotice(you, house) {
  const none = house.opening ? "host.opening" : "launcher.no_match";
  const [code, address, where] = you.host
    ? [none, "/host", "page.title.host"]
    : ["launcher.not_host", "/", "launcher.let_in"];
  if (notice.dataset.code === code) return;
  notice.dataset.code = code;
  while (notice.firstChild) notice.firstChild.remove();
  notice.append(said("p", code), said("a", where, { href: address }));
}

/** Nothing may be asked for now that would be done at some other time. */
function allow(isOn) {
  for (const tool of parts.querySelectorAll("button, select, input")) tool.disabled = !isOn;
}

async function open() {
  const bar = element("div", { class: "bar" }, stop, answer);
  main.append(bar, notice, parts);
  parts.hidden = stop.hidden = true;
  link = await begin("host", "page.title.launcher");
  showWays();
  link.addEventListener("shown", hear);
  link.addEventListener("line", (event) => allow(event.detail));
  document.addEventListener("language", () => {
    tell(last);
    show();
  });
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_MS);
}

open();
