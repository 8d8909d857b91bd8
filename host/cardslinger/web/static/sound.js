// Sounds made by code; off until somebody here wants them. (Spoken calls: table_voice.js.)

import { keep, kept } from "./page.js";

const LOUDNESS = 0.25;
const NOTES = [523, 659, 784, 1047]; // of the fanfare, in Hz

/** Sounds of this device. `on` is kept; a browser lets them be heard after a touch of the page. */
export class Sounds {
  constructor() {
    this.on = kept("sound", "off") === "on";
    for (const touch of ["pointerdown", "keydown"]) {
      addEventListener(touch, () => this._wake(), { passive: true });
    }
  }

  turn(on) {
    this.on = on;
    keep("sound", on ? "on" : "off");
    if (!on) this.rest();
    this._wake();
  }

  /** Something was laid or chosen. */
  tick() {
    this._tone(880, 0, 0.05, { type: "triangle", loud: 0.4 });
  }

  /** The motor, until `rest`; the higher the more blanks there were. */
  whirr(level) {
    this.rest();
    const audio = this._audio();
    if (!audio) return;
    const motor = audio.createOscillator();
    const volume = audio.createGain();
    const now = audio.currentTime;
    motor.type = "sawtooth";
    motor.frequency.setValueAtTime(70 + 20 * level, now);
    motor.frequency.linearRampToValueAtTime(150 + 60 * level, now + 1.5);
    volume.gain.setValueAtTime(0.0001, now);
    volume.gain.linearRampToValueAtTime(LOUDNESS * (0.25 + 0.08 * level), now + 0.25);
    motor.connect(volume).connect(audio.destination);
    motor.start();
    this._motor = { motor, volume };
  }

  rest() {
    if (!this._motor) return;
    const { motor, volume } = this._motor;
    this._motor = null;
    const now = volume.context.currentTime;
    volume.gain.cancelScheduledValues(now);
    volume.gain.setTargetAtTime(0.0001, now, 0.05);
    motor.stop(now + 0.3);
  }

  /** A card flies: a short breath. */
  card() {
    const audio = this._audio();
    if (!audio) return;
    const length = Math.round(audio.sampleRate * 0.12);
    const buffer = audio.createBuffer(1, length, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < length; at += 1) {
      samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 2;
    }
    const noise = audio.createBufferSource();
    const band = audio.createBiquadFilter();
    const volume = audio.createGain();
    noise.buffer = buffer;
    band.type = "bandpass";
    band.frequency.value = 2400;
    volume.gain.value = LOUDNESS * 1.6;
    noise.connect(band).connect(volume).connect(audio.destination);
    noise.start();
  }

  /** So many came: a few rising notes. */
  came(count) {
    for (let note = 0; note < Math.min(count, 6); note += 1) {
      this._tone(392 * 1.12 ** note, note * 0.08, 0.14, { type: "square", loud: 0.35 });
    }
  }

  /** None came. */
  blank() {
    this._tone(240, 0, 0.2, { type: "triangle", to: 150 });
    this._tone(180, 0.2, 0.35, { type: "triangle", to: 90 });
  }

  /** Somebody has called UNO, or was caught: a bell. */
  call() {
    this._tone(988, 0, 0.18, { type: "sine" });
    this._tone(1319, 0.16, 0.4, { type: "sine" });
  }

  /** A round or a match is won. */
  fanfare() {
    NOTES.forEach((pitch, number) => this._tone(pitch, number * 0.16, 0.22, { type: "square" }));
    this._tone(NOTES[3], NOTES.length * 0.16, 0.7, { type: "square" });
  }

  _tone(pitch, after, length, { type, to = pitch, loud = 0.6 }) {
    const audio = this._audio();
    if (!audio) return;
    const start = audio.currentTime + after;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS * loud, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length + 0.05);
  }

  /** Where it can be heard now; null while it is off or nobody has touched the page. */
  _audio() {
    if (!this.on || !this._context || this._context.state !== "running") return null;
    return this._context;
  }

  _wake() {
    if (!this.on) return;
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!this._context && Context) this._context = new Context();
    if (this._context && this._context.state === "suspended") this._context.resume();
  }
}
