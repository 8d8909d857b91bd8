// Asking for a PIN: of a player, of the screen, or the host's.

import { Answer, post, said, saidButton } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

const DIGITS_MAX = 6;

/**
 * A form for the PIN of `as` ("player" with a name, "screen" or "host"): `done()` is called when
 * this device has been let in. `show()` says it all in another language.
 */
export class PinForm {
  constructor(as, name, done) {
    this._as = as;
    this._name = name;
    this._label = element("span", {});
    this.input = element("input", {
      type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: DIGITS_MAX,
      class: "pin", required: "",
    });
    this._answer = new Answer();
    this.root = element("form", { class: "pin-form", novalidate: "" },
      element("label", { class: "field" }, this._label, this.input),
      said("p", `join.where.${as}`, { class: "dim" }),
      saidButton("join.let_in", () => this._send(done), { class: "main big" }),
      this._answer.root);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this._send(done);
    });
    this.show();
  }

  show() {
    setText(this._label, say(`join.pin.${this._as}`, { name: this._name }));
  }

  async _send(done) {
    if (this._busy) return;
    this._busy = true;
    const pin = this.input.value.replace(/\s/g, "");
    const answer = await post("/join", { as: this._as, pin, name: this._name });
    this._busy = false;
    if (this._answer.tell(answer)) {
      done();
    } else {
      this.input.value = "";
      this.input.focus();
    }
  }
}
