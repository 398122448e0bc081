// Quiet sounds of the table, made by Web Audio. They are off until the reader switches them on; the browser keeps that.

import { button } from "./parts.js";

const SOUND = "roses-sound";  // in the browser's storage: the reader wants to hear the table
const QUIET = 0.07;  // the loudest that anything gets

export function makeSound(labels) {
  let audio = null, noise = null, on = false;
  try {
    on = localStorage.getItem(SOUND) === "1";
  } catch { /* it stays off */ }
  const toggle = button("", () => turn(!on), "sound");
  toggle.dataset.free = "";
  const label = () => {
    toggle.textContent = on ? labels.sound_on : labels.sound_off;
    toggle.setAttribute("aria-pressed", on);
  };

  function turn(wants) {
    on = wants;
    try {
      if (on) localStorage.setItem(SOUND, "1");
      else localStorage.removeItem(SOUND);
    } catch { /* it holds for this page */ }
    label();
    if (on) play(["step"]);
  }
  function begin() {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});  // before the first click it may not sound
    if (noise) return;
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const values = noise.getChannelData(0);
    for (let i = 0; i < values.length; i++) values[i] = 2 * Math.random() - 1;
  }
  // Lets a source sound from a time on, for so many seconds, and die away.
  function fade(source, start, long, loud, more = []) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud * QUIET, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    [source, ...more, gain, audio.destination].reduce((from, to) => from.connect(to));
    source.start(start);
    source.stop(start + long);
  }
  function knock(start, pitch, long, loud) {
    const source = audio.createBufferSource(), filter = audio.createBiquadFilter();
    source.buffer = noise;
    Object.assign(filter, { type: "bandpass" }).frequency.value = pitch;
    fade(source, start, long, loud, [filter]);
  }
  function tone(start, pitch, long, loud, last = pitch) {
    const source = Object.assign(audio.createOscillator(), { type: "triangle" });
    source.frequency.setValueAtTime(pitch, start);
    source.frequency.exponentialRampToValueAtTime(last, start + long);
    fade(source, start, long, loud);
  }
  const makes = {
    step: (now) => [0, 0.16, 0.32].forEach((after) => knock(now + after, 180, 0.09, 1)),
    dice: (now) => [0, 0.07, 0.15, 0.21, 0.38].forEach((after, i) => knock(now + after, 1900 + 300 * (i % 3), 0.05, 0.8)),
    fall: (now) => { tone(now + 0.6, 196, 0.9, 0.8, 65); knock(now + 0.6, 120, 0.3, 1); },
    crown: (now) => [262, 330, 392, 523].forEach((pitch, i) => tone(now + 0.9 + 0.16 * i, pitch, 1.1, 0.6)),
  };
  function play(names) {
    if (!on || !names.length || typeof AudioContext === "undefined") return;
    begin();
    for (const name of new Set(names)) makes[name]?.(audio.currentTime + 0.02);
  }
  label();
  return { toggle, play, stop: () => audio?.close() };
}
