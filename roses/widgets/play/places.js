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

export function makeBoard({ model, labels, click, choices, drop = () => {}, hover = () => {} }) {
  const node = make("div", "board"), spot = make("p", "place"), tools = make("div", "zoom"), stage = make("div", "stage", node);
  const view = makeView(node, showZoom), lens = makeLens(node, stage, view);
  const cursor = shape("g", { class: "roses-cursor" }), ways = shape("g", {}), line = shape("path", { class: "roses-way" });
  let board = null, here = "", centres = {}, middles = {}, shapes = {}, timer = 0, dragged = false;
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
  const farther = addButton("−", labels.farther, view.farther);
  const fit = addButton("Z", labels.whole, zoom);

  const areas = () => (board.kind === "map" ? model.get("areas") : {});
  const about = (name) => [board.captions[name] ?? (areas()[name] ? `${name}: ${labels.nobody}.` : ""), areas()[name]?.about ?? ""];
  function describe(name) {
    here = name;
    const [stands, facts] = about(name), open = choices(name);
    const text = [stands, open && say(labels.may, { choices: open }), facts].filter(Boolean).join(" ");
    if (spot.textContent !== text) spot.textContent = text;
    spot.dataset.shows = centres[name]?.[1] > view.middle() ? "above" : "below";
    hover(name);
  }
  function show(what) {
    if (board === what) return;
    board = what;
    node.innerHTML = what.svg;
    node.dataset.kind = what.kind;
    lens.drop();
    const boxes = what.spots.map(([name, x, y, right, low]) => [name, shape("rect", { x, y, width: right - x, height: low - y })]);
    const outlines = Object.entries(areas()).map(([name, { d }]) => [name, shape("path", { d })]);
    const walked = what.spots.filter(([name]) => what.kind !== "map" || !name.startsWith("block "));  // keys go by areas
    middles = Object.fromEntries(what.spots.map(([name, x, y, right, low]) => [name, [(x + right) / 2, (y + low) / 2, low]]));
    centres = Object.fromEntries(walked.map(([name, x, y, right, low]) => [name, [(x + right) / 2, (y + low) / 2]]));
    for (const [name, { at }] of Object.entries(areas())) centres[name] = at;
    shapes = {};
    const layer = shape("g", { "aria-hidden": "true" });  // the line below says what a place is
    for (const [name, one] of [...outlines, ...boxes]) {
      one.dataset.area = name;
      one.append(Object.assign(document.createElementNS(SVG, "title"), { textContent: about(name).filter(Boolean).join(" ") || name }));
      one.addEventListener("click", (event) => click(name, event));
      one.addEventListener("pointerdown", (event) => drag(event, name, one));
      one.addEventListener("pointerenter", () => { clearTimeout(timer); timer = setTimeout(() => describe(name), 60); });
      (shapes[name] ??= []).push(one);
    }
    layer.append(...outlines.map(([, one]) => one), ways, ...boxes.map(([, one]) => one), line, cursor);
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
    farther.disabled = !near;
    fit.title = near ? labels.whole : labels.nearer;
    fit.setAttribute("aria-label", fit.title);
    fit.setAttribute("aria-pressed", !near);
  }
  // A road through areas, with the head of an arrow at its end.
  function arrow(areas) {
    if (!dragged) draw(areas.map((name) => centres[name]).filter(Boolean));
  }
  function draw(points) {
    if (points.length < 2) return line.removeAttribute("d");
    const [[x0, y0], [x, y]] = points.slice(-2), turn = Math.atan2(y - y0, x - x0);
    const [tip, ...wings] = [[0, 0], [-13, -7], [-13, 7]].map(([dx, dy]) => [x + dx * Math.cos(turn) - dy * Math.sin(turn), y + dx * Math.sin(turn) + dy * Math.cos(turn)]);
    line.setAttribute("d", `M${points.join("L")}M${wings[0]}L${tip}L${wings[1]}`);
  }
  // Borders that may be clicked to choose the road; those that are chosen are drawn.
  function roads(lines, chosen) {
    ways.replaceChildren(...Object.entries(lines).map(([name, d]) => {
      const made = shape("path", { d, class: "roses-road" });
      made.dataset.area = name;
      made.toggleAttribute("data-chosen", chosen.includes(name));
      made.addEventListener("click", (event) => click(name, event));
      return made;
    }));
  }
  function beside(part, name) {  // puts a part of the page below a place, within the board
    const { a, e, f } = node.querySelector("svg").getScreenCTM(), seen = node.getBoundingClientRect();
    const [x, , low] = middles[name] ?? [...(centres[name] ?? [0, 0]), (centres[name] ?? [0, 0])[1]];
    const [left, top] = [x * a + e - seen.left - part.offsetWidth / 2, low * a + f - seen.top + 4];
    part.style.left = `${node.scrollLeft + Math.max(2, Math.min(left, node.clientWidth - part.offsetWidth - 2))}px`;
    part.style.top = `${node.scrollTop + Math.max(2, Math.min(top, node.clientHeight - part.offsetHeight - 2))}px`;
  }
  // What is dragged from a place that may be chosen is dropped on another.
  function drag(event, name, one) {
    if (event.button || one.tagName !== "rect" || !one.classList.contains("roses-open") || board.kind !== "map") return;
    event.stopPropagation();
    const { clientX, clientY } = event, svg = node.querySelector("svg");
    const over = ({ clientX: x, clientY: y }) => document.elementFromPoint(x, y)?.closest("[data-area]")?.dataset.area;
    const onMove = (at) => {
      dragged ||= Math.hypot(at.clientX - clientX, at.clientY - clientY) > 8;
      if (!dragged) return;
      const { x, y } = new DOMPoint(at.clientX, at.clientY).matrixTransform(svg.getScreenCTM().inverse());
      draw([middles[name], [x, y]].map(([across, down]) => [across, down]));
    };
    const onUp = (at) => {
      for (const [kind, hear] of [["pointermove", onMove], ["pointerup", onUp], ["pointercancel", onUp]]) removeEventListener(kind, hear);
      draw([]);
      const target = over(at), moves = dragged;
      dragged = false;
      if (moves && at.type === "pointerup" && target && target !== name) drop(name, target);
    };
    for (const [kind, hear] of [["pointermove", onMove], ["pointerup", onUp], ["pointercancel", onUp]]) addEventListener(kind, hear);
  }
  // Where the board was drawn anew while the button was down, the browser sends no click.
  let pressed = null;
  node.addEventListener("mousedown", ({ target }) => { pressed = target.closest("[data-area]"); }, true);
  node.addEventListener("mouseup", (event) => {
    const name = event.target.closest("[data-area]")?.dataset.area;
    if (name && pressed && !pressed.isConnected && name === pressed.dataset.area) click(name, event);
    pressed = null;
  });
  node.addEventListener("pointerleave", () => { clearTimeout(timer); spot.removeAttribute("data-shows"); hover(""); });
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
  return { node, spot, stage, tools, addButton, show, arrow, roads, beside, walk, describe, again, zoom, closer: view.closer, farther: view.farther, clear, stop, shapes: () => shapes, here: () => here };
}
