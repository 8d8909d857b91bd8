// What is heard of the table: sounds and spoken calls, and always the caption that one can read.

import { setText } from "./keep.js";
import { wonWords } from "./table_ending.js";
import { happenedWords, isEnded, nameOf, troubleWords } from "./table_words.js";
import { say } from "./words.js";

const BELLS = ["uno", "catch"];
const SPOKEN = ["uno", "catch", "fired", "blank", "kept"];
const CAPTION_MAX = 3; // things that happened at once

/** `toggles`: the buttons for sounds and for spoken calls. */
export class Calls {
  constructor(sounds, voice, caption, toggles) {
    this._sounds = sounds;
    this._voice = voice;
    this._caption = caption;
    [this._sound, this._speech] = toggles;
    this._sound.addEventListener("click", () => {
      sounds.turn(!sounds.on);
      this.draw();
    });
    this._speech.addEventListener("click", () => {
      voice.turn(!voice.wanted);
      this.draw();
    });
    this._told = () => ""; // gives what the caption says, in any language
    this._turn = null; // whose it was last
    this._trouble = ""; // what stops the game, as it was told of last
    this._ended = false;
  }

  draw() {
    setText(this._caption, this._told());
    this._toggle(this._sound, this._sounds.on, "page.table.sound");
    this._toggle(this._speech, this._voice.wanted, "page.table.voice");
    const silent = this._voice.wanted && !this._voice.isThere;
    if (silent) setText(this._speech, say("page.table.voice.none"));
  }

  _toggle(button, on, code) {
    button.setAttribute("aria-pressed", String(on));
    setText(button, say(`${code}.${on ? "on" : "off"}`));
  }

  /** What is shown to the page, each time. */
  hear({ view, news, fresh }) {
    if (news.length) {
      const last = news.slice(fresh ? -1 : -CAPTION_MAX);
      this._tell(() => last.map((one) => happenedWords(one)).join(" · "));
    }
    if (!view) {
      this._tell(() => "");
      return;
    }
    if (!fresh) {
      for (const one of news) this._hearOne(one);
    }
    this._hearTurn(view, fresh);
    this._hearTrouble(view, fresh);
    const ended = isEnded(view);
    if (ended && !this._ended && !fresh) this._end(view);
    this._ended = ended;
  }

  _hearOne(happened) {
    if (BELLS.includes(happened.code)) this._sounds.call();
    else if (happened.code !== "fired" && happened.code !== "blank") this._sounds.tick();
    if (SPOKEN.includes(happened.code)) this._voice.say(happened.code, happenedWords(happened));
  }

  _hearTurn(view, fresh) {
    const turn = view.stop || isEnded(view) ? null : view.acting;
    if (turn !== null && turn !== this._turn && !fresh) {
      this._voice.say("turn", say("page.table.turn_of", { name: nameOf(view, turn) }));
    }
    this._turn = turn;
  }

  _hearTrouble(view, fresh) {
    const words = troubleWords(view);
    const trouble = words ? JSON.stringify([view.stop, view.phase]) : ""; // in any language
    if (trouble && trouble !== this._trouble && !fresh) {
      this._voice.say("trouble", words[0]);
      this._tell(() => troubleWords(view)[0]);
    }
    if (!trouble && this._trouble) this._tell(() => say("page.table.goes_on"));
    this._trouble = trouble;
  }

  _end(view) {
    this._sounds.fanfare();
    this._voice.say("end", wonWords(view));
    this._tell(() => wonWords(view));
  }

  _tell(words) {
    this._told = words;
    setText(this._caption, words());
  }
}
