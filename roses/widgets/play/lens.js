// The magnifier: while Shift is held, a disc beside the pointer shows what lies under it larger.

import { make } from "./parts.js";

const WIDE = 250, TIMES = 2.2;  // px, and how many times larger than the board

export function makeLens(node, stage, view) {
  const glass = make("div", "lens");
  let copy = null, pointer = null;
  glass.setAttribute("aria-hidden", "true");
  glass.hidden = true;
  stage.append(glass);

  function show() {
    if (!pointer || !node.querySelector("svg")) return;
    if (!copy) glass.replaceChildren(copy = node.querySelector("svg").cloneNode(true));
    const [x, y] = view.at(...pointer), wide = WIDE / view.scale() / TIMES, box = stage.getBoundingClientRect();
    copy.setAttribute("viewBox", `${x - wide / 2} ${y - wide / 2} ${wide} ${wide}`);
    const [left, top] = [pointer[0] - box.left - WIDE / 2, pointer[1] - box.top - WIDE / 2];
    glass.style.transform = `translate(${left}px,${top}px)`;
    glass.hidden = false;
  }
  function drop() {
    glass.hidden = true;
    glass.replaceChildren();
    copy = null;
  }
  function onMove(event) {
    pointer = event.pointerType === "touch" ? null : [event.clientX, event.clientY];
    if (event.shiftKey) show();
    else if (copy) drop();
  }
  function onKey(event) {
    if (event.key !== "Shift") return;
    if (event.type === "keydown") show();
    else if (copy) drop();
  }
  node.addEventListener("pointermove", onMove);
  node.addEventListener("pointerleave", () => { pointer = null; drop(); });
  for (const name of ["keydown", "keyup"]) addEventListener(name, onKey, true);
  return { drop, stop: () => ["keydown", "keyup"].forEach((name) => removeEventListener(name, onKey, true)) };
}
