// What a side has seen since it was last asked is played back: blocks march along their arrows, dice fall, and what
// matters is held until the reader goes on: moves of the other side before a battle, how a battle ended, what became of
// a lord. Any key or click skips what moves. Nothing is asked of Python for it: the beats came with the screen.

import { makeFight } from "../stepper/fight.js";
import { moveMap } from "../stepper/marches.js";
import { makeTweens } from "../stepper/tween.js";
import { button, make, shape } from "./parts.js";

const REST = 600, READ = 1600;  // ms after a beat; for one that does not move
const DIE = 21;  // px: dice beside a block

// ``draw`` shows a board in place of the present one, ``paint`` the present one, and ``tell`` says a sentence.
export function makePlayback({ root, labels, board, sound, draw, paint, tell }) {
  const tweens = makeTweens({ words: labels, say: (_subject, words) => words && tell(words, "hint") });
  const fight = makeFight(tweens), nothing = make("div", "");
  const cards = make("div", "played"), lives = make("div", "lives"), lines = make("ul", ""), title = make("h3", "");
  const words = make("div", "", title, lives, lines), go = button(labels.go_on, next, "onward");
  const panel = make("section", "told", words, go), again = button(labels.show_again, repeat, "show-again");
  words.setAttribute("role", "status");
  again.dataset.free = "";
  panel.hidden = cards.hidden = true;
  again.hidden = true;

  let queue = [], past = [], beat = null, heard = null, origin = null, last = null, timer = 0, serial = 0;
  let fresh = false, begins = true;  // whether the arrows still stand; whether the next beats are those of a new choice

  const svg = () => board.querySelector("svg");
  const isHeld = () => root.hasAttribute("data-holds");

  // What is new on a screen, ``now``; ``told`` is what Python has sent of it.
  function hear(now, told, first) {
    const isNew = told !== heard && told?.at === now.at && !now.closed;
    heard = told;
    if (now.closed) return clear();
    if (told?.at === undefined) {  // another game, in which nothing has been played back
      clear();
      last = now.board;
      return;
    }
    if (begins && isNew) [past, origin, begins] = [[], last, false];
    last = now.board;
    if (!isNew) return;
    past.push(...told.beats);
    again.hidden = false;
    if (first) return;
    fresh = true;
    root.removeAttribute("data-quiet");
    queue.push(...told.beats);
    if (!beat) next();
  }
  function next() {
    clearTimeout(timer);
    tweens.finish();
    while (queue.length && !tweens.on && !queue[0].holds) show(queue.shift(), true);
    beat = queue.shift() ?? null;
    if (beat) return show(beat, false);
    const focus = panel.contains(document.activeElement);
    serial += 1;
    panel.hidden = true;
    root.removeAttribute("data-holds");
    paint();
    if (focus) root.focus({ preventScroll: true });
  }
  // In passing only its cards and sounds.
  function show(what, passes) {
    const mine = ++serial, before = svg(), same = board.dataset.kind === what.board.kind;
    if (what.head) cards.innerHTML = what.head;
    if (what.head) cards.hidden = false;
    sound.play(what.sounds);
    if (passes) return;
    draw(what.board);
    root.toggleAttribute("data-holds", what.holds);
    panel.hidden = !what.holds;
    title.textContent = labels[`told_${what.kind}`];
    lives.innerHTML = what.lives.join("");
    lines.replaceChildren(...what.lines.map((line) => make("li", "", line)));
    panel.dataset.kind = what.kind;
    const moves = tweens.on && same && before && before !== svg();
    if (moves) move(before, what);
    dice();
    if (!what.holds) return void tweens.settled().then(() => {
      if (mine === serial) timer = setTimeout(next, moves ? REST : READ);
    });
    for (const life of lives.children) tweens.run(life, [{ opacity: 0, translate: "0 12px" }, { opacity: 1, translate: "0 0" }], { duration: 400 });
    panel.scrollIntoView({ block: "nearest" });
    if (root.contains(document.activeElement)) go.focus({ preventScroll: true });
  }
  let step = 0;
  function move(before, { board: { kind } }) {
    if (kind === "battle") return fight(before, svg(), (step += 1));
    if (kind !== "map" || !before.querySelector("g.tokens") || !svg().querySelector("g.tokens")) return;
    const here = [0, 0, 1];
    moveMap({ before, after: svg(), from: here, to: here, land: nothing, names: nothing, named: nothing, badges: nothing, tweens });
  }
  // The dice of the last blow, small, beside the block that has thrown them.
  function dice() {
    const blow = svg()?.querySelector(".roses-blow[data-by]"), by = blow && [...svg().querySelectorAll("[data-block][data-at]")].find((one) => one.dataset.block === blow.dataset.by);
    const thrown = [...(blow?.querySelectorAll(".roses-die") ?? [])];
    if (!by || !thrown.length) return;
    const box = thrown[0].getBBox(), [x, y] = by.dataset.at.split(" ").map(Number), token = by.getBBox();
    const size = Math.min(DIE, token.width / thrown.length / 1.1) / box.width, wide = thrown.length * box.width * size * 1.1;
    const layer = shape("g", { class: "roses-thrown", "aria-hidden": "true" });
    thrown.forEach((die, i) => {
      const left = x - wide / 2 + i * box.width * size * 1.1, at = die.getBBox();
      const copy = shape("g", { transform: `translate(${left - at.x * size} ${y - 5 - at.y * size}) scale(${size})` });
      const face = die.cloneNode(true);
      copy.append(face);
      layer.append(copy);
      tweens.run(face, [{ opacity: 0, transform: "rotate(-200deg) scale(.4)" }, { opacity: 1, transform: "none" }], { duration: 500, delay: 60 * i });
    });
    by.parentNode.append(layer);
  }

  // Everything goes on to what is held next, or to its end.
  function skip() {
    const held = queue.findIndex(({ holds }) => holds);
    queue = held < 0 ? [] : queue.slice(held);
    next();
  }
  function repeat() {
    if (!past.length) return;
    queue = past.map((one) => ({ ...one, holds: one.holds || !tweens.on }));
    beat = null;
    fresh = true;
    root.removeAttribute("data-quiet");
    if (origin && tweens.on) draw(origin);
    next();
  }
  function dismiss() {  // arrows and cards have been seen
    if (!fresh) return;
    fresh = false;
    root.setAttribute("data-quiet", "");
    cards.hidden = true;
  }
  function clear() {
    clearTimeout(timer);
    tweens.finish();
    serial += 1;
    [queue, past, beat, origin, last, fresh, begins] = [[], [], null, null, null, false, true];
    root.removeAttribute("data-holds");
    panel.hidden = cards.hidden = again.hidden = true;
    for (const part of [cards, lives, lines]) part.replaceChildren();
  }
  // Tells whether it has used a key, which then has no other meaning.
  function key(event) {
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.target.matches("input")) return false;
    if (letter === "r" && past.length) {
      event.preventDefault();
      repeat();
      return true;
    }
    if (["Shift", "CapsLock"].includes(letter)) return false;
    if (isHeld()) {
      if (event.target !== go) event.preventDefault();
      if (letter === "a") tweens.toggle();
      else if (!event.repeat && event.target !== go) next();
      else if (event.target === go && !["Enter", " "].includes(letter)) next();
      return true;
    }
    if (beat) skip();
    else dismiss();
    return false;
  }
  function click(event) {
    if (panel.contains(event.target) || event.target.closest("[data-free]")) return;
    const held = isHeld(), moved = beat && board.contains(event.target);
    if (held || moved) {
      event.stopPropagation();
      event.preventDefault();
    }
    if (held) next();
    else if (beat) skip();
    else dismiss();
  }
  root.addEventListener("click", click, true);

  return {
    cards, panel, again, hear, clear, key,
    begin: () => { begins = true; },  // the reader has chosen: what follows is told by itself
    toggle: tweens.toggle,
    // The board that stands in place of the present one: that of a beat, or the present one with arrows; else undefined.
    board: (now) => beat?.board ?? (fresh && heard?.at === now.at && heard.beats.at(-1).board.kind === now.board.kind && !now.over ? heard.beats.at(-1).board : undefined),
    get plays() { return Boolean(beat); },
    // The reader's own blocks go from where they stood.
    slide: (before) => { if (tweens.on && !beat && before && before !== svg() && board.dataset.kind === "map") move(before, { board: { kind: "map" } }); },
    stop() {
      clearTimeout(timer);
      tweens.stop();
      sound.stop();
    },
  };
}
