// The page's line to the table: what is shown comes in, wishes go out, each of them once.

const AGAIN_MS = [250, 500, 1000, 2000, 4000];
const ANSWER_MS = 8000; // without an answer for so long the line is taken for dead

/**
 * `new Link("seat")`, then listen for "shown" (its detail is what messages.Shown holds), "line"
 * (true: there is a connection). What was asked and not answered is asked again after a
 * reconnection; the table knows it by its id and does it once.
 */
export class Link extends EventTarget {
  constructor(role) {
    super();
    this.role = role;
    this.on = false;
    this.last = null; // what was shown last
    this.happened = 0; // number of the next thing to be heard of
    this._tries = 0;
    this._number = 0;
    this._key = randomKey();
    this._open = new Map(); // id -> {text, done, since}
    this._connect();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.on) this._now();
    });
    addEventListener("online", () => this._now());
    setInterval(() => this._watch(), 1000);
  }

  /** Ask for a wish of the seat, or of the table: its answer, `{code, facts}`; code "" is yes. */
  wish(wish, { ofTable = false } = {}) {
    const seen = this.last && this.last.view ? this.last.view.number : null;
    return this.say({ is: "ask", wish, of_table: ofTable, seen });
  }

  /** Play an event in notation: `link.play("1 play R7")`. */
  play(event, more) {
    return this.wish({ is: "play", event }, more);
  }

  /** Would it be refused, and why? */
  why(wish) {
    return this.say({ is: "why", wish });
  }

  /** Say something else of messages.py: the answer. */
  say(said) {
    const id = `${this._key}${this._number++}`;
    const text = JSON.stringify({ ...said, id });
    return new Promise((done) => {
      this._open.set(id, { text, done, since: Date.now() });
      this._send(text);
    });
  }

  _send(text) {
    if (this._socket && this._socket.readyState === WebSocket.OPEN) this._socket.send(text);
  }

  _connect() {
    clearTimeout(this._again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?as=${this.role}`);
    this._socket = socket;
    socket.onopen = () => {
      this._tries = 0;
      for (const one of this._open.values()) {
        one.since = Date.now();
        socket.send(one.text);
      }
    };
    socket.onmessage = (event) => this._hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket !== this._socket) return;
      this._line(false);
      const wait = AGAIN_MS[Math.min(this._tries++, AGAIN_MS.length - 1)];
      this._again = setTimeout(() => this._connect(), wait);
    };
  }

  _now() {
    const old = this._socket;
    this._socket = null;
    if (old) old.close();
    this._connect();
  }

  _watch() {
    for (const one of this._open.values()) {
      if (this.on && Date.now() - one.since > ANSWER_MS) {
        this._line(false);
        this._now();
        return;
      }
    }
  }

  _line(on) {
    if (on === this.on) return;
    this.on = on;
    this.dispatchEvent(new CustomEvent("line", { detail: on }));
  }

  _hear(heard) {
    if (heard.is !== "shown") {
      const asked = this._open.get(heard.id);
      this._open.delete(heard.id);
      if (asked) asked.done(heard);
      return;
    }
    this._line(true);
    const known = this.last && this.last.house.match === heard.house.match ? this.happened : 0;
    heard.news = heard.happened.slice(Math.max(0, known - heard.first));
    heard.fresh = !this.last || this.last.house.match !== heard.house.match;
    this.happened = heard.first + heard.happened.length;
    this.last = heard;
    this.dispatchEvent(new CustomEvent("shown", { detail: heard }));
  }
}

function randomKey() {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return `${numbers[0].toString(36)}${numbers[1].toString(36)}-`;
}
