// Players: the model of a screen without a kernel. What Python would answer was worked out beforehand; it is found by
// the reader's choices and set as if Python had sent it. Below, each player of a page is fitted into its place.

import { make } from "../stepper/parts.js";
import { render } from "../stepper/screen.js";
import { unpack } from "../unpack.js";

class Still {
  constructor(data, start) {
    this.data = data;
    this.pieces = openPieces(data.pieces);
    this.heard = new Map();
    this.due = {};
    this.joined = [];
    this.values = { ...this.whole(data.fixed), rule_text: "", error: "", library: null, ...start };
    for (const [name, found] of Object.entries(data.shown)) this.values[name] = this.whole(found.find((value) => value !== null));
    this.answer();
  }

  // ---- what anywidget's model offers -------------------------------------------------------------------------
  get(name) { return this.values[name]; }
  set(name, value) { this.due[name] = value; }
  on(event, call) { this.heard.set(event, [...(this.heard.get(event) ?? []), call]); }
  off(event, call) { this.heard.set(event, (this.heard.get(event) ?? []).filter((other) => other !== call)); }
  get widget_manager() { return { get_model: async () => this }; }

  send({ tick }) {  // the time of a step has run out
    const { playing, index, count } = this.values;
    if (playing && tick === index) {
      this.set("index", index + 1);
      this.set("playing", index + 2 < count);
      this.save_changes();
    }
  }

  save_changes() {
    const due = this.due, { index, count } = this.values;
    this.due = {};
    if (due.playing && index === count - 1) due.index = 0;  // from the beginning
    if (due.playing && count === 1) due.playing = false;
    if ("index" in due && due.index !== index) due.rule = "";
    if ("rule" in due) due.rule_text = due.rule ? this.whole(this.data.rules[due.rule] ?? "") : "";
    this.change(due);
    this.answer();
  }

  // ---- answers -----------------------------------------------------------------------------------------------
  change(values) {
    const changed = Object.keys(values).filter((name) => !same(this.values[name], values[name]));
    Object.assign(this.values, values);
    for (const name of changed) for (const call of this.heard.get(`change:${name}`) ?? []) call();
  }

  answer() {
    const { data } = this, { index, speed } = this.values, state = this.state(), values = {};
    for (const [name, at] of Object.entries(data.at)) {
      const value = this.whole(data.shown[name][at[state]]);
      if (value !== null) values[name] = value;
    }
    if (this.isHigh) values.shape = "beside";
    this.change({ ...values, wait: Math.round(data.waits[index] * data.speeds[speed]), shown: index });
  }

  // The number of the state with the reader's choices; for a choice that cannot be shown here, the first that can.
  state() {
    const { ways, spaces } = this.data, { space: [wide, high, ...full], viewer, viewers, index, chosen, frame, variant } = this.values;
    const of = (size) => ways.at(size)[viewers.indexOf(viewer)][index];
    const size = spaces.findIndex(([least]) => least <= (wide || least)), here = of(size);
    const stage = (here.find(([name]) => name === chosen) ?? here[0])[0];
    // On a screen that a stepper fills and that is nearly as high as wide, the map of the next size leaves less room.
    this.isHigh = full.length > 0 && high > 0.68 * wide && stage === "map" && frame === "campaign";
    const parts = (this.isHigh ? of(size + 1) : here).filter(([name]) => name === stage), part = stage === "map" ? frame : variant;
    return (parts.find(([, name]) => name === part) ?? parts[0])[2];
  }

  // A value with its long texts, which are numbers of pieces in the data.
  whole(value) {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((part) => this.whole(part));
    if ("$text" in value) return this.text(value.$text);
    if ("$svg" in value) return this.joined[`svg ${value.$svg}`] ??= svgUrl(this.text(value.$svg));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.whole(part)]));
  }

  text(number) {
    return this.joined[number] ??= this.pieces[number].map((part) => (typeof part === "string" ? part : this.text(part))).join("");
  }
}

// The pieces, each as texts and numbers of other pieces, in which tags stand again in place of letters (see states.py).
function openPieces({ texts, number, steps, tags }) {
  const tagOf = new Map();  // by letter, what makes the next such tag
  for (const [letter, [tag, ...columns]] of Object.entries(tags)) {
    const parts = tag.split('=""'), values = columns.map((column) => column.split("\n"));
    let next = 0;
    tagOf.set(letter, () => {
      let text = parts[0];
      values.forEach((column, i) => { text += `="${column[column.length > 1 ? next : 0]}"${parts[i + 1]}`; });
      next += 1;
      return text;
    });
  }
  let piece = 0, step = 0;
  const open = (text) => text.replace(/[^\0-\x7f]/g, (letter) => tagOf.get(letter)?.() ?? letter);
  return texts.map((text) => text.split(number).flatMap((part, i) => (i ? [piece += steps[step++], open(part)] : [open(part)])));
}

const same = (a, b) => a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
const svgUrl = (svg) => {
  let bytes = "";
  for (const code of new TextEncoder().encode(svg)) bytes += String.fromCharCode(code);
  return `data:image/svg+xml;base64,${btoa(bytes)}`;
};

// A player is drawn for one of the widths in its data, and scaled to its place; from the widest on the screen scales itself.
function fit(box, page, widths) {
  const wide = box.clientWidth;
  if (!wide) return;
  const [most, middle, least] = widths, landscape = innerWidth > 1.2 * innerHeight;
  const drawn = wide > most ? wide : wide >= 900 || (landscape && wide >= 640) ? most + 2 : (wide >= 500 ? middle : least) + 2;
  const scale = wide / drawn;
  page.style.width = `${drawn}px`;
  page.style.transform = scale === 1 ? "none" : `scale(${scale})`;
  box.style.height = scale === 1 ? "" : `${page.offsetHeight * scale}px`;
}

// On a telephone the button says what the lesson calls it; where there are no keys, nothing speaks of keys.
function nameNext(button, word) {
  button.prepend(make("span", "roses-word", word));
  if (matchMedia("(pointer: coarse)").matches) for (const name of ["title", "aria-label"]) button.setAttribute(name, word);
}

// A finger that swipes over map or words goes a step on, or back; across what scrolls sideways it scrolls.
function stepBySwipe(stepper) {
  let start = null;
  const scrolls = (node) => node !== stepper && (node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).overflowX === "auto" || scrolls(node.parentElement));
  stepper.addEventListener("touchstart", ({ touches, target }) => {
    start = touches.length > 1 || target.closest("input, select, .roses-bar") || scrolls(target) ? null : touches[0];
  }, { passive: true });
  stepper.addEventListener("touchend", ({ changedTouches: [end] }) => {
    const across = start ? end.clientX - start.clientX : 0, down = start ? end.clientY - start.clientY : 0;
    start = null;
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) stepper.querySelector(across < 0 ? ".roses-forward" : ".roses-back").click();
  });
}

async function startPlayer(box) {
  const page = box.querySelector(".roses-page"), el = page.querySelector(".anywidget");
  const text = document.getElementById(box.dataset.states).textContent;
  const model = new Still(await unpack(text), JSON.parse(box.dataset.start));
  const refit = () => fit(box, page, model.data.spaces.map(([width]) => width));
  for (const node of [box, page]) new ResizeObserver(refit).observe(node);
  refit();
  await render({ model: { get: () => "screen", widget_manager: model.widget_manager }, el });
  nameNext(box.querySelector(".roses-forward"), model.get("words").next);
  stepBySwipe(box.querySelector(".roses-stepper"));
  globalThis.markEdges?.(box.querySelector(".roses-battle"));
  box.querySelector(".roses-sorry").remove();
  box.rosesModel = model;
}

for (const box of document.querySelectorAll(".roses-player:not([data-started])")) {
  box.dataset.started = "";
  startPlayer(box).catch((error) => {
    box.querySelector(".roses-sorry").hidden = false;
    throw error;
  });
}
