// The table: draws what Python has sent in ``screen``, and tells Python what the player has chosen. No rule is here.

import { makeFull } from "../full.js";
import { drawValues, makeStopped } from "../values.js";
import { makeFacts } from "./facts.js";
import { alone, button, leaves, make, put, say } from "./parts.js";
import { WAYS, makeBoard } from "./places.js";
import { makePlayback } from "./playback.js";
import { makeSound } from "./sound.js";
import { makeStory } from "./story.js";

const DOUBLE = 450; // ms between two clicks that are one double click
const NARROW = 520; // px: on pages narrower than this the battle board is drawn for a telephone

function display({ model, el }) {
  const labels = model.get("labels");
  // ``path`` are the nodes chosen so far, ``place`` an area that was clicked to narrow the list, ``army`` its ticked blocks
  let path = [], place = "", ticked = new Set(), waiting = 0, sure = false, narrow = false, hasSize = false;
  let messageId = Math.floor(Math.random() * 2 ** 30);  // the number of the last message, which no other page has given
  let start = 0;  // how many of them left no choice
  let isTurned = false;  // whether the reader has isTurned the board of a battle
  let comment = null;  // what the coach has said last
  let asksRoad = false, latest = {}, question = "";  // whether the next click names the road; the last click; the prompt

  const prompt = make("p", "prompt"), busy = make("div", "busy");
  const crumbs = make("div", "crumbs"), blocks = make("ul", "blocks"), list = make("ul", "options");
  const all = button("", () => tick(ticked.size ? [] : last().options.keys()), "all"), chips = make("div", "chips");
  const bySea = button(labels.sea, () => send({ click: "", sea: !reach().sea }), "sea"), road = button(labels.road, askRoad, "via");
  const marchers = make("div", "marchers", blocks, make("div", "going", all, bySea, road));
  const coach = make("div", "coach"), note = make("div", "note"), foot = make("p", "saved");
  const ask = make("input", "ask");
  Object.assign(ask, { type: "text", placeholder: labels.example });
  ask.setAttribute("aria-label", labels.ask);
  const why = make("form", "why", ask, button(labels.why, () => send({ why: ask.value })));
  const undo = button(labels.undo, () => send({ undo: true })), hint = button(labels.hint, () => send({ hint: true }));
  const end = button(labels.end, finish);
  const again = button(labels.again, () => send({ again: true })), back = button(labels.back, () => send({ back: true }));
  const picture = makeBoard({ model, labels, click: (name, event) => { click(name, event); reveal(); }, drop, hover: preview, choices: (name) => at(name).map((nodes) => [...path.slice(0, start).map((node) => node.text), label(nodes).filter(Boolean).join(", ")].join(" · ")).join("; ") });
  const board = picture.node, { stage } = picture;
  const turn = button(labels.map, turnBoard);
  const sound = makeSound(labels), root = make("div", "table");
  const playback = makePlayback({ root, labels, board, sound, draw: drawBoard, paint, tell: (...words) => tell(...words) });
  const tools = make("div", "tools", again, back, end, undo, hint, turn, playback.again, sound.toggle), under = make("div", "below");
  const signs = make("p", ""), key = make("details", "key", make("summary", "", labels.key), signs);
  const facts = makeFacts({ labels, tell: (about) => tell(about, "hint") }), story = makeStory(labels), { strip } = facts, { log } = story;
  // The board and beside it a column, whose middle scrolls by itself; below each other on a narrow page.
  const choices = make("div", "choices", crumbs, marchers, list), seat = make("div", "seat", choices, facts.handBox, story.node, facts.memory, key, why);
  const side = make("div", "side", busy, coach, playback.panel, seat, note, tools), area = make("div", "play-area", prompt, strip, picture.tools, stage, picture.spot, side);
  root.append(story.news, area, foot);
  stage.append(playback.cards);
  const full = makeFull(showFull), screenButton = picture.addButton("F", "", () => full.toggle());
  showFull(false);
  prompt.setAttribute("role", "status");
  note.setAttribute("role", "alert");
  note.addEventListener("click", (event) => {  // a move that was offered for what was typed, or the number of a rule
    const data = event.target.closest("[data-play], [data-rule]")?.dataset;
    if (data) send(data.play ? { play: [Number(data.play)] } : { rule: data.rule });
  });
  coach.setAttribute("role", "status");
  coach.addEventListener("click", ({ target }) => {
    const data = target.closest("[data-ask], [data-play]")?.dataset;
    if (data) send(data.play ? { play: [Number(data.play)] } : { coach: data.ask });
  });
  busy.setAttribute("role", "status");
  root.tabIndex = 0;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", labels.table);
  list.setAttribute("aria-label", labels.choose);
  blocks.setAttribute("aria-label", labels.ticked);
  el.append(root, under);  // the keys of what is below are its own
  full.attach(root);

  const screen = () => model.get("screen");
  function send(message) {
    if (model.comm_live === false) {
      const { file } = screen();
      return file ? tell(say(labels.gone, { file: JSON.stringify(file.replace(/\.json$/, "")) })) : tell(makeStopped(el, labels));
    }
    clearTimeout(waiting);
    waiting = setTimeout(() => tell(labels.busy, "wait"), 3000);
    if (["play", "open", "click"].some((name) => name in message)) playback.begin();
    root.setAttribute("aria-busy", "true");
    model.send({ at: screen().at, id: ++messageId, ...message });
  }
  function tell(text, kind = "error") {
    note.replaceChildren(text instanceof Node ? text : make("p", "", text));
    note.dataset.kind = kind;
    if (kind !== "wait") seen();
  }
  const seen = () => note.scrollIntoView({ block: "nearest" });  // it may lie below the window

  function showFull(isFull) {
    screenButton.title = isFull ? labels.full_off : labels.full_on;
    screenButton.setAttribute("aria-label", screenButton.title);
    screenButton.setAttribute("aria-pressed", isFull);
    root.focus({ preventScroll: true });
  }

  // ---- choosing
  const last = () => path.at(-1);
  const isArmy = () => Boolean(last()?.several);
  const reach = () => {  // where the ticked blocks may go, once Python has said so
    const reply = model.get("reach") ?? {};
    return isArmy() ? (String(reply.army) === String(last().at) && String(reply.ticked) === String([...ticked]) ? reply : {}) : reply.army ? {} : reply;
  };
  const further = () => level().filter((node) => !isEnd(node));
  const level = () => (isArmy() ? reach().options ?? [] : path.length ? last().options ?? [] : screen().options ?? []);
  function choose(node) {
    if (!leaves(node).some((one) => one.play)) return tell(say(labels.full, { n: most(node), area: node.place || last().text }));
    if (node.play) return node.play.length === 1 && node.play[0] === screen().end ? finish() : send({ play: node.play });
    path.push(node);
    place = "";
    isTurned = false;
    coach.querySelector("details")?.removeAttribute("open");  // it was read, and the choices want its room
    if (node.several) return tick(new Set(node.options.keys()));
    if (level().length === 1) return choose(level()[0]);
    draw();
  }
  // In a battle the board is that of the battle, or the map: where areas are to be chosen, or where the reader wants it.
  const inBattle = () => screen().board?.kind === "battle";
  const isGoal = (node) => node.place in model.get("areas");
  const onMap = () => inBattle() && level().some(isGoal) !== isTurned;
  function turnBoard() {
    if (!inBattle()) return;
    isTurned = !isTurned;
    draw();
  }
  // The map of a battle is asked for when it is first needed, and again when other goals are to be marked on it.
  let mapKey = "";
  function battleMap() {
    const key = JSON.stringify([screen().at, places()]), map = model.get("other") ?? {};
    if (mapKey !== key) send({ map: places() });
    mapKey = key;
    return map.svg ? map : screen().board;
  }
  function tick(numbers) {
    ticked = new Set([...numbers].sort((a, b) => a - b));
    const [kind, army] = path.slice(-2);
    last().at = [screen().options.indexOf(kind), kind.options.indexOf(army)];
    send({ tick: [...ticked], army: last().at });
    draw();
  }
  // What a click on a place means: for each branch of this level, the nodes of that place nearest to the root.
  function at(target) {
    const deep = onMap();  // there also the goals of blocks that are not chosen yet may be clicked
    const find = (nodes) => {
      if (nodes.some((node) => (deep ? isGoal(node) : node.place))) return nodes.filter((node) => node.place === target).map((node) => [node]);
      return nodes.flatMap((node) => (node.options && !node.several ? find(node.options).map((below) => [node, ...below]) : []));
    };
    return level().flatMap((node) => find([node]));
  }
  // The places that may be clicked.
  function openPlaces() {
    const deep = onMap(), names = new Set(screen().clicks ?? []);
    const find = (nodes) => {
      if (nodes.some((node) => (deep ? isGoal(node) : node.place))) for (const node of nodes) names.add(node.place);
      else for (const node of nodes) if (node.options && !node.several) find(node.options);
    };
    for (const node of level()) find([node]);
    return names;
  }
  // The places of what is chosen in the tree, the last that of the first ticked block; -1 for what is not in it.
  function places() {
    let nodes = screen().options;
    const way = path.map((node) => {
      const number = nodes.indexOf(node);
      nodes = node.options ?? [];
      return number;
    });
    return isArmy() ? [...way, ...[...ticked].slice(0, 1)] : way;
  }
  const placeName = () => isGoal({ place }) ? place : at(place)[0].at(-1).text;  // the area or the block that was clicked
  function take(nodes) {
    path.push(...nodes.slice(0, -1));
    choose(nodes.at(-1));
  }
  function click(target, event = {}) {
    if (note.dataset.kind === "error") note.replaceChildren();
    const [only, ...others] = path.length > start && !isArmy() ? at(target) : [];
    if (only && !others.length) return take(only);  // it was chosen in the list who acts
    if (screen().clicks) {
      const before = latest, { at } = screen();
      latest = { target, at, time: event.timeStamp ?? -Infinity };
      const again = before.target === target && (latest.time - before.time < DOUBLE || event.detail > 1);
      if (again && before.at !== at) return;  // the first click has moved somebody
      send({ click: target, whole: Boolean(event.shiftKey || again), road: asksRoad });
      return setRoad(false);
    }
    const ways = at(target);
    if (ways.length === 1) return take(ways[0]);
    if (!ways.length) {  // another army is clicked while one is chosen, or a place out of reach: why not?
      if (!path.length) return level().length ? tell(place ? say(labels.several, { side: screen().side, place: placeName() }) : say(labels.nothing, { area: target })) : undefined;
      const way = places();
      forget();
      return at(target).length ? click(target) : way.includes(-1) ? undefined : send({ beyond: target, way });
    }
    place = target;
    draw();
    list.querySelector("button")?.focus({ preventScroll: true });
  }
  // A block or an army was dragged to a place: it is chosen, if it is not yet, and goes there.
  function drop(from, target) {
    const { blocks: chosen = [], origin } = reach();
    if (!chosen.includes(from) && from !== origin) send({ click: from });
    send({ click: target });
  }
  const home = (name) => reach().board?.homes[name] ?? screen().board?.homes[name] ?? name;
  function preview(name) {  // what a click there would do
    const goal = reach().goals?.[home(name)];
    picture.arrow(goal?.way ?? []);
    put(prompt, goal ? `${screen().side}: ${goal.say}` : question);
    prompt.toggleAttribute("data-goal", Boolean(goal));
  }
  function setRoad(on) {
    asksRoad = on;
    road.setAttribute("aria-pressed", on);
  }
  function askRoad() {
    setRoad(!asksRoad);
    put(prompt, asksRoad ? say(labels.by, { side: screen().side }) : question);
  }
  function begin() {  // at the first node that leaves something to choose, besides to end
    [path, place, ticked, sure, isTurned] = [[], "", new Set(), false, false];
    for (let [only, ...more] = further(); only?.options && !more.length && !only.play && !only.several; [only, ...more] = further()) path.push(only);
    start = path.length;
  }
  function forget() {
    if (screen().clicks && Object.keys(model.get("reach") ?? {}).length) send({ click: "" });
    setRoad(false);
    begin();
    note.replaceChildren();
    draw();
  }
  function finish() {
    const now = screen();
    if (typeof now.end !== "number") return;
    if (now.unused && !sure) {
      sure = true;
      return tell(now.unused);
    }
    send({ play: [now.end] });
  }

  const most = (node) => Math.max(...leaves(node).map((one) => one.room));  // how many may go, where these are too many
  const isEnd = (node) => leaves(node).every((one) => one.play?.length === 1 && one.play[0] === screen().end);

  // ---- drawing
  // A choice in words: what it is; whether it attacks, for how many there is room, what it costs and where; and about it.
  function label(nodes) {
    const node = nodes.at(-1), only = alone(nodes), end = only.at(-1), ends = leaves(end), open = ends.filter((one) => one.play);
    const costs = new Set(open.map((one) => one.cost)), cost = costs.size === 1 && (node.place || end.play) && !node.text.includes(open[0].cost) ? open[0].cost : "";
    const attacks = ends.some((one) => one.attacks) && node.place && !end.several ? labels.attacks : "", where = isGoal(node) && !only.some((one) => one.text === node.place) ? node.place : "";
    const more = [attacks, open.length ? "" : say(labels.room, { n: most(end) }), cost, where].filter(Boolean).join(", ");
    return [only.map((one) => one.text).join(" · "), more, only.map((one) => one.about).filter(Boolean).join(", ")];
  }
  function item(nodes) {
    const node = nodes.at(-1), [title, more, notes] = label(nodes), ends = leaves(alone(nodes).at(-1));
    const skipped = path.length === start ? path.slice(1).map((one) => one.text) : [];  // who it is, where only one is left
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
    const { text: goal, options, question } = nodes.at(-1);
    const made = button(labels.ways, () => take([...nodes.slice(0, -1), { text: goal, options, question }]), "other");
    made.title = say(labels.other, { area: goal });
    made.setAttribute("aria-label", made.title);
    return made;
  }
  function tickable(block, number) {
    const made = button([block.text, block.about].filter(Boolean).join(" · "), () => tick(ticked.has(number) ? [...ticked].filter((one) => one !== number) : [...ticked, number]));
    made.setAttribute("aria-pressed", ticked.has(number));
    return make("li", "", made);
  }
  // What had the focus may go: then what is in its place has it, or the table, so that keys are heard.
  function keepFocus(change) {
    const focused = document.activeElement, within = root.contains(focused), byKeys = focused.matches(":focus-visible");
    const group = [blocks, list].find((part) => part.contains(focused)), number = group ? [...group.querySelectorAll("button")].indexOf(focused) : -1;
    change();
    if (!within || root.contains(document.activeElement)) return;
    ((group === blocks && blocks.querySelectorAll("button")[number]) || (byKeys && group && list.querySelector("button")) || root).focus({ preventScroll: true });
  }
  function draw(anew = false) {
    if (!screen().closed) keepFocus(() => drawOptions(anew));  // a reach may come when the curtain has fallen
  }
  function drawOptions(anew) {
    const ways = place ? at(place) : further().map((node) => [node]);
    blocks.replaceChildren(...(isArmy() ? last().options.map(tickable) : []));
    marchers.hidden = !isArmy();
    all.hidden = blocks.children.length < 2;
    all.textContent = ticked.size ? labels.nobody_ticked : labels.all_ticked;
    list.replaceChildren(...ways.map(item));
    end.toggleAttribute("data-only", !end.disabled && !further().length);
    const names = path.map((node) => node.text).concat(place ? [placeName()] : []);
    const rest = isArmy() ? [make("span", "", ticked.size ? labels.ticked : labels.none), ...(ticked.size ? [make("small", "", labels.flags)] : [])] : [];
    const deep = path.length > start || place;
    crumbs.replaceChildren(...(deep ? [make("b", "", names.join(" · ")), button(labels.all, forget), ...rest] : []));
    const stood = anew && board.querySelector("svg");
    paint();
    if (stood) playback.slide(stood);
    turn.hidden = !inBattle();
    turn.textContent = onMap() ? labels.battle : labels.map;
    const on = place ? say(labels.several, { side: screen().side, place: placeName() }) : deep && !isArmy() ? last().question ?? say(labels.further, { side: screen().side, chosen: names.join(" · ") }) : "";
    const { roads = {}, sea = null, by = [] } = reach();
    question = reach().prompt ?? (on || screen().prompt);
    put(prompt, question);
    bySea.hidden = sea === null;
    bySea.setAttribute("aria-pressed", Boolean(sea));
    road.hidden = !Object.keys(roads).length;
    root.toggleAttribute("data-goes", isArmy());
    picture.roads(roads, by);
    showChips();
    picture.again();
  }
  function paint() {
    const now = screen(), own = reach().board ?? (inBattle() && onMap() ? battleMap() : undefined);
    // what came of the reader's choice is played back; where the ticked blocks may go comes in a moment
    const waits = ((now.thinks && !model.get("busy")?.stopped) || (isArmy() && !reach().army)) && drawn;
    drawBoard(playback.plays ? playback.board(now) : waits || (own ?? playback.board(now) ?? now.board));
    const { goals = {} } = reach(), open = openPlaces();
    for (const [name, outlines] of Object.entries(picture.shapes())) {
      const isBlock = name.startsWith("block ") && what() === "map";
      const isOpen = open.has(name) || home(name) in goals, boxed = outlines.some((one) => one.tagName === "rect");
      for (const one of outlines) {
        one.classList.toggle("roses-open", isOpen);
        one.toggleAttribute("data-near", isOpen && !isBlock && !isArmy() && (one.tagName === "rect" || (path.length > 0 && !boxed)));  // no border over blocks
      }
    }
  }
  function showChips() {  // the choices at a place, beside it on the board
    chips.replaceChildren(...(reach().chips ?? []).map(({ text, play, click: target }) => button(text, () => send(play ? { play } : { click: target }))));
    chips.setAttribute("aria-label", question);
    if (chips.children.length) board.append(chips);
    else chips.remove();
    if (chips.isConnected) picture.beside(chips, place);
  }
  const what = () => root.dataset.shows;
  let drawn = null;
  function drawBoard(what) {
    drawn = what;
    picture.show(what);
    root.dataset.shows = what.kind;
    signs.textContent = labels[`key_${what.kind}`] ?? "";
    key.hidden = !signs.textContent;
  }
  function show() {
    keepFocus(showAll);
  }
  function hearReply() {
    if (model.get("reply") !== messageId) return;
    clearTimeout(waiting);
    root.removeAttribute("aria-busy");
  }
  function showAll() {
    mapKey = "";
    const now = screen(), before = note.textContent;
    root.toggleAttribute("data-closed", now.closed);
    note.innerHTML = now.note ?? "";
    note.dataset.kind = now.kind ?? "";
    foot.replaceChildren(...(now.file ? [make("span", "", say(labels.saved, { file: now.file }))] : []), make("small", "", labels.credit));
    if (note.textContent && note.textContent !== before && root.contains(document.activeElement)) seen();
    speak(now.coach ?? "");
    playback.hear(now, model.get("playback"), now === first);
    if (now.closed) {
      picture.clear();
      drawn = null;
      for (const part of [facts, story]) part.clear();
      for (const part of [blocks, list, crumbs]) part.replaceChildren();
      marchers.hidden = true;
      prompt.textContent = say(labels.curtain, { side: now.waits });
      crumbs.replaceChildren(button(say(labels.open, { side: now.waits }), () => send({ open: true }), "opens"));
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
    story.scrollable();
    begin();
    draw(true);
  }
  function speak(html) {  // the same is not read twice, and what the reader has folded stays so; a verdict comes into sight
    if (html === comment) return;
    coach.innerHTML = html;
    if (comment !== null) coach.querySelector(".roses-wrong, .roses-right")?.scrollIntoView({ block: "nearest" });
    comment = html;
  }
  function reveal() {  // on a telephone prompt, board and next step, after a tap on the board
    choices.scrollTop = 0;
    if (narrow && choices.getBoundingClientRect().bottom > innerHeight) area.scrollIntoView({ block: "start" });
  }
  function showReach() {
    const { army, ticked: numbers, path: way, place: spot, tell: sentence, nobody } = model.get("reach") ?? {};
    if (sentence) return tell(sentence);
    if (!army && !way && !spot && !nobody) return;  // a new screen follows
    begin();
    let nodes = screen().options;
    if (army || way) path = (army ?? way).map((number) => {
      const node = nodes[number];
      nodes = node.options;
      return node;
    });
    if (army) [ticked, last().at] = [new Set(numbers), army];
    place = spot ?? "";
    draw();
    reveal();
  }
  function showOther() {
    if (!screen().closed && onMap()) draw();
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
    const { text = "", stopped = false } = model.get("busy") ?? {};
    if (stopped) draw();
    busy.replaceChildren(...(text ? [make("span", "", text), button(stopped ? labels.go : labels.stop, () => send(stopped ? { go: true } : { stop: true }))] : []));
  }

  // ---- keys: JupyterLab, which listens on the document, does not hear those inside the table
  function onKey(event) {
    const target = event.target;
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    if (playback.key(event)) return;
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
      Escape: full.is() && path.length === start && !place ? full.leave : forget, Enter: target === root ? finish : undefined,
      u: () => send({ undo: true }), h: () => send({ hint: true }), m: inBattle() ? turnBoard : undefined,
      z: picture.zoom, "+": picture.closer, "=": picture.closer, "-": picture.farther, f: full.toggle,
      ...(screen().over ? { n: () => again.click(), l: () => back.click(), u: undefined, h: undefined } : {}),
      a: isArmy() ? () => all.click() : playback.toggle, s: bySea.hidden ? undefined : () => bySea.click(), v: road.hidden ? undefined : askRoad,
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
    event.preventDefault();
    root.focus({ preventScroll: true });
  });
  why.addEventListener("submit", (event) => event.preventDefault());
  const heights = new ResizeObserver(([{ target }]) => root.style.setProperty("--page", `${Math.min(target.clientHeight || innerHeight, innerHeight)}px`));
  const watch = new ResizeObserver(([{ contentRect: { width } }]) => {
    story.scrollable();
    if (!width) return;
    if (!hasSize) {  // it had no size before
      hasSize = true;
      heights.observe(root.closest(".jp-WindowedPanel-outer, .jp-Notebook") ?? document.documentElement);
      story.showNewest();
    }
    if (narrow === width < NARROW) return;
    narrow = width < NARROW;
    send({ narrow });
  });
  watch.observe(root);
  model.on("change:screen", show);
  model.on("change:reach", showReach);
  model.on("change:busy", showBusy);
  model.on("change:reply", hearReply);
  model.on("change:other", showOther);
  model.on("change:below", showBelow);
  const first = screen();
  show();
  showBusy();
  showBelow();
  return () => {
    removeEventListener("keydown", onKey, true);
    for (const one of [watch, heights]) one.disconnect();
    for (const part of [picture, full]) part.stop();
    playback.stop();
    for (const [name, hear] of [["screen", show], ["reach", showReach], ["busy", showBusy], ["reply", hearReply], ["other", showOther], ["below", showBelow]]) model.off(`change:${name}`, hear);
  };
}

export default drawValues(display);
