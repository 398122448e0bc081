// Things that move: one movement of one element each, by the browser's own animations. An element stands in the page as
// it will be at the end, and a movement shows for a while where it comes from. So whatever ends a movement early, a key,
// the next step or the printer, the picture is right. Several movements come one after another by their delays, not by
// waiting for each other; then finish() ends them all.

const STILL = "roses-unmoving";  // in the browser's storage: the reader wants nothing to move
let wanted = true;  // where the browser stores nothing

const isWanted = () => {
  try {
    return localStorage.getItem(STILL) === null && wanted;
  } catch {
    return wanted;
  }
};

// ``words`` has "moving", "unmoving" and "reduced", which ``say(subject, sentence)`` tells for a while after a change.
export function makeTweens({ words = {}, say = () => {} } = {}) {
  const running = new Map(), reduced = matchMedia("(prefers-reduced-motion: reduce)"), printed = matchMedia("print");
  let timer = null, pause = null, holds = false;

  const on = () => isWanted() && !reduced.matches && !printed.matches && !document.hidden;

  // Moves an element from the first of its keyframes to where it stands, and tells when it has come there, or at once
  // if nothing may move. Times are ms. Before its delay is over it shows the first keyframe. An ``event`` is one of those
  // that a reader may step through.
  function run(node, keyframes, { duration = 600, delay = 0, easing = "ease-in-out", event = false } = {}) {
    if (!on()) return Promise.resolve();
    const animation = node.animate(keyframes, { duration, delay, easing, fill: "backwards" });
    running.set(animation, event ? delay + duration : 0);
    if (event && holds) {
      holds = false;
      queueMicrotask(next);
    }
    return animation.finished.catch(() => {}).then(() => { running.delete(animation); });
  }

  // All movements are at their ends at once.
  function finish() {
    clearTimeout(pause);
    for (const animation of running.keys()) animation.cancel();
    running.clear();
  }

  // Tells when all that moves has come to its end.
  const settled = () => Promise.all([...running.keys()].map((animation) => animation.finished.catch(() => {})));

  // Everything moves to the end of the next event, and waits there unless it is the last; tells whether there is one.
  function next() {
    clearTimeout(pause);
    const all = [...running.keys()], now = Math.max(0, ...all.map((animation) => animation.currentTime ?? 0));
    const stops = [...running.values()].filter((end) => end > now + 1), stop = Math.min(...stops);
    if (stops.length === 0) return false;
    for (const animation of all) animation.play();
    if (stop < Math.max(...stops)) pause = setTimeout(() => {
      for (const animation of running.keys()) {  // what is at its end stays there; to play it on would begin it anew
        if (animation.effect.getComputedTiming().endTime <= stop) animation.finish();
        else {
          animation.pause();
          animation.currentTime = stop;
        }
      }
    }, stop - now);
    return true;
  }

  function turn(wants) {
    wanted = wants;
    try {
      if (wants) localStorage.removeItem(STILL);
      else localStorage.setItem(STILL, "1");
    } catch { /* it holds for this page */ }
    finish();
    say("moves", words[!wants ? "unmoving" : reduced.matches ? "reduced" : "moving"] ?? "");
    clearTimeout(timer);
    timer = setTimeout(() => say("moves", ""), 3000);
  }

  const changed = () => on() || finish();
  reduced.addEventListener("change", changed);
  printed.addEventListener("change", changed);
  addEventListener("beforeprint", finish);
  return {
    run,
    finish,
    settled,
    next,
    hold: (waits) => { holds = waits; },  // whether movements wait after their first event
    toggle: () => turn(!isWanted()),
    get on() { return on(); },
    stop() {
      finish();
      clearTimeout(timer);
      reduced.removeEventListener("change", changed);
      printed.removeEventListener("change", changed);
      removeEventListener("beforeprint", finish);
    },
  };
}
