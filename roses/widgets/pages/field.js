// A battlefield phase by phase, in any of its reconstructions. Every picture stands in ``data``, packed; the first is in
// the page already.

import { glide, placesOf } from "../stepper/glide.js";
import { makeTweens } from "../stepper/tween.js";
import { unpack } from "../unpack.js";

export function start(box, data) {
  const rivals = box.querySelector(".rivals"), picture = box.querySelector(".picture"), bar = box.querySelector(".phases");
  const phases = [...bar.querySelectorAll("[data-phase]")], sentence = box.querySelector(".sentence");
  const [back, forward] = ["back", "forward"].map((name) => box.querySelector(`.${name}`));
  let tweens = null;  // while something moves
  let at = phases.findIndex((phase) => phase.getAttribute("aria-pressed") === "true"), pictures = null;

  function show(next) {
    if (!pictures) return;
    const hadFocus = document.activeElement;
    at = Math.max(0, Math.min(phases.length - 1, next));
    tweens?.stop();
    const before = placesOf(picture), wide = box.clientWidth >= data.narrow;
    picture.innerHTML = (pictures[wide ? "wide" : "narrow"] ?? pictures.wide)[rivals ? rivals.selectedIndex : 0][at];
    const moves = tweens = makeTweens();
    glide(picture, before, moves);
    moves.settled().then(moves.stop);
    sentence.textContent = data.sentences[at];
    phases.forEach((phase, n) => phase.setAttribute("aria-pressed", String(n === at)));
    back.disabled = at === 0;
    forward.disabled = at === phases.length - 1;
    if (hadFocus?.disabled) phases[at].focus();
  }

  phases.forEach((phase, n) => phase.addEventListener("click", () => show(n)));
  back.addEventListener("click", () => show(at - 1));
  forward.addEventListener("click", () => show(at + 1));
  rivals?.addEventListener("change", () => show(at));
  unpack(data.pictures).then((all) => {
    pictures = all;
    for (const hidden of box.querySelectorAll(".roses-unprinted")) hidden.hidden = false;
    show(at);
  });
  let isWide = null;
  new ResizeObserver(() => {
    if (!box.clientWidth) return;  // out of sight
    const now = box.clientWidth >= data.narrow;
    if (isWide !== null && now !== isWide) show(at);
    isWide = now;
  }).observe(box);
  return (key, target) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    return by && target !== rivals ? () => show(at + by) : undefined;
  };
}
