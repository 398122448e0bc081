// The table: draws what Python has sent in ``screen``, and tells Python what the player has chosen. No rule is here.

const SVG = "http://www.w3.org/2000/svg";
const NARROW = 520; // px: on pages narrower than this the battle board is drawn for a telephone

function make(kind, name, ...inside) {
  const node = document.createElement(kind);
  if (name) node.className = `roses-${name}`;
  node.append(...inside);
  return node;
}

function shape(kind, values, place, about = place) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  made.dataset.area = place;
  const title = document.createElementNS(SVG, "title");
  title.textContent = about;
  made.append(title);
  return made;
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
  // ``path`` are the nodes chosen so far, ``place`` an area that was clicked to narrow the list, ``army`` its ticked blocks
  let path = [], place = "", ticked = new Set(), waiting = 0, asked = 0, sure = false, narrow = false, laid = false;
  let turned = false;  // whether the reader has turned the board of a battle

  const prompt = make("p", "prompt"), busy = make("div", "busy"), strip = make("dl", "strip"), hand = make("ul", "hand"), held = make("div", "held");
  const board = make("div", "board"), crumbs = make("div", "crumbs"), blocks = make("ul", "blocks"), list = make("ul", "options");
  const coach = make("div", "coach"), note = make("div", "note"), log = make("ol", "log"), foot = make("p", "saved");
  const ask = make("input", "ask");
  Object.assign(ask, { type: "text", placeholder: words.ask });
  ask.setAttribute("aria-label", words.ask);
  const why = make("form", "why", ask, button(words.why, () => send({ why: ask.value })));
  const undo = button(words.undo, () => send({ undo: true })), hint = button(words.hint, () => send({ hint: true }));
  const end = button(words.end, finish);
  const again = button(words.again, () => send({ again: true })), back = button(words.back, () => send({ back: true }));
  const turn = button(words.map, turnBoard);
  const tools = make("div", "tools", end, undo, hint, turn, again, back), under = make("div", "below");
  const spot = make("p", "place");
  const describe = (area) => { spot.textContent = model.get("areas")[area]?.[1] ?? words.place; };
  const signs = make("p", ""), key = make("details", "key", make("summary", "", words.key), signs);
  const story = make("details", "story", make("summary", "", words.log), log);
  story.open = true;
  const seen = make("dl", ""), memory = make("details", "memory", make("summary", "", words.memory), seen);
  const pairs = (list) => list.flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]);
  const side = make("div", "seat", coach, crumbs, blocks, list, note, tools, held, story, memory, why);
  const root = make("div", "table", prompt, busy, strip, make("div", "field", make("div", "", board, spot, key), side), foot);
  prompt.setAttribute("role", "status");
  note.setAttribute("role", "alert");
  note.addEventListener("click", (event) => {  // a move that was offered for what was typed, or the number of a rule
    const chosen = event.target.closest("[data-play], [data-rule]")?.dataset;
    if (chosen) send(chosen.play ? { play: [Number(chosen.play)] } : { rule: chosen.rule });
  });
  coach.setAttribute("role", "status");
  coach.addEventListener("click", ({ target }) => {
    const asked = target.closest("[data-ask], [data-play]")?.dataset;
    if (asked) send(asked.play ? { play: [Number(asked.play)] } : { coach: asked.ask });
  });
  busy.setAttribute("role", "status");
  root.tabIndex = 0;
  root.setAttribute("role", "group");
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", words.board);
  list.setAttribute("aria-label", words.choose);
  log.setAttribute("aria-label", words.log);
  blocks.setAttribute("aria-label", words.ticked);
  hand.setAttribute("aria-label", words.hand);
  el.append(root, under);  // the keys of what is below are its own

  const shown = () => model.get("screen");
  function send(message) {
    if (model.comm_live === false) return tell(say(shown().file ? words.gone : words.rerun, { file: JSON.stringify(shown().file.replace(/\.json$/, "")) }));
    clearTimeout(waiting);
    waiting = setTimeout(() => tell(words.busy), 3000);
    root.setAttribute("aria-busy", "true");
    model.send({ at: shown().at, id: ++asked, ...message });
  }
  function tell(text, kind = "error") {
    note.replaceChildren(make("p", "", text));
    note.dataset.kind = kind;
  }
  function explained(name, about) {  // a label that says what it counts: by the mouse, by a tap, and to a screen reader
    const made = button(name, () => tell(about, "hint"), "about");
    made.title = about;
    return made;
  }

  // ---- choosing
  const last = () => path.at(-1);
  const isArmy = () => Boolean(last()?.several);
  const reach = () => {  // where the ticked blocks may go, once Python has said so
    const found = model.get("reach") ?? {};
    return isArmy() && String(found.army) === String(last().at) && String(found.ticked) === String([...ticked]) ? found : {};
  };
  const level = () => (isArmy() ? reach().options ?? [] : path.length ? last().options ?? [] : shown().options ?? []);
  function choose(node) {
    if (!leaves(node).some((one) => one.play)) return tell(say(words.full, { n: most(node), area: node.place || last().words }));
    if (node.play) return node.play.length === 1 && node.play[0] === shown().end ? finish() : send({ play: node.play });
    path.push(node);
    place = "";
    turned = false;
    if (node.several) return tick(new Set(node.options.keys()));
    if (level().length === 1) return choose(level()[0]);
    draw();
  }
  // In a battle the board is that of the battle, or the map: where areas are to be chosen, or where the reader wants it.
  const inBattle = () => shown().board?.kind === "battle";
  const isGoal = (node) => node.place in model.get("areas");
  const onMap = () => inBattle() && level().some(isGoal) !== turned;
  function turnBoard() {
    if (!inBattle()) return;
    turned = !turned;
    draw();
  }
  // The map of a battle is asked for when it is wanted first, and again when other goals are to be marked on it.
  let wanted = "";
  function battleMap() {
    const way = JSON.stringify([shown().at, places()]), found = model.get("other") ?? {};
    if (wanted !== way) send({ map: places() }), wanted = way;
    return found.svg ? found : shown().board;
  }
  function tick(numbers) {
    ticked = new Set([...numbers].sort((a, b) => a - b));
    const [kind, army] = path.slice(-2);
    last().at = [shown().options.indexOf(kind), kind.options.indexOf(army)];
    send({ tick: [...ticked], army: last().at });
    draw();
  }
  // What a click on a place means: for each branch of this level, the nodes of that place nearest to the root.
  function at(wanted) {
    const deep = onMap();  // there also the goals of blocks that are not chosen yet may be clicked
    const find = (nodes) => {
      if (nodes.some((node) => (deep ? isGoal(node) : node.place))) return nodes.filter((node) => node.place === wanted).map((node) => [node]);
      return nodes.flatMap((node) => (node.options && !node.several ? find(node.options).map((below) => [node, ...below]) : []));
    };
    return level().flatMap((node) => find([node]));
  }
  // The places of what is chosen in the tree, the last that of the first ticked block; -1 for what is not in it.
  function places() {
    let nodes = shown().options;
    const way = path.map((node) => {
      const number = nodes.indexOf(node);
      nodes = node.options ?? [];
      return number;
    });
    return isArmy() ? [...way, ...[...ticked].slice(0, 1)] : way;
  }
  function take(nodes) {
    path.push(...nodes.slice(0, -1));
    choose(nodes.at(-1));
  }
  function click(wanted) {
    if (note.dataset.kind === "error") note.replaceChildren();
    const found = at(wanted);
    if (found.length === 1) return take(found[0]);
    if (!found.length) {  // another army is clicked while one is chosen, or a place out of reach: why not?
      if (!path.length) return level().length ? tell(place ? say(words.first, { area: place }) : say(words.nothing, { area: wanted })) : undefined;
      const way = places();
      forget();
      return at(wanted).length ? click(wanted) : way.includes(-1) ? undefined : send({ beyond: wanted, way });
    }
    place = wanted;
    draw();
    list.querySelector("button")?.focus({ preventScroll: true });
  }
  function forget() {
    path = [];
    place = "";
    ticked = new Set();
    sure = turned = false;
    note.replaceChildren();
    while (level().length === 1 && !level()[0].play) path.push(level()[0]);
    draw();
  }
  function finish() {
    const now = shown();
    if (typeof now.end !== "number") return;
    if (now.unused && !sure) {
      sure = true;
      return tell(now.unused);
    }
    send({ play: [now.end] });
  }

  const leaves = (node) => [...(node.play || node.room ? [node] : []), ...(node.options ?? []).flatMap(leaves)];
  const most = (node) => Math.max(...leaves(node).map((one) => one.room));  // how many may go, where these are too many
  const isEnd = (node) => leaves(node).every((one) => one.play?.length === 1 && one.play[0] === shown().end);

  // ---- drawing
  function item(nodes) {
    const node = nodes.at(-1), only = [...nodes];
    while (!only.at(-1).play && !only.at(-1).several && only.at(-1).options?.length === 1) only.push(only.at(-1).options[0]);
    const end = only.at(-1), ends = leaves(end), open = ends.filter((one) => one.play), over = !open.length;
    const made = button(only.map((one) => one.words).join(" · "), () => take(only));
    const attacks = ends.some((one) => one.attacks), costs = new Set(open.map((one) => one.cost));
    const more = [attacks && node.place ? words.attacks : "", over ? say(words.room, { n: most(end) }) : "", costs.size === 1 && (node.place || end.play) && !node.words.includes(open[0].cost) ? open[0].cost : "", isGoal(node) && !only.some((one) => one.words === node.place) ? node.place : ""].filter(Boolean).join(", ");
    if (more) made.append(make("small", "", more));
    const notes = only.map((one) => one.about).filter(Boolean).join(", ");
    if (notes) made.append(make("small", "about", notes));
    if (attacks && node.place) made.dataset.attacks = "";
    if (node.place) made.addEventListener("focus", () => describe(node.place));
    if (over) made.dataset.over = "";
    const row = make("li", "", made);
    if (node.play && node.options) row.append(others(nodes));
    return row;
  }
  // Where an action is a way, and there are longer ones with the same goal: a button for these.
  function others(nodes) {
    const { words: goal, options } = nodes.at(-1);
    const made = button("…", () => take([...nodes.slice(0, -1), { words: goal, options }]), "other");
    made.title = say(words.other, { area: goal });
    made.setAttribute("aria-label", made.title);
    return made;
  }
  function tickable(block, number) {
    const made = button([block.words, block.about].filter(Boolean).join(" · "), () => tick(ticked.has(number) ? [...ticked].filter((one) => one !== number) : [...ticked, number]));
    made.setAttribute("aria-pressed", ticked.has(number));
    return make("li", "", made);
  }
  // What had the focus may go: then what is in its place has it, or the table, so that keys are heard.
  function keepFocus(change) {
    const focused = document.activeElement, within = root.contains(focused);
    const kept = [blocks, list].find((part) => part.contains(focused)), number = kept ? [...kept.querySelectorAll("button")].indexOf(focused) : -1;
    change();
    if (!within || root.contains(document.activeElement)) return;
    ((kept === blocks && blocks.querySelectorAll("button")[number]) || root).focus({ preventScroll: true });
  }
  function draw() {
    if (!shown().closed) keepFocus(drawOptions);  // a reach may come when the curtain has fallen
  }
  function drawOptions() {
    const found = place ? at(place) : level().filter((node) => !isEnd(node)).map((node) => [node]);
    blocks.replaceChildren(...(isArmy() ? last().options.map(tickable) : []));
    list.replaceChildren(...found.map(item));
    const said = path.map((node) => node.words).concat(place ? [place] : []);
    const rest = isArmy() ? [make("span", "", ticked.size ? words.ticked : words.none), ...(ticked.size ? [make("small", "", words.flags)] : [])] : [];
    const deep = said.length && !(path.length === 1 && shown().options.length === 1 && !place);
    crumbs.replaceChildren(...(deep ? [make("b", "", said.join(" · ")), button(words.all, forget), ...rest] : []));
    drawBoard(reach().board ?? (onMap() ? battleMap() : shown().board));
    turn.hidden = !inBattle();
    turn.textContent = onMap() ? words.battle : words.map;
    const further = deep && !isArmy() ? say(words.further, { side: shown().side, chosen: said.join(" · ") }) : "";
    prompt.textContent = reach().prompt ?? (further || shown().prompt);
    const near = path.length > 0;
    scrollable();
    const boxed = new Set([...board.querySelectorAll("rect[data-area]")].map((one) => one.dataset.area));
    for (const one of board.querySelectorAll("[data-area]")) {
      const open = at(one.dataset.area).length > 0;
      one.classList.toggle("roses-open", open);
      one.toggleAttribute("data-near", open && !isArmy() && (one.tagName === "rect" || (near && !boxed.has(one.dataset.area))));  // no border over blocks
    }
  }
  let drawn = null;
  function drawBoard(what) {
    if (drawn === what) return;
    drawn = what;
    board.innerHTML = what.svg;
    board.dataset.kind = root.dataset.shows = what.kind;
    signs.textContent = words[`key_${what.kind}`] ?? "";
    key.hidden = !signs.textContent;
    spot.hidden = what.kind !== "map";
    if (!spot.textContent) spot.textContent = words.place;
    scrollable();
    const layer = document.createElementNS(SVG, "g");
    const made = what.kind === "map" ? Object.entries(model.get("areas")).map(([area, [d, about]]) => shape("path", { d }, area, about)) : [];
    const boxes = what.spots.map(([name, x, y, right, low]) => shape("rect", { x, y, width: right - x, height: low - y }, name, model.get("areas")[name]?.[1]));
    for (const one of [...made, ...boxes]) {
      one.addEventListener("click", () => click(one.dataset.area));
      one.addEventListener("pointerenter", () => describe(one.dataset.area));
    }
    layer.append(...made, ...boxes);
    board.querySelector("svg").append(layer);
  }
  // A box whose content is larger than itself is scrolled by keys, once it has the focus.
  function scrollable() {
    for (const box of [board, log]) {
      if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }
  function show() {
    keepFocus(showAll);
  }
  function answered() {
    if (model.get("answered") !== asked) return;
    clearTimeout(waiting);
    root.removeAttribute("aria-busy");
  }
  function showAll() {
    path = [];
    place = "";
    ticked = new Set();
    sure = false;
    turned = false;
    wanted = "";
    const now = shown();
    root.toggleAttribute("data-closed", now.closed);
    note.innerHTML = now.note ?? "";
    note.dataset.kind = now.kind ?? "";
    foot.replaceChildren(...(now.file ? [make("span", "", say(words.saved, { file: now.file }))] : []), make("small", "", words.credit));
    coach.innerHTML = now.coach ?? "";
    if (now.closed) {
      for (const part of [board, strip, hand, held, seen, blocks, list, crumbs, log]) part.replaceChildren();
      drawn = null;
      prompt.textContent = say(words.curtain, { side: now.waits });
      crumbs.replaceChildren(button(say(words.open, { side: now.waits }), () => send({ open: true }), "opens"));
      return;
    }
    prompt.textContent = now.prompt;
    root.dataset.board = now.board.kind;
    root.dataset.at = now.at;
    root.toggleAttribute("data-thinks", now.thinks);
    strip.replaceChildren(...now.strip.map(([name, value, about]) => make("div", "", make("dt", "", explained(name, about)), make("dd", "", value))));
    seen.replaceChildren(...pairs(now.memory));
    memory.hidden = !now.memory.length;
    hand.replaceChildren(...now.hand.map(([number, name, does]) => make("li", "", make("b", "", String(number)), name, ...(does ? [make("small", "", does)] : []))));
    held.replaceChildren(...(now.hand.length ? [make("span", "", words.hand), hand] : []));
    story.hidden = !now.log.length;
    undo.disabled = !now.undo;
    end.disabled = typeof now.end !== "number";
    for (const one of [end, undo, hint, why]) one.hidden = now.over;
    for (const one of [again, back]) one.hidden = !now.over;
    log.replaceChildren(...now.log.map(told));
    showNewest();
    while (level().length === 1 && !level()[0].play && !level()[0].several) path.push(level()[0]);
    draw();
  }
  function showNewest() {
    log.scrollTop = (log.querySelector(".roses-new")?.offsetTop ?? log.scrollHeight) - 4;
  }
  function showEngland() {  // a map that is wider than the page begins with more of its east than of Ireland
    board.scrollLeft = 0.65 * (board.scrollWidth - board.clientWidth);
  }
  function told(line) {
    const made = make("li", line.chapter ? "chapter" : line.new ? "new" : "");
    made.innerHTML = line.html;
    return made;
  }
  function showReach() {
    if (!isArmy()) return;
    draw();
  }
  function showOther() {
    if (!shown().closed && onMap()) draw();
  }
  async function showBelow() {  // the game that is looked back at
    const name = model.get("below");
    if (!name) return under.replaceChildren();
    const made = await model.widget_manager.get_model(name.replace("IPY_MODEL_", ""));
    const view = await model.widget_manager.create_view(made);
    if (model.get("below") !== name) return;
    under.replaceChildren(view.el);
    view.luminoWidget?.processMessage({ type: "after-attach" });  // without it the boxes inside have neither class nor size
    under.scrollIntoView({ block: "start", behavior: "smooth" });
  }
  function showBusy() {
    const { says = "", stopped = false } = model.get("busy") ?? {};
    busy.replaceChildren(...(says ? [make("span", "", says), button(stopped ? words.go : words.stop, () => send(stopped ? { go: true } : { stop: true }))] : []));
  }

  // ---- keys: JupyterLab, which listens on the document, does not hear those inside the table
  function onKey(event) {
    const target = event.target;
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    if ((target === log || target === board) && event.key.startsWith("Arrow")) return;  // they scroll it
    if (target === ask) {
      if (event.key === "Enter") event.preventDefault(), send({ why: ask.value });
      return;
    }
    const buttons = [...blocks.querySelectorAll("button"), ...list.querySelectorAll("button:not(.roses-other)")];
    const every = [...crumbs.querySelectorAll(".roses-opens"), ...side.querySelectorAll(".roses-blocks button, .roses-options button")], at = every.indexOf(document.activeElement);
    const act = {
      Escape: forget, Enter: target === root ? finish : undefined, u: () => send({ undo: true }), h: () => send({ hint: true }), m: inBattle() ? turnBoard : undefined,
      ...(shown().over ? { n: () => again.click(), l: () => back.click(), u: undefined, h: undefined } : {}),
      a: isArmy() ? () => tick(ticked.size ? [] : last().options.keys()) : undefined,
      ArrowDown: () => every[(at + 1) % every.length]?.focus(),
      ArrowUp: () => every[(at + every.length - 1 + (at < 0)) % every.length]?.focus(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const digit = /^[1-9]$/.test(event.key) && buttons[Number(event.key) - 1];
    if (!act && !digit) return;
    event.preventDefault();
    if (act) act();
    else digit.click();
  }
  addEventListener("keydown", onKey, true);
  why.addEventListener("submit", (event) => event.preventDefault());
  const watch = new ResizeObserver(([seen]) => {
    if (!laid && seen.contentRect.width > 0) laid = true, showNewest(), showEngland();  // it had no size before
    scrollable();
    const now = seen.contentRect.width > 0 && seen.contentRect.width < NARROW;
    if (now !== narrow && seen.contentRect.width > 0) send({ narrow: narrow = now });
  });
  watch.observe(root);
  model.on("change:screen", show);
  model.on("change:reach", showReach);
  model.on("change:busy", showBusy);
  model.on("change:answered", answered);
  model.on("change:other", showOther);
  model.on("change:below", showBelow);
  show();
  showBusy();
  showBelow();
  return () => {
    removeEventListener("keydown", onKey, true);
    watch.disconnect();
    for (const [name, hear] of [["screen", show], ["reach", showReach], ["busy", showBusy], ["answered", answered], ["other", showOther], ["below", showBelow]]) model.off(`change:${name}`, hear);
  };
}

export default { render };
