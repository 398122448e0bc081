// The board of a table: its picture, the places on it that are pointed at, tapped or walked to by keys, and the line
// that says what a place is. ``click`` is what a click on a place does, ``choices`` says what may be chosen there.

import { makeLens } from "./lens.js";
import { SVG, button, make, say, shape } from "./parts.js";
import { makeView } from "./view.js";

export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The place to which an arrow key leads: the nearest in its direction, what lies straight ahead before what lies aside.
export function ahead(centres, from, [dx, dy], wide = 1) {
  let nearest = "", least = Infinity;
  for (const [name, [x, y]] of Object.entries(centres)) {
    const on = (x - centres[from][0]) * dx + (y - centres[from][1]) * dy;
    const aside = Math.abs((x - centres[from][0]) * dy) + Math.abs((y - centres[from][1]) * dx);
    if (on > 1 && aside <= wide * on && on + 2 * aside < least) [nearest, least] = [name, on + 2 * aside];
  }
  return nearest || (wide === 1 ? ahead(centres, from, [dx, dy], 4) : "");
}

export function makeBoard({ model, labels, click, choices }) {
  const node = make("div", "board"), spot = make("p", "place"), tools = make("div", "zoom"), stage = make("div", "stage", node);
  const view = makeView(node, showZoom), lens = makeLens(node, stage, view);
  const cursor = shape("g", { class: "roses-cursor" });
  let board = null, here = "", centres = {}, shapes = {}, timer = 0;
  node.setAttribute("role", "application");
  node.setAttribute("aria-label", labels.board);
  node.tabIndex = 0;
  spot.id = `roses-place-${Math.random().toString(36).slice(2)}`;
  spot.setAttribute("role", "status");
  node.setAttribute("aria-describedby", spot.id);
  const addButton = (sign, label, act) => {
    const made = button(sign, act);
    made.title = label;
    made.setAttribute("aria-label", label);
    tools.append(made);
    return made;
  };
  addButton("+", labels.closer, view.closer);
  addButton("−", labels.farther, view.farther);
  const fit = addButton("Z", labels.whole, zoom);

  const areas = () => (board.kind === "map" ? model.get("areas") : {});
  const about = (name) => [board.captions[name] ?? (areas()[name] ? `${name}: ${labels.nobody}.` : ""), areas()[name]?.about ?? ""];
  function describe(name) {
    here = name;
    const [stands, facts] = about(name), open = choices(name);
    const text = [stands, open && say(labels.may, { choices: open }), facts].filter(Boolean).join(" ");
    if (spot.textContent !== text) spot.textContent = text;
    spot.dataset.shows = centres[name]?.[1] > view.middle() ? "above" : "below";
  }
  function show(what) {
    if (board === what) return;
    board = what;
    node.innerHTML = what.svg;
    node.dataset.kind = what.kind;
    lens.drop();
    const boxes = what.spots.map(([name, x, y, right, low]) => [name, shape("rect", { x, y, width: right - x, height: low - y })]);
    const outlines = Object.entries(areas()).map(([name, { d }]) => [name, shape("path", { d })]);
    centres = Object.fromEntries(what.spots.map(([name, x, y, right, low]) => [name, [(x + right) / 2, (y + low) / 2]]));
    for (const [name, { at }] of Object.entries(areas())) centres[name] = at;
    shapes = {};
    const layer = shape("g", { "aria-hidden": "true" });  // the line below says what a place is
    for (const [name, one] of [...outlines, ...boxes]) {
      one.dataset.area = name;
      one.append(Object.assign(document.createElementNS(SVG, "title"), { textContent: about(name).filter(Boolean).join(" ") || name }));
      one.addEventListener("click", () => click(name));
      one.addEventListener("pointerenter", () => { clearTimeout(timer); timer = setTimeout(() => describe(name), 60); });
      (shapes[name] ??= []).push(one);
      layer.append(one);
    }
    layer.append(cursor);
    node.querySelector("svg").append(layer);
    view.show(what.kind, what.kind === "court" ? String(what.spots[0]) : "");  // its parts change places
    if (!(here in centres)) {
      here = "";
      spot.textContent = labels.place;
    }
    frame();
  }
  function frame() {  // round the place on which the keys stand
    const outlined = (shapes[here] ?? []).slice(0, 1);
    cursor.replaceChildren(...["roses-ring", "roses-ring-in"].flatMap((name) => outlined.map((one) => {
      const made = one.cloneNode(false);
      delete made.dataset.area;
      made.setAttribute("class", name);
      return made;
    })));
  }
  function walk(way) {
    const next = here ? ahead(centres, here, way) : Object.keys(centres).find((name) => choices(name)) ?? Object.keys(centres)[0];
    if (next) stand(next);
  }
  function stand(name) {
    describe(name);
    frame();
    reveal();
  }
  const reveal = () => centres[here] && view.reveal(...centres[here]);
  function zoom() {
    view.toggle();
    reveal();
  }
  function showZoom(near) {
    fit.title = near ? labels.whole : labels.nearer;
    fit.setAttribute("aria-label", fit.title);
    fit.setAttribute("aria-pressed", !near);
  }
  node.addEventListener("pointerleave", () => { clearTimeout(timer); spot.removeAttribute("data-shows"); });
  node.addEventListener("focus", () => (here ? stand(here) : walk([0, 0])));
  function clear() {
    [board, here, shapes] = [null, "", {}];
    for (const one of [node, spot]) one.replaceChildren();
  }
  const again = () => here && describe(here);
  function stop() {
    view.stop();
    lens.stop();
  }
  return { node, spot, stage, tools, addButton, show, walk, describe, again, zoom, closer: view.closer, farther: view.farther, clear, stop, shapes: () => shapes, here: () => here };
}
