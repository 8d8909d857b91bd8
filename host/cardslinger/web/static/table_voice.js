// Spoken calls of the table, in the language of the page; off until somebody here wants them.

import { keep, kept } from "./page.js";
import { language } from "./words.js";

// What a language's voice may be called, best first.
const VOICES = { en: ["en"], ms: ["ms", "id"], "zh-Hant": ["zh-TW", "zh-HK", "zh"] };
const WAITING_MAX = 4; // calls; of more the oldest are left out

/** Only one device speaks: the one that has asked for it last. */
export class Voice {
  constructor(link) {
    this.wanted = kept("voice", "off") === "on";
    this.speaks = false; // whether the table has chosen this page
    this._link = link;
    this._waiting = []; // [kind, text]
    this._talking = false;
    link.addEventListener("line", (event) => {
      this.speaks = false; // another line is another page, for the table
      if (event.detail && this.wanted) this._ask(true);
    });
    link.addEventListener("shown", (event) => this._chosen(event.detail.you.speaks));
  }

  /** Whether this device has a voice for the language of the page. */
  get isThere() {
    return Boolean(this._find());
  }

  turn(on) {
    this.wanted = on;
    keep("voice", on ? "on" : "off");
    this._ask(on);
    if (!on) this._hush();
  }

  /** Say it; what waits of the same kind is out of date. */
  say(kind, text) {
    if (!this.wanted || !this.speaks || !this._find()) return;
    this._waiting = this._waiting.filter(([other]) => other !== kind);
    this._waiting.push([kind, text]);
    this._waiting.splice(0, this._waiting.length - WAITING_MAX);
    this._next();
  }

  _ask(on) {
    this._link.say({ is: "speak", on });
  }

  _chosen(speaks) {
    if (this.speaks && !speaks && this.wanted) { // another device speaks now
      this.wanted = false;
      keep("voice", "off");
      this._hush();
    }
    this.speaks = speaks;
  }

  _next() {
    if (this._talking || !this._waiting.length) return;
    const [, text] = this._waiting.shift();
    const call = new SpeechSynthesisUtterance(text);
    const voice = this._find();
    call.voice = voice;
    call.lang = voice.lang;
    call.onend = call.onerror = () => {
      this._talking = false;
      this._next();
    };
    this._talking = true;
    speechSynthesis.speak(call);
  }

  _hush() {
    this._waiting = [];
    this._talking = false;
    if (window.speechSynthesis) speechSynthesis.cancel();
  }

  _find() {
    if (!window.speechSynthesis) return null;
    const voices = speechSynthesis.getVoices();
    for (const wanted of VOICES[language]) {
      const found = voices.find((one) => one.lang.replace("_", "-").startsWith(wanted));
      if (found) return found;
    }
    return null;
  }
}
