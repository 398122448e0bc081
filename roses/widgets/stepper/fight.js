// A battle in motion. The board of a step is compared with that of the step before: earlier deeds appear in small one by
// one, the dice of the last blow tumble and show their hits, these take off the squares of the block that is struck, who
// falls greys and sinks, who changes sides crosses over and turns his coat, who leaves slides off, and the banner comes
// last. Times are ms, lengths are those of the board.

const EARLIER = 320, THROW = 560, AFTER = 70, LUNGE = 260, HIT = 190, FALL = 640, CROSS = 900, SLIDE = 450, BANNER = 380;
const PLAIN = "#fffdf9";  // a die before it shows whether it is a hit

const blocksOf = (board) => new Map([...board.querySelectorAll("[data-block][data-at]")].map((node) => [node.dataset.block, node]));
const way = (from, to) => {
  const [start, end] = [from, to].map((node) => node.dataset.at.split(" ").map(Number));
  return [end[0] - start[0], end[1] - start[1]];
};
const by = ([x, y], more = "") => ({ transform: `translate(${x}px, ${y}px) ${more}` });
const token = (node) => node.firstElementChild;
const captions = (node) => [...node.children].filter((child) => child.localName === "text");
const caption = (node) => captions(node).map((line) => line.textContent).join();

export function makeFight(tweens) {
  function run(node, keyframes, delay, duration, easing, event = false) {
    Object.assign(node.style, { transformBox: "fill-box", transformOrigin: "center" });
    return tweens.run(node, keyframes, { delay, duration, easing, event });
  }

  // Shows for a while a part of a token of the board before, where it would be on this one, and then no longer.
  function pass(part, was, node, keyframes, delay, duration, easing, event = true) {
    const copy = part.cloneNode(true), group = document.createElementNS(node.namespaceURI, "g");
    if (!node.hasAttribute("transform")) group.setAttribute("transform", `translate(${way(was, node)})`);
    group.setAttribute("aria-hidden", "true");
    copy.style.opacity = 0;
    copy.querySelector("title")?.remove();
    group.append(copy);
    token(node).after(group);  // under what is there already
    run(copy, keyframes, delay, duration, easing, event).then(() => group.remove());
    return copy;
  }

  const rise = (node, delay, duration, event) => run(node, [{ opacity: 0 }, { opacity: 1 }], delay, duration, "ease-in-out", event);
  const riseLate = (node, delay, duration) => run(node, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], delay, duration);

  // Each of these returns the time at which it ends.
  function throwDice(blow, blocks, time) {
    const dice = [...blow.querySelectorAll(".roses-die")];
    if (!dice.length) return time;
    dice.forEach((die, i) => {
      const delay = time + i * AFTER, [face, ...pips] = token(die).children, turned = i % 2 ? -1 : 1;
      run(die, [
        { ...by([-46, -26], `rotate(${turned * 500}deg) scale(.6)`), opacity: 0 },
        { ...by([6, -12], `rotate(${turned * 60}deg) scale(1.1)`), opacity: 1, offset: 0.7 },
        { ...by([0, 0]), opacity: 1 },
      ], delay, THROW, "cubic-bezier(.2,.6,.4,1)");
      const ink = face.getAttribute("fill");
      if (ink !== face.getAttribute("stroke")) return;  // no hit
      run(face, [{ fill: PLAIN }, { fill: ink }], delay + THROW, 160);
      for (const pip of pips) run(pip, [{ fill: ink }, { fill: pip.getAttribute("fill") }], delay + THROW, 160);
    });
    const thrown = time + THROW + dice.length * AFTER + 120, striker = blocks.get(blow.dataset.by), struck = blocks.get(blow.dataset.on);
    const came = blow.querySelector(".roses-came");
    if (came) rise(came, thrown, 160, true);
    if (striker && struck) {
      const [x, y] = way(striker, struck), far = Math.hypot(x, y) || 1;
      run(token(striker), [by([0, 0]), by([(16 * x) / far, (16 * y) / far]), by([0, 0])], thrown - LUNGE / 2, LUNGE);
    }
    return thrown;
  }

  function takeSteps(was, node, time) {
    const path = token(was).querySelector(".roses-steps"), lost = Number(was.dataset.steps) - Number(node.dataset.steps);
    if (lost <= 0 || !path) return time;
    const off = path.cloneNode();
    path.getAttribute("d").split(/(?=M)/).slice(-lost).reverse().forEach((d, i) => {
      off.setAttribute("d", d);
      const side = i % 2 ? -1 : 1;
      pass(off, was, node, [
        { ...by([0, 0]), opacity: 1 },
        { ...by([0, -5], "scale(1.3)"), opacity: 1, offset: 0.25 },
        { ...by([9 * side, 30], `rotate(${120 * side}deg)`), opacity: 0 },
      ], time + i * HIT, 420, "ease-in", i === lost - 1);
    });
    if (!node.dataset.fate) run(token(node), [by([0, 0]), by([-3, 0]), by([3, 0]), by([0, 0])], time, HIT);
    return time + lost * HIT + 160;
  }

  function fall(was, node, time) {
    const grey = "grayscale(1) brightness(.8)";
    const body = pass(token(was), was, node, [
      { ...by([0, 0]), opacity: 1, filter: "none" },
      { ...by([0, 0]), opacity: 1, filter: grey, offset: 0.4 },
      { ...by([0, 26]), opacity: 0, filter: grey },
    ], time, FALL, "ease-in");
    body.querySelector(".roses-steps")?.remove();  // its squares come off by themselves
    riseLate(token(node), time, FALL);
    return time + FALL;
  }

  function leave(was, node, time) {
    const out = [0, node.dataset.side === "York" ? -60 : 60];
    pass(token(was), was, node, [{ ...by([0, 0]), opacity: 1 }, { ...by(out), opacity: 0 }], time, FALL, "ease-in");
    riseLate(token(node), time, FALL);
    return time + FALL;
  }

  // He goes halfway in his old coat, turns it, and goes on in the new one; ``gap`` is what stays in his old place.
  function turn(was, gap, node, time) {
    const half = way(gap, node).map((px) => px / 2), back = half.map((px) => -px);
    pass(token(was), was, gap, [
      { ...by([0, 0]), opacity: 1 },
      { ...by(half, "scaleX(0)"), opacity: 1, offset: 0.5 },
      { ...by(half, "scaleX(0)"), opacity: 0 },
    ], time, CROSS);
    riseLate(token(gap), time, CROSS);
    run(token(node), [
      { ...by(back, "scaleX(0)"), opacity: 0 },
      { ...by(back, "scaleX(0)"), opacity: 1, offset: 0.5 },
      { ...by([0, 0]), opacity: 1 },
    ], time, CROSS);
    for (const part of [...node.children].slice(1)) riseLate(part, time, CROSS);
    return time + CROSS;
  }

  function slide(was, node) {
    const [x, y] = way(node, was);
    if (Math.hypot(x, y) > 8) for (const part of node.children) run(part, [by([x, y]), by([0, 0])], 0, SLIDE);
  }

  let at = -1;
  // ``old`` is the board of the step before; ``now`` that of step ``index`` if it is another one. Only a step forward is
  // shown in motion.
  return function fight(old, now, index) {
    const isNext = index === at + 1;
    at = index;
    if (!isNext || !tweens.on || !old || !now || !now.querySelector(".roses-blow")) return;
    const before = blocksOf(old), blocks = blocksOf(now), blow = now.querySelector(".roses-blow");
    const struck = new Map();  // when hits of earlier deeds come, by block
    let start = 0;
    if (blow.outerHTML !== old.querySelector(".roses-blow")?.outerHTML) {
      for (const deed of blow.querySelectorAll(".roses-earlier")) {
        rise(deed, start, EARLIER, true);
        start += EARLIER;
        for (const name of deed.dataset.on?.split(",") ?? []) struck.set(name, start);
      }
      start = throwDice(blow, blocks, start);
      struck.delete(blow.dataset.on);
    }
    let end = start;
    for (const [name, node] of blocks) {
      const was = before.get(name), { fate } = node.dataset, coat = before.get(node.dataset.was), gap = blocks.get(node.dataset.was);
      let time = struck.get(name) ?? start;
      if (!was && coat && gap && !coat.dataset.fate) time = turn(coat, gap, node, start);
      if (was && !was.dataset.fate && fate !== "turned") {
        if (!fate) slide(was, node);
        time = takeSteps(was, node, time);
        if (fate === "fallen") time = fall(was, node, time);
        else if (fate) time = leave(was, node, time);
      }
      if (was && caption(was) !== caption(node)) for (const line of captions(node)) rise(line, time, 160);
      end = Math.max(end, time);
    }
    const banner = now.querySelector(".roses-verdict");
    const unrolls = [{ opacity: 0, transform: "scaleY(.1)" }, { opacity: 1, transform: "scaleY(1)" }];
    if (banner && !old.querySelector(".roses-verdict")) run(banner, unrolls, end, BANNER, "ease-out", true);
  };
}
