// What is seen of a board: it is moved and brought closer by wheel, by pinch, by drag and by keys. A picture that is
// drawn anew keeps the part that is seen.

const STEP = 1.3, MOST = 5;  // how much closer a key brings the board, and how close it comes
const LEGIBLE = 0.8, PHONE = 520;  // px per unit of a map at the least, as it begins on boards narrower than so many px
const SLACK = 6;  // px that a finger or the mouse may move and still click

// ``changed(near)`` is called when the whole board is seen again, or no longer.
export function makeView(node, changed) {
  let svg = null, base = [0, 0, 1, 1], kind = "", first = "", middle = [0, 0], times = 1, near = null, due = false, begun = false;
  let wide = 0, high = 0;  // px of the board on the page
  const fingers = new Map();  // by pointer: where it is now
  let start = null, moves = false;  // where a drag began, and whether it has become one

  const least = () => Math.min(wide / base[2], high / base[3]) || 1;  // px per unit of the whole board
  const scale = () => least() * times;
  function show(name, start) {  // ``start`` says with what the board begins
    svg = node.querySelector("svg");
    const { x, y, width, height } = svg.viewBox.baseVal;
    if (kind !== name || first !== start || base[2] !== width || base[3] !== height) {
      [base, kind, first] = [[x, y, width, height], name, start];
      middle = kind === "map" ? [x + 0.58 * width, y + 0.6 * height] : [x, y];  // England rather than the sea round it
      begun = false;
    }
    draw();
  }
  // The part that is seen; it does not leave the board, and is in the middle where it is larger than the board.
  function part() {
    const sizes = [wide / scale(), high / scale()];
    middle = middle.map((at, axis) => {
      const [low, whole, half] = [base[axis], base[axis + 2], sizes[axis] / 2];
      return 2 * half >= whole ? low + whole / 2 : Math.max(low + half, Math.min(low + whole - half, at));
    });
    return [middle[0] - sizes[0] / 2, middle[1] - sizes[1] / 2, ...sizes];
  }
  function draw() {
    if (!svg || !wide) return;
    const legible = kind === "map" ? LEGIBLE : wide / base[2];
    if (!begun) times = wide < PHONE ? Math.max(1, legible / least()) : 1;
    begun = true;
    svg.setAttribute("viewBox", part().map((value) => value.toFixed(2)).join(" "));
    node.toggleAttribute("data-near-by", times > 1);
    if (near !== times > 1) changed(near = times > 1);
  }
  const soon = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; draw(); });
  };
  function fit() {
    times = 1;
    draw();
  }
  // Brings the board closer round a point of the page, which stays where it is.
  function zoom(factor, x, y) {
    const box = node.getBoundingClientRect(), before = scale();
    times = Math.max(1, Math.min(MOST, times * factor));
    const shift = 1 / before - 1 / scale();
    middle = [middle[0] + (x - box.left - box.width / 2) * shift, middle[1] + (y - box.top - box.height / 2) * shift];
    soon();
  }
  const centre = () => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  // Moves the board, never the page, until a place is in its middle half.
  function reveal(x, y) {
    if (times === 1) return;
    const [left, top, across, down] = part();
    if (Math.abs(x - left - across / 2) > across / 4) middle[0] = x;
    if (Math.abs(y - top - down / 2) > down / 4) middle[1] = y;
    draw();
  }
  // The page under the pointer in units of the board.
  function at(x, y) {
    const box = node.getBoundingClientRect(), [left, top] = part();
    return [left + (x - box.left) / scale(), top + (y - box.top) / scale()];
  }

  // With Ctrl, or once the table has the focus, the wheel is the board's; else it scrolls the page.
  function onWheel(event) {
    const own = event.ctrlKey || event.metaKey || node.closest(".roses-table").contains(document.activeElement);
    if (!own || (event.deltaY > 0 && times === 1)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0018)), event.clientX, event.clientY);
  }
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return [Math.hypot(one[0] - other[0], one[1] - other[1]), (one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  };
  function onDown(event) {
    if (event.button) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    start = [event.clientX, event.clientY];
    moves = fingers.size > 1;
  }
  function onMove(event) {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (fingers.size === 2) {
      const [far, x, y] = spread();
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const [now, atX, atY] = spread();
      middle = [middle[0] - (atX - x) / scale(), middle[1] - (atY - y) / scale()];
      return zoom(now / (far || 1), atX, atY);
    }
    if (!moves && Math.hypot(event.clientX - start[0], event.clientY - start[1]) < SLACK) return;
    if (!moves) node.setPointerCapture(event.pointerId);
    moves = true;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    middle = [middle[0] - (event.clientX - before[0]) / scale(), middle[1] - (event.clientY - before[1]) / scale()];
    node.toggleAttribute("data-drags", times > 1);
    soon();
  }
  function onUp(event) {
    fingers.delete(event.pointerId);
    if (!fingers.size) node.removeAttribute("data-drags");
  }
  // The click at the end of a drag chooses nothing.
  function onClick(event) {
    if (moves && event.detail) event.stopPropagation();
    moves = false;
  }
  const onTouch = (event) => (event.touches.length > 1 || times > 1) && event.cancelable && event.preventDefault();
  node.addEventListener("wheel", onWheel, { passive: false });
  node.addEventListener("touchmove", onTouch, { passive: false });
  for (const [name, hear] of [["pointerdown", onDown], ["pointermove", onMove], ["pointerup", onUp], ["pointercancel", onUp]]) node.addEventListener(name, hear);
  node.addEventListener("click", onClick, true);
  const watch = new ResizeObserver(([{ contentRect }]) => {
    [wide, high] = [contentRect.width, contentRect.height];
    if (kind === "court") begun = false;  // as wide as the page
    soon();
  });
  watch.observe(node);
  return {
    show, at, reveal, scale,
    middle: () => middle[1],
    closer: () => zoom(STEP, ...centre()),
    farther: () => zoom(1 / STEP, ...centre()),
    toggle: () => (times > 1 ? fit() : ((times = 2), draw())),
    stop: () => watch.disconnect(),
  };
}
