// Which launcher, and how many cards a press of it gives.

import { Choices, choosing, panel, said } from "./host_parts.js";
import { setOptions } from "./keep.js";
import { PROFILES } from "./launcher_tools.js";
import { element } from "./page.js";
import { say } from "./words.js";

const RARE = "emulated://";

/** `draft.port`: in software, plugged in, a board of this computer, or the one proposed. */
export class Launchers {
  constructor(draft, boards, changed) {
    this._draft = draft;
    const act = (port) => {
      draft.port = port;
      changed();
    };
    const { offered, named } = offer(draft.proposed, boards);
    if (![...offered, RARE].includes(draft.port)) draft.port = draft.proposed;
    const option = (port) => ({ value: port, ...inWords(port, port === named) });
    this._usual = new Choices("port", offered.map(option), act);
    this._rare = new Choices("port", [option(RARE)], act);
    const more = element("details", {}, said("summary", "host.port.more"), this._rare.root);
    more.open = draft.port === RARE;
    this.root = choosing("host.launcher", this._usual.root, more);
  }

  show() {
    this._usual.show(this._draft.port);
    this._rare.show(this._draft.port);
  }
}

/** The usual launchers; `named`: the one proposed, where it is none of the others. */
function offer(proposed, boards) {
  const others = ["virtual://", "auto", ...boards];
  if ([...others, RARE].includes(proposed)) return { offered: others, named: "" };
  const offered = others.filter((one) => !(one === "virtual://" && proposed.startsWith(one)));
  return { offered: [proposed, ...offered], named: proposed };
}

function inWords(port, isNamed) {
  const twin = /^(virtual|emulated):\/\//.exec(port);
  const code = twin ? `host.port.${twin[1]}` : port === "auto" ? "host.port.auto" : "host.port.board";
  const about = isNamed ? "host.port.named.about" : `${code}.about`;
  return { name: () => say(code, { port }), about: () => say(about) };
}

/** `draft.profile`: how many cards a press gives; empty: as the launcher is set. */
export class Profiles {
  constructor(draft, changed) {
    this._draft = draft;
    this._control = element("select", { "data-say-label": "host.profile" });
    this._control.addEventListener("change", () => {
      draft.profile = this._control.value;
      changed();
    });
    this.root = panel("host.profile", this._control);
  }

  show() {
    this._control.setAttribute("aria-label", say("host.profile"));
    const words = ["", ...PROFILES].map((one) => [one, say(`host.profile.${one || "own"}`)]);
    setOptions(this._control, words, this._draft.profile);
  }
}
