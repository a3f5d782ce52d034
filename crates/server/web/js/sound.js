// Sounds, made here and now: no files. Browsers allow them only after something was pressed.

import { by, draw, icon } from "./dom.js";

/** Each sound as tones: pitch in hertz, when, how long, how loud. @type {Record<string, [number, number, number, number][]>} */
const SOUNDS = {
  move: [[330, 0, 0.07, 0.5], [165, 0, 0.09, 0.5]],
  capture: [[220, 0, 0.08, 0.6], [110, 0.02, 0.14, 0.6]],
  turn: [[523, 0, 0.14, 0.35], [784, 0.12, 0.2, 0.35]],
  hurry: [[880, 0, 0.06, 0.35], [880, 0.14, 0.06, 0.35], [880, 0.28, 0.06, 0.35]],
  end: [[392, 0, 0.3, 0.35], [523, 0.12, 0.3, 0.35], [659, 0.24, 0.5, 0.35]],
};

let on = localStorage.getItem("sound") !== "off";
/** @type {AudioContext | null} */ let context = null;

/** Plays a sound, unless sounds are off. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!on || context?.state !== "running") return;
  for (const [pitch, after, length, loudness] of SOUNDS[name]) tone(context, pitch, context.currentTime + after, length, loudness);
}

/** @param {AudioContext} context @param {number} pitch @param {number} at @param {number} length @param {number} loudness */
function tone(context, pitch, at, length, loudness) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.4 * loudness, at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0004, at + length);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** Lets the page's switch turn sounds on and off. */
export function listenToSwitch() {
  const button = by("sound");
  const waves = draw("path", { class: "waves", d: "M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" });
  const cross = draw("path", { class: "cross", d: "m16 9.5 5 5m0-5-5 5" });
  button.append(icon(draw("path", { class: "half", d: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z" }), waves, cross));
  const say = () => button.setAttribute("aria-pressed", String(on));
  button.onclick = () => {
    on = !on;
    localStorage.setItem("sound", on ? "on" : "off");
    say();
    play("move");
  };
  say();
  const wake = () => {
    if (!on) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  };
  for (const press of ["pointerup", "keydown"]) addEventListener(press, wake, { capture: true });
}
