// The page of whoever runs the table: the set-up of a match, or the match that goes on.

import { MatchPanels } from "./host_match.js";
import { Answer, said } from "./host_parts.js";
import { PinForm } from "./host_pin.js";
import { SetUp } from "./host_setup.js";
import { setText } from "./keep.js";
import { begin, element } from "./page.js";
import { say } from "./words.js";

class HostPage {
  constructor(link) {
    this._link = link;
    this._shown = null;
    this._part = null; // what fills the page: the set-up, the match, or a form for the PIN
    this._is = "";
    this._alone = false; // a match for one person has begun from here
    this._trouble = element("p", { class: "panel bad", role: "alert", hidden: "" });
    this._answer = new Answer(); // to what makes a part of the page go
    this._place = element("div", {});
    this.root = element("div", { class: "host" }, this._trouble, this._answer.root, this._place);
    this._toSeat = document.getElementById("to-seat");
    link.addEventListener("shown", (event) => this.show(event.detail));
    document.addEventListener("language", () => {
      if (this._part && this._part.again) this._part.again();
      if (this._shown) this.show(this._shown);
    });
  }

  show(shown) {
    this._shown = shown;
    const { you, house, view } = shown;
    if (this._alone && house.match !== null && you.seat !== null) {
      location.assign("/seat");
      this._alone = false;
    }
    this._toSeat.hidden = you.seat === null;
    this._trouble.hidden = !house.trouble || !you.host;
    setText(this._trouble, say("host.trouble", { reason: house.trouble }), house.trouble);
    const is = !you.host ? "pin" : view ? "match" : "set-up";
    if (is !== this._is) this._become(is, shown);
    else if (this._part) this._part.show(shown);
  }

  async _become(is, shown) {
    this._is = is;
    this._part = null; // the old one knows nothing of what is shown from now on
    const part = await this._newPart(is, shown);
    if (is !== this._is) return;
    if (!part) {
      this._is = ""; // the line is broken: with the next thing shown
      return;
    }
    this._part = part;
    if (is === "match") this._answer.tell({ code: "" });
    while (this._place.firstChild) this._place.firstChild.remove();
    this._place.append(part.root);
    part.show(this._shown);
  }

  async _newPart(is, { house }) {
    if (is === "match") return new MatchPanels(this._link, this._answer);
    if (is === "pin") return notHost();
    const catalog = await rulesCatalog();
    return catalog && new SetUp(this._link, house, catalog, (people) => {
      this._alone = people === 1;
    });
  }
}

/** The rule sets, their flags and the boards of this computer; null if there is no line. */
async function rulesCatalog() {
  try {
    return await (await fetch("/rules.json")).json();
  } catch (error) {
    return null;
  }
}

/** This device does not run the table: how it may. */
function notHost() {
  const form = new PinForm("host", "", () => location.reload());
  const root = element("section", { class: "panel" }, said("h2", "join.host"),
    said("p", "host.not_host"), form.root);
  return { root, show: () => form.show() };
}

async function start() {
  const link = await begin("host", "page.title.host");
  document.getElementById("main").append(new HostPage(link).root);
}

start();
