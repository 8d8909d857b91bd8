// What whoever runs the table can do to the launcher. `act(order, done, begun)` says it, and tells
// `done`, a code, when it was done.

import { onHold } from "./hold.js";
import { field, panel, said, saidButton } from "./host_parts.js";
import { setOptions } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

export const PROFILES = ["toy", "classic", "gentle", "brutal", "exact", "custom"]; // slinger.draw.NAMES

/** A button that has to be held, with what it does. */
function held(code, about, act) {
  const button = said("button", code, { type: "button" });
  onHold(button, act);
  return element("div", { class: "tool" }, button, about ? said("p", about, { class: "dim" }) : null);
}

/** One card, whatever the game needs. */
export function testFire(act) {
  const tool = held("launcher.test_fire", "launcher.test_fire.about",
    () => act({ is: "test_fire" }, "launcher.test_fired"));
  return panel("launcher.heading.try", tool);
}

/** The motor turns for a moment. */
export function measure(act) {
  return held("launcher.measure", "launcher.measure.about",
    () => act({ is: "measure" }, "launcher.done", "launcher.measuring"));
}

/** Hands for a launcher that has no button to touch. */
export function hands(act) {
  const hand = (what) => () => act({ is: "hand", what }, "launcher.done");
  return panel("launcher.hands",
    said("p", "launcher.hands.about", { class: "dim" }),
    element("div", { class: "row" },
      held("launcher.hand.press", "", hand("press")),
      saidButton("page.load", hand("load")),
      saidButton("page.clear", hand("clear"))));
}

/** How many cards a press gives, and the sound. */
export class Settings {
  constructor(act) {
    this._profile = element("select");
    this._sound = element("input", { type: "checkbox" });
    const set = (name, value) => act({ is: "set", name, value }, "launcher.done");
    this._profile.addEventListener("change", () => set("profile", this._profile.value));
    this._sound.addEventListener("change", () => set("mute", !this._sound.checked));
    this.root = panel("launcher.heading.settings",
      field("launcher.profile", this._profile),
      element("label", { class: "tick" }, this._sound, said("span", "launcher.sound")),
      said("p", "launcher.settings.about", { class: "dim" }));
  }

  show({ settings }) {
    const names = PROFILES.includes(settings.profile) ? PROFILES : [...PROFILES, settings.profile];
    const isOpen = document.activeElement === this._profile; // it may just be looked through
    setOptions(this._profile, names.map((name) => [name, wordsOf(name)]),
      isOpen ? this._profile.value : settings.profile);
    this._sound.checked = !settings.mute;
  }
}

function wordsOf(profile) {
  return PROFILES.includes(profile) ? say(`host.profile.${profile}`) : profile;
}
