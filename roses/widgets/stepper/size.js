// The size of a stepper on its page: it is scaled to fit, and Python is told of the px there are.

const BASE = [1110, 606], LEAST = 0.5, MOST = 1.8, WIDEST = 1200, NARROW = 700;
// px: the least page, in its own scale, on which map and panel stand side by side on a computer; and where both have room
const BESIDE = 800, ROOMY = 1064, ROOM = 760;
const HEAD = 40, BAR = 52, PANEL = [364, 300];  // px: header, controls, and the panel beside a map and beside a board
const WIDER = 254;  // px by which the panel is wider at twice the size of its type
const RATING = 9.57, LEGIBLE = 13.1;  // px of a block's rating on a map, and what it has in the picture alone

// The page of a stepper in px, the scale at which it is drawn, and what Python is told.
function pageOf(root) {
  if (root.classList.contains("roses-full")) return screenOf(root);
  const page = root.parentElement;
  if (!page?.clientWidth) return null;
  const view = root.closest(".jp-WindowedPanel-outer, .jp-Notebook") || document.documentElement;
  const wide = page.clientWidth - 2, high = Math.min(view.clientHeight || innerHeight, innerHeight) - 4;
  const phone = wide < NARROW && innerWidth < 1.2 * innerHeight;
  const most = Math.min(Math.max(1, wide / BASE[0]), wide / (wide < ROOM ? BESIDE : ROOMY), MOST);
  const best = phone ? 1 : Math.max(LEAST, Math.min(high / BASE[1], most));
  const scale = best >= 1 && best < 1.06 ? 1 : best;  // a page in its own scale is drawn faster
  return { scale, space: [Math.min(WIDEST, wide / scale), high / scale].map((px) => Math.floor(px / 2) * 2) };
}

// The same where the stepper fills the screen: the type of the panel may be larger, or the picture alone be shown.
function screenOf(root) {
  const { clientWidth: wide, clientHeight: high } = document.documentElement, type = Number(root.dataset.type) / 100;
  if (wide < NARROW) return { scale: 1, space: [wide, high] };
  const scale = Math.min(wide / BASE[0], high / BASE[1]), [w, h] = [wide / scale, high / scale];
  const grown = Math.min(w / (w - PANEL[0]), h / (h - HEAD - BAR));  // a map that takes the room of panel and controls
  const times = "alone" in root.dataset ? Math.max(1, LEGIBLE / RATING / scale / grown) : 1;
  return { scale, space: [w, h, "alone" in root.dataset ? 0 : WIDER * (type - 1), Math.ceil(100 * times)].map(Math.floor) };
}

// The stage in px, and how many times larger than drawn a map is shown in it.
export function stageOf(root, space, shape, stage, [wide, high, free]) {
  if (!root.classList.contains("roses-full") || shape === "below") return { wide, high, free, times: 1 };
  const alone = "alone" in root.dataset, [whole, tall, more = 0] = space, isMap = stage === "map";
  const room = alone ? [whole, tall] : [whole - PANEL[isMap ? 0 : 1] - more, tall - (shape === "tall" ? BAR : HEAD + BAR)];
  if (shape === "over") return { wide, high: room[1], free: free * Math.min(whole / wide, room[1] / high), times: 1 };
  if (!isMap) return { wide: alone ? whole : Math.min(wide, room[0]), high: room[1], free, times: 1 };
  const times = Math.min(room[0] / wide, room[1] / high);
  return { wide: wide * times, high: room[1], free, times };
}

export function watchSize(root, tell) {
  function measure() {
    const found = pageOf(root);
    if (!found) return;
    const { scale, space } = found;
    root.style.setProperty("--wide", `${space[0]}px`);
    root.style.setProperty("--tall", `${space[1]}px`);
    root.style.setProperty("--scale", scale.toFixed(4));
    root.style.setProperty("--scaled", scale === 1 ? "none" : `scale(${scale.toFixed(4)})`);
    grow();
    tell(space);
  }
  // A scaled box keeps its unscaled size in the flow of the page; margins correct that.
  function grow() {
    const full = root.classList.contains("roses-full");
    const scale = full ? 0 : Number(root.style.getPropertyValue("--scale")) - 1;
    root.style.marginBottom = `${root.offsetHeight * scale}px`;
    root.style.marginRight = `${root.offsetWidth * scale}px`;
  }
  const watch = new ResizeObserver(measure), heights = new ResizeObserver(grow);
  watch.observe(root.parentElement);
  heights.observe(root);
  const view = root.closest(".jp-WindowedPanel-outer, .jp-Notebook");
  if (view) watch.observe(view);
  addEventListener("resize", measure);
  measure();
  return {
    measure,
    stop() {
      watch.disconnect();
      heights.disconnect();
      removeEventListener("resize", measure);
    },
  };
}
