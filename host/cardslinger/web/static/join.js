// The first page: who is this device for?

import { Answer, keyed, post, said, saidButton } from "./host_parts.js";
import { PinForm } from "./host_pin.js";
import { setText } from "./keep.js";
import { begin, element } from "./page.js";
import { say } from "./words.js";

const LOOK_MS = 3000;
const GOES_TO = { player: "/seat", screen: "/table", host: "/host" };

class Join {
  constructor() {
    this.me = null; // what GET /me told last
    this._chosen = null; // the form for a PIN, once somebody has chosen
    this._people = new Map();
    this._line = new Answer();
    this._own = element("nav", { class: "own", hidden: "" });
    this._waiting = said("p", "join.waiting", { role: "status", class: "waiting", hidden: "" });
    this._names = element("div", { class: "names" });
    const others = element("div", { class: "others" },
      saidButton("join.screen", () => this._choose("screen")),
      saidButton("join.host", () => this._choose("host")),
      said("a", "join.watch", { href: "/table", class: "as-button" }));
    this._who = element("section", {}, said("h2", "join.who"), this._waiting, this._names, others);
    this._else = element("details", { hidden: "" }, said("summary", "join.other"));
    this._pin = element("section", { hidden: "" });
    this.root = element("div", { class: "panel join" },
      this._line.root, this._own, this._who, this._else, this._pin);
    this._links = new Map();
    document.addEventListener("language", () => this.show());
  }

  /** Look who this device is, again and again while nothing is chosen. */
  async look() {
    if (!document.hidden && !this._chosen) {
      try {
        const answer = await fetch("/me", { credentials: "same-origin" });
        this.me = await answer.json();
        this._line.tell({ code: "" });
      } catch (error) {
        this._line.tell({ code: "page.broken_line" });
      }
      if (this.me && this.me.free) await this._claim();
      this.show();
    }
    setTimeout(() => this.look(), LOOK_MS);
  }

  /** Nobody runs this table yet, and only this computer reaches it. */
  async _claim() {
    const answer = await post("/claim");
    if (!answer.code) location.replace(GOES_TO.host);
    this.me.free = false;
  }

  show() {
    const { me } = this;
    if (!me) return;
    const asking = Boolean(this._chosen);
    const links = linksFor(me);
    keyed(this._own, this._links, links.map((one) => one.to), newLink);
    for (const one of links) this._links.get(one.to).show(one);
    this._own.hidden = asking || !links.length;
    this._showWho(me, links.length > 0);
    this._who.hidden = asking;
    this._else.hidden = asking || !links.length;
    this._pin.hidden = !asking;
    if (asking) this._chosen.show();
  }

  /** The choices; behind a fold where this device is somebody already. */
  _showWho(me, isSomebody) {
    const place = isSomebody ? this._else : this.root;
    if (this._who.parentNode !== place) place.insertBefore(this._who, isSomebody ? null : this._else);
    this._waiting.hidden = me.people.length > 0;
    keyed(this._names, this._people, me.people, (name) => ({
      root: this._person(name),
    }));
    this._names.hidden = !me.people.length;
  }

  _person(name) {
    const made = element("button", { type: "button", class: "main" }, name);
    made.addEventListener("click", () => this._choose("player", name));
    return made;
  }

  _choose(as, name = "") {
    const done = () => location.assign(GOES_TO[as]);
    this._chosen = new PinForm(as, name, done);
    while (this._pin.firstChild) this._pin.firstChild.remove();
    this._pin.append(this._chosen.root, saidButton("join.back", () => this._back()));
    this.show();
    this._chosen.input.focus();
  }

  _back() {
    this._chosen = null;
    this.show();
    const first = this._who.querySelector("button");
    if (first) first.focus();
  }
}

/** Where this device may go, the likeliest first. */
function linksFor(me) {
  const links = [];
  if (me.player && me.people.includes(me.player)) {
    links.push({ to: "/seat", words: say("join.to_seat", { name: me.player }) });
  }
  if (me.host) links.push({ to: "/host", words: say("join.to_host") });
  if (me.host || me.screen) links.push({ to: "/table", words: say("join.to_table") });
  return links;
}

function newLink(to) {
  const root = element("a", { href: to, class: "as-button main big" });
  return { root, show: ({ words }) => setText(root, words) };
}

async function start() {
  await begin("", "page.title.join");
  const join = new Join();
  document.getElementById("main").append(join.root);
  join.look();
}

start();
