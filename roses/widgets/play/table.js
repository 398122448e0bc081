// The table: draws what Python has sent in ``screen``, and tells Python what the player has chosen. No rule is here.

import { drawValues } from "../values.js";
import { makeFacts } from "./facts.js";
import { makeNarrow } from "./narrow.js";
import { alone, button, leaves, make, put, say } from "./parts.js";
import { WAYS, makeBoard } from "./places.js";
import { makeStory } from "./story.js";

const NARROW = 520; // px: on pages narrower than this the battle board is drawn for a telephone

function display({ model, el }) {
  const words = model.get("words");
  // ``path`` are the nodes chosen so far, ``place`` an area that was clicked to narrow the list, ``army`` its ticked blocks
  let path = [], place = "", ticked = new Set(), waiting = 0, sure = false, narrow = false, laid = false;
  let asked = Math.floor(Math.random() * 2 ** 30);  // the number of the last message, which no other page has given
  let begun = 0;  // how many of them left no choice
  let turned = false;  // whether the reader has turned the board of a battle
  let coached = null;  // what the coach has said last

  const prompt = make("p", "prompt"), busy = make("div", "busy");
  const crumbs = make("div", "crumbs"), blocks = make("ul", "blocks"), list = make("ul", "options");
  const all = button("", () => tick(ticked.size ? [] : last().options.keys()), "all"), marchers = make("div", "marchers", blocks, all);
  const coach = make("div", "coach"), note = make("div", "note"), foot = make("p", "saved");
  const ask = make("input", "ask");
  Object.assign(ask, { type: "text", placeholder: words.example });
  ask.setAttribute("aria-label", words.ask);
  const why = make("form", "why", ask, button(words.why, () => send({ why: ask.value })));
  const undo = button(words.undo, () => send({ undo: true })), hint = button(words.hint, () => send({ hint: true }));
  const end = button(words.end, finish);
  const again = button(words.again, () => send({ again: true })), back = button(words.back, () => send({ back: true }));
  const picture = makeBoard({ model, words, click: (name) => { click(name); phone.reveal(); }, choices: (name) => at(name).map((nodes) => [...path.slice(0, begun).map((node) => node.words), label(nodes).filter(Boolean).join(", ")].join(" · ")).join("; ") });
  const board = picture.node, near = button(words.closer, zoom);
  const turn = button(words.map, turnBoard);
  const tools = make("div", "tools", again, back, end, undo, hint, near, turn), under = make("div", "below");
  const signs = make("p", ""), key = make("details", "key", make("summary", "", words.key), signs);
  const facts = makeFacts({ words, tell: (about) => tell(about, "hint") }), story = makeStory(words), { strip } = facts, { log } = story;
  const side = make("div", "seat", coach, crumbs, marchers, list, tools, note, facts.held, story.node, facts.memory, why);
  const phone = makeNarrow({ words, prompt, board, blocks, list, coach, last: note, below: [picture.spot, strip, key] });
  const root = make("div", "table", phone.top, story.news, busy, strip, make("div", "field", make("div", "", board, picture.spot, key), side), foot);
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
  root.setAttribute("aria-label", words.table);
  list.setAttribute("aria-label", words.choose);
  blocks.setAttribute("aria-label", words.ticked);
  el.append(root, under);  // the keys of what is below are its own

  const shown = () => model.get("screen");
  function send(message) {
    if (model.comm_live === false) return tell(say(shown().file ? words.gone : words.rerun, { file: JSON.stringify(shown().file.replace(/\.json$/, "")) }));
    clearTimeout(waiting);
    waiting = setTimeout(() => tell(words.busy, "wait"), 3000);
    root.setAttribute("aria-busy", "true");
    model.send({ at: shown().at, id: ++asked, ...message });
  }
  function tell(text, kind = "error") {
    note.replaceChildren(make("p", "", text));
    note.dataset.kind = kind;
    if (kind !== "wait") seen();
  }
  const seen = () => note.scrollIntoView({ block: "nearest" });  // it may lie below the window

  // ---- choosing
  const last = () => path.at(-1);
  const isArmy = () => Boolean(last()?.several);
  const reach = () => {  // where the ticked blocks may go, once Python has said so
    const found = model.get("reach") ?? {};
    return isArmy() && String(found.army) === String(last().at) && String(found.ticked) === String([...ticked]) ? found : {};
  };
  const further = () => level().filter((node) => !isEnd(node));
  const level = () => (isArmy() ? reach().options ?? [] : path.length ? last().options ?? [] : shown().options ?? []);
  function choose(node) {
    if (!leaves(node).some((one) => one.play)) return tell(say(words.full, { n: most(node), area: node.place || last().words }));
    if (node.play) return node.play.length === 1 && node.play[0] === shown().end ? finish() : send({ play: node.play });
    path.push(node);
    place = "";
    turned = false;
    coach.querySelector("details")?.removeAttribute("open");  // it was read, and the choices want its room
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
    if (wanted !== way) send({ map: places() });
    wanted = way;
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
  const named = () => isGoal({ place }) ? place : at(place)[0].at(-1).words;  // the area or the block that was clicked
  function take(nodes) {
    path.push(...nodes.slice(0, -1));
    choose(nodes.at(-1));
  }
  function click(wanted) {
    if (note.dataset.kind === "error") note.replaceChildren();
    const found = at(wanted);
    if (found.length === 1) return take(found[0]);
    if (!found.length) {  // another army is clicked while one is chosen, or a place out of reach: why not?
      if (!path.length) return level().length ? tell(place ? say(words.several, { side: shown().side, place: named() }) : say(wanted.startsWith("block ") ? words.idle : words.nothing, { area: wanted.replace(/^block |\/[LY]$/g, "") })) : undefined;
      const way = places();
      forget();
      return at(wanted).length ? click(wanted) : way.includes(-1) ? undefined : send({ beyond: wanted, way });
    }
    place = wanted;
    draw();
    list.querySelector("button")?.focus({ preventScroll: true });
  }
  function begin() {  // at the first node that leaves something to choose, besides to end
    [path, place, ticked, sure, turned] = [[], "", new Set(), false, false];
    for (let [only, ...more] = further(); only?.options && !more.length && !only.play && !only.several; [only, ...more] = further()) path.push(only);
    begun = path.length;
  }
  function forget() {
    begin();
    note.replaceChildren();
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

  const most = (node) => Math.max(...leaves(node).map((one) => one.room));  // how many may go, where these are too many
  const isEnd = (node) => leaves(node).every((one) => one.play?.length === 1 && one.play[0] === shown().end);

  // ---- drawing
  // A choice in words: what it is; whether it attacks, for how many there is room, what it costs and where; and about it.
  function label(nodes) {
    const node = nodes.at(-1), only = alone(nodes), end = only.at(-1), ends = leaves(end), open = ends.filter((one) => one.play);
    const costs = new Set(open.map((one) => one.cost)), cost = costs.size === 1 && (node.place || end.play) && !node.words.includes(open[0].cost) ? open[0].cost : "";
    const attacks = ends.some((one) => one.attacks) && node.place && !end.several ? words.attacks : "", where = isGoal(node) && !only.some((one) => one.words === node.place) ? node.place : "";
    const more = [attacks, open.length ? "" : say(words.room, { n: most(end) }), cost, where].filter(Boolean).join(", ");
    return [only.map((one) => one.words).join(" · "), more, only.map((one) => one.about).filter(Boolean).join(", ")];
  }
  function item(nodes) {
    const node = nodes.at(-1), [title, more, notes] = label(nodes), ends = leaves(alone(nodes).at(-1));
    const skipped = path.length === begun ? path.slice(1).map((one) => one.words) : [];  // who it is, where only one is left
    const made = button([...skipped, title].join(" · "), () => take(alone(nodes)));
    if (more) made.append(make("small", "", more));
    if (notes) made.append(make("small", "about", notes));
    if (node.place && !node.several && ends.some((one) => one.attacks)) made.dataset.attacks = "";
    if (node.place) made.addEventListener("focus", () => picture.describe(node.place));
    if (!ends.some((one) => one.play)) made.dataset.over = "";
    const row = make("li", "", made);
    if (node.play && node.options) row.append(others(nodes));
    return row;
  }
  // Where an action is a way, and there are longer ones with the same goal: a button for these.
  function others(nodes) {
    const { words: goal, options, asks } = nodes.at(-1);
    const made = button("…", () => take([...nodes.slice(0, -1), { words: goal, options, asks }]), "other");
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
    const focused = document.activeElement, within = root.contains(focused), byKeys = focused.matches(":focus-visible");
    const kept = [blocks, list].find((part) => part.contains(focused)), number = kept ? [...kept.querySelectorAll("button")].indexOf(focused) : -1;
    change();
    if (!within || root.contains(document.activeElement)) return;
    ((kept === blocks && blocks.querySelectorAll("button")[number]) || (byKeys && kept && list.querySelector("button")) || root).focus({ preventScroll: true });
  }
  function draw() {
    if (!shown().closed) keepFocus(drawOptions);  // a reach may come when the curtain has fallen
  }
  function drawOptions() {
    const found = place ? at(place) : further().map((node) => [node]);
    blocks.replaceChildren(...(isArmy() ? last().options.map(tickable) : []));
    marchers.hidden = !isArmy();
    all.hidden = blocks.children.length < 2;
    all.textContent = ticked.size ? words.nobody_ticked : words.all_ticked;
    list.replaceChildren(...found.map(item));
    end.toggleAttribute("data-only", !end.disabled && !further().length);
    const said = path.map((node) => node.words).concat(place ? [named()] : []);
    const rest = isArmy() ? [make("span", "", ticked.size ? words.ticked : words.none), ...(ticked.size ? [make("small", "", words.flags)] : [])] : [];
    const deep = path.length > begun || place;
    crumbs.replaceChildren(...(deep ? [make("b", "", said.join(" · ")), button(words.all, forget), ...rest] : []));
    drawBoard(reach().board ?? (onMap() ? battleMap() : shown().board));
    turn.hidden = !inBattle();
    turn.textContent = onMap() ? words.battle : words.map;
    picture.again();
    const on = place ? say(words.several, { side: shown().side, place: named() }) : deep && !isArmy() ? last().asks ?? say(words.further, { side: shown().side, chosen: said.join(" · ") }) : "";
    put(prompt, reach().prompt ?? (on || shown().prompt));
    for (const [name, drawn] of Object.entries(picture.shapes())) {
      const open = at(name).length > 0, boxed = drawn.some((one) => one.tagName === "rect");
      for (const one of drawn) {
        one.classList.toggle("roses-open", open);
        one.toggleAttribute("data-near", open && !isArmy() && (one.tagName === "rect" || (path.length > 0 && !boxed)));  // no border over blocks
      }
    }
  }
  function drawBoard(what) {
    picture.show(what);
    root.dataset.shows = what.kind;
    signs.textContent = words[`key_${what.kind}`] ?? "";
    key.hidden = !signs.textContent;
  }
  function zoom() {
    near.textContent = picture.zoom() ? words.whole : words.closer;
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
    wanted = "";
    const now = shown(), said = note.textContent;
    root.toggleAttribute("data-closed", now.closed);
    note.innerHTML = now.note ?? "";
    note.dataset.kind = now.kind ?? "";
    foot.replaceChildren(...(now.file ? [make("span", "", say(words.saved, { file: now.file }))] : []), make("small", "", words.credit));
    if (note.textContent && note.textContent !== said && root.contains(document.activeElement)) seen();
    speak(now.coach ?? "");
    if (now.closed) {
      picture.clear();
      for (const part of [facts, story]) part.clear();
      for (const part of [blocks, list, crumbs]) part.replaceChildren();
      marchers.hidden = true;
      prompt.textContent = say(words.curtain, { side: now.waits });
      crumbs.replaceChildren(button(say(words.open, { side: now.waits }), () => send({ open: true }), "opens"));
      return;
    }
    root.dataset.board = now.board.kind;
    root.dataset.at = now.at;
    root.toggleAttribute("data-thinks", now.thinks);
    facts.show(now);
    undo.disabled = !now.undo;
    end.disabled = typeof now.end !== "number";
    for (const one of [end, undo, hint, why]) one.hidden = now.over;
    for (const one of [again, back]) one.hidden = !now.over;
    story.show(now.log);
    begin();
    draw();
  }
  function speak(said) {  // the same is not read twice, and what the reader has folded stays so; a verdict comes into sight
    if (said === coached) return;
    coach.innerHTML = said;
    if (coached !== null) coach.querySelector(".roses-wrong, .roses-right")?.scrollIntoView({ block: "nearest" });
    coached = said;
  }
  function showEngland() {  // a map that is wider than the page begins with more of its east than of Ireland, a court in the west
    board.scrollLeft = root.dataset.board === "court" ? 0 : 0.65 * (board.scrollWidth - board.clientWidth);
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
    if (target === log && event.key.startsWith("Arrow")) return;  // they scroll it
    if (target === board && (WAYS[event.key] || (event.key === "Enter" && picture.here()))) {
      event.preventDefault();
      return WAYS[event.key] ? picture.walk(WAYS[event.key]) : click(picture.here());
    }
    if (target === ask) {
      if (event.key !== "Enter") return;
      event.preventDefault();
      return send({ why: ask.value });
    }
    const buttons = [...blocks.querySelectorAll("button"), ...list.querySelectorAll("button:not(.roses-other)")];
    const every = [...crumbs.querySelectorAll(".roses-opens"), ...side.querySelectorAll(".roses-blocks button, .roses-options button")], at = every.indexOf(document.activeElement);
    const act = {
      Escape: forget, Enter: target === root ? finish : undefined, u: () => send({ undo: true }), h: () => send({ hint: true }), m: inBattle() ? turnBoard : undefined, z: zoom,
      ...(shown().over ? { n: () => again.click(), l: () => back.click(), u: undefined, h: undefined } : {}),
      a: isArmy() ? () => all.click() : undefined,
      ArrowLeft: () => board.focus({ preventScroll: true }), ArrowRight: () => board.focus({ preventScroll: true }),
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
  board.addEventListener("mousedown", (event) => {  // a click leaves the keys to the table; the board has them after Tab or an arrow
    if (event.target === board) return;  // its scrollbars
    event.preventDefault();
    root.focus({ preventScroll: true });
  });
  why.addEventListener("submit", (event) => event.preventDefault());
  const watch = new ResizeObserver(([{ contentRect: { width } }]) => {
    story.scrollable();
    if (!width) return;
    if (!laid) {  // it had no size before
      laid = true;
      story.showNewest();
      showEngland();
    }
    if (narrow === width < NARROW) return;
    narrow = width < NARROW;
    send({ narrow });
    phone.arrange(narrow);
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
    for (const one of [watch, phone.watch]) one.disconnect();
    for (const [name, hear] of [["screen", show], ["reach", showReach], ["busy", showBusy], ["answered", answered], ["other", showOther], ["below", showBelow]]) model.off(`change:${name}`, hear);
  };
}

export default drawValues(display);
