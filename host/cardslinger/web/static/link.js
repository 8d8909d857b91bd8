// The page's line to the table: what is shown comes in, wishes go out, each of them once.

const AGAIN_MS = [250, 500, 1000, 2000, 4000];
const ANSWER_MS = 8000; // a wish that nothing was heard after for so long: the line is dead
const SILENT_MS = 12000; // as it is when nothing at all was heard: the table says every 4 s that it lives
// What turns a motor or begins a match must not happen at some later time, when nobody is ready.
const NOW_OR_NEVER = [
  "press", "launch", "go_on", "deal",
  "test_fire", "measure", "hand", "begin", "again", "resume", "leave", "set",
];
const CALL = /^\d+ (uno|catch \d+)$/;
// Why the table has closed a line for good: what was said by it is not said again.
const UNREADABLE = [4007, 1009]; // not a message, or too big a one
const BROKEN = 1011; // an error in the table's program

/** Whether this wish, or this order, waits for a connection; others are answered at once. */
export function isKept({ is }) {
  return !NOW_OR_NEVER.includes(is);
}

/**
 * `new Link("seat")`, then listen for "shown" (its detail is what messages.Shown holds), "line"
 * (true: there is a connection). What was asked and not answered is asked again after a
 * reconnection; the table knows it by its id and does it once. What is to happen now or never is
 * not asked again: without a connection it is answered "page.off_line" (not done), when the
 * connection breaks before the answer "page.perhaps_done".
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
    this._open = new Map(); // id -> {text, done, since, isOnce, isWish}
    this._urgent = new Map(); // calls and Stops without an answer yet: what is asked -> its answer
    this._connect();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.on) this._now();
    });
    addEventListener("online", () => this._now());
    addEventListener("offline", () => this._lose());
    setInterval(() => this._watch(), 1000);
  }

  /** Ask for a wish of the seat, or of the table: its answer, `{code, facts}`; code "" is yes. */
  wish(wish, { ofTable = false, seen = this.seen } = {}) {
    const ask = () => this.say({ is: "ask", wish, of_table: ofTable, seen });
    if (wish.is !== "stop" && !(wish.is === "play" && CALL.test(wish.event))) return ask();
    const key = JSON.stringify([wish, ofTable]);
    if (!this._urgent.has(key)) {
      this._urgent.set(key, ask().then((answer) => {
        this._urgent.delete(key);
        return answer;
      }));
    }
    return this._urgent.get(key);
  }

  /** The number of the view that is shown; null for none. */
  get seen() {
    return this.last && this.last.view ? this.last.view.number : null;
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
    const isWish = said.is === "ask" || said.is === "why";
    const isOnce = !isKept(said.is === "ask" ? said.wish : said);
    const isReady = Boolean(this._socket) && this._socket.readyState === WebSocket.OPEN;
    if (isOnce && !(this.on && isReady)) return Promise.resolve(refused("page.off_line"));
    const id = `${this._key}${this._number++}`;
    const text = JSON.stringify({ ...said, id });
    return new Promise((done) => {
      this._open.set(id, { text, done, since: Date.now(), isOnce, isWish });
      if (isReady) this._socket.send(text);
    });
  }

  _connect() {
    clearTimeout(this._again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?as=${this.role}`);
    this._socket = socket;
    this._isFirst = true; // nothing was shown by this line yet
    this._heard = Date.now();
    socket.onopen = () => {
      for (const one of this._open.values()) {
        one.since = Date.now();
        socket.send(one.text);
      }
    };
    socket.onmessage = (event) => {
      if (socket === this._socket) this._hear(JSON.parse(event.data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this._socket) return;
      this._lose();
      if (UNREADABLE.includes(code)) this._answer("page.unreadable", () => true);
      if (code === BROKEN) this._answer("page.perhaps_done", () => true);
      const wait = AGAIN_MS[Math.min(this._tries++, AGAIN_MS.length - 1)];
      this._again = setTimeout(() => this._connect(), wait);
    };
  }

  _now() {
    const old = this._socket;
    this._socket = null;
    this._lose();
    if (old) old.close();
    this._connect();
  }

  _watch() {
    const now = Date.now();
    const isOverdue = (one) =>
      one.isWish && now - one.since > ANSWER_MS && this._heard < one.since;
    const isDead = this.on && [...this._open.values()].some(isOverdue);
    const isThere = this._socket && this._socket.readyState !== WebSocket.CLOSED;
    if (isDead || (isThere && now - this._heard > SILENT_MS)) this._now();
  }

  /** There is no connection: whether the launcher got what was meant for now, nobody knows. */
  _lose() {
    this._line(false);
    this._answer("page.perhaps_done", (one) => one.isOnce);
  }

  _answer(code, isMeant) {
    for (const [id, one] of this._open) {
      if (!isMeant(one)) continue;
      this._open.delete(id);
      one.done(refused(code));
    }
  }

  _line(on) {
    if (on === this.on) return;
    this.on = on;
    this.dispatchEvent(new CustomEvent("line", { detail: on }));
  }

  _hear(heard) {
    this._heard = Date.now();
    if (heard.is === "shown") this._isFirst = false;
    if (!this._isFirst) this._line(true);
    if (heard.is === "alive") return;
    if (heard.is !== "shown") {
      const asked = this._open.get(heard.id);
      this._open.delete(heard.id);
      if (asked) asked.done(heard);
      return;
    }
    this._tries = 0;
    const known = this.last && this.last.house.match === heard.house.match ? this.happened : 0;
    heard.news = heard.happened.slice(Math.max(0, known - heard.first));
    heard.fresh = !this.last || this.last.house.match !== heard.house.match;
    this.happened = heard.first + heard.happened.length;
    this.last = heard;
    this.dispatchEvent(new CustomEvent("shown", { detail: heard }));
  }
}

function refused(code) {
  return { code, facts: {} };
}

function randomKey() {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return `${numbers[0].toString(36)}${numbers[1].toString(36)}-`;
}
