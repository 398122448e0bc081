// The table: draws what Python has sent in ``screen``, and tells Python what the player has chosen. No rule is here.

const SVG = "http://www.w3.org/2000/svg";

function make(kind, name, ...inside) {
  const node = document.createElement(kind);
  if (name) node.className = `roses-${name}`;
  node.append(...inside);
  return node;
}

function render({ model, el }) {
  const words = model.get("words");
  const button = (label, act, name) => {
    const made = make("button", name, label);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };
  const say = (text, values) => text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
  let path = [], place = "", waiting = 0;

  const prompt = make("p", "prompt"), strip = make("dl", "strip"), board = make("div", "board"), crumbs = make("div", "crumbs");
  const list = make("ul", "options"), coach = make("div", "coach"), note = make("div", "note"), log = make("ol", "log"), foot = make("p", "saved");
  const ask = make("input", "ask");
  Object.assign(ask, { type: "text", placeholder: words.ask });
  ask.setAttribute("aria-label", words.ask);
  const why = make("form", "why", ask, button(words.why, () => send({ why: ask.value })));
  const undo = button(words.undo, () => send({ undo: true })), hint = button(words.hint, () => send({ hint: true }));
  const tools = make("div", "tools", undo, hint);
  const story = make("details", "story", make("summary", "", words.log), log);
  story.open = true;
  const side = make("div", "seat", coach, strip, crumbs, list, note, tools, story, why);
  const root = make("div", "table", prompt, make("div", "field", board, side), foot);
  prompt.setAttribute("role", "status");
  note.setAttribute("role", "alert");
  coach.setAttribute("role", "status");
  coach.addEventListener("click", ({ target }) => {
    const ask = target.closest("[data-ask]")?.dataset.ask;
    if (ask) send({ coach: ask });
  });
  root.tabIndex = 0;
  root.setAttribute("role", "group");
  board.setAttribute("aria-label", words.board);
  list.setAttribute("aria-label", words.choose);
  el.append(root);

  const shown = () => model.get("screen");
  function send(message) {
    if (model.comm_live === false) return tell(say(shown().file ? words.gone : words.again, { file: JSON.stringify(shown().file.replace(/\.json$/, "")) }));
    clearTimeout(waiting);
    waiting = setTimeout(() => tell(words.busy), 3000);
    model.send({ at: shown().at, ...message });
  }
  function tell(text) {
    note.replaceChildren(make("p", "", text));
    note.dataset.kind = "error";
  }

  // ---- choosing: ``path`` are the nodes chosen so far, ``place`` an area that was clicked to narrow the list
  const level = () => (path.length ? path.at(-1).options ?? [] : shown().options ?? []);
  const leaf = (node) => node.number !== undefined && !node.options;
  function choose(node) {
    if (leaf(node)) return send({ play: node.number });
    path.push(node);
    place = "";
    while (node.number === undefined && level().length === 1 && !leaf(level()[0])) path.push(node = level()[0]);
    draw();
  }
  // The nodes that a click on an area means: those of this level, or else those one level below, with what leads there.
  function at(area) {
    const here = level().filter((node) => node.place === area).map((node) => [node]);
    if (here.length) return here;
    return level().flatMap((node) => (node.options ?? []).filter((below) => below.place === area).map((below) => [node, below]));
  }
  function click(area) {
    const found = at(area);
    if (!found.length) return;
    if (found.length === 1) {
      const [first, second] = found[0];
      if (second) path.push(first);
      return choose(second ?? first);
    }
    place = area;
    draw();
    list.querySelector("button")?.focus({ preventScroll: true });
  }
  function forget() {
    path = [];
    place = "";
    draw();
  }

  // ---- drawing
  function item(nodes) {
    const node = nodes.at(-1);
    const label = nodes.map((one) => one.words).join(" · ");
    const made = button(label, () => {
      path.push(...nodes.slice(0, -1));
      choose(node);
    });
    const more = [node.attacks ? words.attacks : "", node.cost].filter(Boolean).join(", ");
    if (more) made.append(make("small", "", more));
    if (node.attacks) made.dataset.attacks = "";
    return make("li", "", made);
  }
  function own(node) {  // an action that others go on from is offered first, by itself
    const made = button(node.says, () => send({ play: node.number }));
    if (node.cost) made.append(make("small", "", node.cost));
    return make("li", "", made);
  }
  // What had the focus may go: then the table has it, so that keys are heard.
  function keepFocus(change) {
    const within = root.contains(document.activeElement);
    change();
    if (within && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
  }
  function draw() {
    keepFocus(drawOptions);
  }
  function drawOptions() {
    const found = place ? at(place) : level().map((node) => [node]);
    const last = path.at(-1);
    list.replaceChildren(...(last?.number !== undefined ? [own(last)] : []), ...found.map(item));
    const said = path.map((node) => node.words).concat(place ? [say(words.here, { area: place })] : []);
    crumbs.replaceChildren(...(said.length ? [make("b", "", said.join(" · ")), button(words.all, forget)] : []));
    const open = new Set(level().flatMap((node) => [node.place, ...(path.length ? [] : (node.options ?? []).map((one) => one.place))]));
    for (const shape of board.querySelectorAll("[data-area]")) {
      const is = open.has(shape.dataset.area);
      shape.classList.toggle("roses-open", is);
      shape.toggleAttribute("data-near", is && path.length > 0);
    }
  }
  function clickable() {
    const svg = board.querySelector("svg"), layer = document.createElementNS(SVG, "g");
    for (const [area, shape] of Object.entries(model.get("areas"))) {
      const made = document.createElementNS(SVG, "path");
      made.setAttribute("d", shape);
      made.dataset.area = area;
      made.addEventListener("click", () => click(area));
      const name = document.createElementNS(SVG, "title");
      name.textContent = area;
      made.append(name);
      layer.append(made);
    }
    svg.append(layer);
  }
  function show() {
    keepFocus(showAll);
  }
  function showAll() {
    clearTimeout(waiting);
    path = [];
    place = "";
    const now = shown();
    root.toggleAttribute("data-closed", now.closed);
    note.innerHTML = now.note ?? "";
    note.dataset.kind = now.kind ?? "";
    foot.textContent = now.file ? say(words.saved, { file: now.file }) : "";
    coach.innerHTML = now.coach ?? "";
    if (now.closed) {
      for (const part of [board, strip, list, crumbs, log]) part.replaceChildren();
      prompt.textContent = say(words.curtain, { side: now.waits });
      crumbs.replaceChildren(button(say(words.open, { side: now.waits }), () => send({ open: true }), "opens"));
      return;
    }
    prompt.textContent = now.prompt;
    root.toggleAttribute("data-wide", now.wide);
    strip.replaceChildren(...now.strip.flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]));
    board.innerHTML = now.board;
    if (now.clicks) clickable();
    log.replaceChildren(...now.log.map((text) => make("li", "", text)));
    log.scrollTop = log.scrollHeight;
    while (level().length === 1 && !leaf(level()[0])) path.push(level()[0]);
    draw();
  }

  // ---- keys: JupyterLab, which listens on the document, does not hear those inside the table
  function onKey(event) {
    const target = event.target;
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    if (target === ask) {
      if (event.key === "Enter") event.preventDefault(), send({ why: ask.value });
      return;
    }
    const buttons = [...list.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
    const act = {
      Escape: forget, Enter: target === root && typeof shown().end === "number" ? () => send({ play: shown().end }) : undefined, u: () => send({ undo: true }), h: () => send({ hint: true }),
      ArrowDown: () => buttons[(at + 1) % buttons.length]?.focus(),
      ArrowUp: () => buttons[(at + buttons.length - 1) % buttons.length]?.focus(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const digit = /^[1-9]$/.test(event.key) && buttons[Number(event.key) - 1];
    if (!act && !digit) return;
    event.preventDefault();
    if (act) act();
    else digit.click();
  }
  addEventListener("keydown", onKey, true);
  why.addEventListener("submit", (event) => event.preventDefault());
  model.on("change:screen", show);
  show();
  return () => {
    removeEventListener("keydown", onKey, true);
    model.off("change:screen", show);
  };
}

export default { render };
