// How phones and the table's screen find the table, and what lets the screen in.

import { Answer, AskedButton, panel, said } from "./host_parts.js";
import { setText } from "./keep.js";
import { element } from "./page.js";
import { say } from "./words.js";

const FOR_PHONES = "HTTP=0.0.0.0 make play";

export class Phones {
  constructor(link) {
    const answer = new Answer(link);
    this._putOut = new AskedButton(
      () => say("host.put_out"), () => say("host.put_out.sure"),
      async () => answer.tell(await link.say({ is: "put_out" })));
    this._code = element("img", { class: "qr", alt: "", hidden: "" });
    this._url = element("a", { class: "url" });
    this._reached = element("div", {},
      said("p", "host.phones.url"), this._code, element("p", {}, this._url));
    this._alone = element("div", {},
      said("p", "host.phones.alone"), element("p", {}, element("code", {}, FOR_PHONES)));
    this._pin = element("strong", { class: "pin-shown" });
    this.root = panel("host.phones", this._reached, this._alone,
      said("p", "host.phones.screen"), element("p", {}, this._pin), this._putOut.root, answer.root);
  }

  show({ house }) {
    const isReached = Boolean(house.url);
    this._reached.hidden = !isReached;
    this._alone.hidden = isReached;
    this._code.hidden = !isReached;
    if (isReached && !this._code.src) this._code.src = "/qr.svg"; // there is none without an address
    this._code.alt = say("host.phones.qr");
    this._url.href = house.url;
    setText(this._url, house.url);
    setText(this._pin, house.screen_pin);
    this._putOut.show();
  }
}
