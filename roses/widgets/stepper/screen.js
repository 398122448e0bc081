// The controls, panel and boards of the stepper. Python decides what is shown; this file draws it and keeps the clock of
// playing.

import { foldStory, icon, make, makeButton, makeGroup, makeMore, makeSelect, makeTrack, makeWriter } from "./parts.js";
import { stageOf, watchSize } from "./size.js";
import { hearKeys } from "./keys.js";
import { makeNotes, watchAnswers } from "./answers.js";
import { makeAhead } from "./ahead.js";
import { keepPicture } from "./keep.js";
import { makeTweens } from "./tween.js";
import { glide, placesOf } from "./glide.js";
import { makeFight } from "./fight.js";
import { makeMap } from "./plot.js";
import { makeCards } from "./card.js";
import { makeStandings } from "./standings.js";
import { makeHelp } from "./help.js";
import { makeQuestions } from "./questions.js";
import { makeClassroom } from "./classroom.js";
import { makePlayOn } from "./play_on.js";
import { makePlace } from "./place.js";

// All talk with whoever answers goes through ``model``, in a notebook a model of Jupyter's, in an exported file ``Still``
// of player.js. Whatever takes the kernel's place, such as a worker or a socket, offers the same: get, set and
// save_changes for the values of ``Screen`` (screen.py); send for its messages; on and off for "change:NAME",
// "msg:custom" and "comm_live_update"; widget_manager.get_model. What only Jupyter has may be
// undefined: comm_live, set_state, widget_manager.create_view, widget_manager.context.
function show({ model, el }) {
  const get = (name) => model.get(name);
  const words = get("words");
  const notes = makeNotes();
  const answers = watchAnswers({ model, words, say: notes.say, button: () => place.button(), redraw: () => schedule() });
  const { set } = answers;
  const place = makePlace({ model, words, set, fill: () => classroom.enter() });
  const ahead = makeAhead(model);
  const unkeep = keepPicture(model);
  const tweens = makeTweens({ words, say: notes.say });
  const fight = makeFight(tweens);

  // ---- steps -------------------------------------------------------------------------------------------------
  const last = () => get("count") - 1;
  const go = (index) => {
    const to = Math.max(0, Math.min(last(), index));
    tweens.hold(false);
    if (!questions.stops(to)) step(to);
  };
  const step = (to) => set({ index: to, playing: false }, () => ahead.show(to));
  const moves = {
    first: () => go(0),
    back: () => go(get("index") - 1),
    forward: () => go(get("index") + 1),
    last: () => go(last()),
    play: () => questions.resumes() || set({ playing: !get("playing") }),
  };
  const nextEvent = () => {
    if (tweens.next()) return;
    const from = get("index");
    moves.forward();
    tweens.hold(get("index") !== from);  // a question may keep the step
  };
  const redraw = () => { resized = true; schedule(); };
  const questions = makeQuestions({ model, words, get, set, step, redraw });
  let size = null;
  const scroll = (way) => (questions.card.hidden ? story : questions.card).scrollBy(0, way * 60);
  const pause = () => get("playing") && set({ playing: false });
  const help = makeHelp({ words, get });
  const classroom = makeClassroom({ words, questions, resize: () => size.measure(), scroll, pause, help: help.button });

  // ---- parts -------------------------------------------------------------------------------------------------
  const buttons = {};
  for (const name of ["first", "back", "play", "forward", "last"])
    buttons[name] = makeButton(`roses-button roses-${name}`, words[name === "play" ? "play_tip" : name], icon(name), moves[name]);

  const title = make("div", "roses-title");
  const choices = (name, trait, label, values, tip) =>
    makeGroup({ label, name, values, words, tip, choose: (value) => set({ [trait]: value, playing: false }) });
  const viewers = choices("viewer", "viewer", words.seen_by, get("viewers"), words.seer_tip);
  const frames = choices("frame", "frame", words.part, ["campaign", "kingdom"], words.frame_tip);
  const stages = make("span", "roses-stages");  // a group of buttons, one for the map and for each board of the step
  const variants = makeSelect("variant", words.variant_tip, [], (value) => set({ variant: value }));
  const seenBy = make("span", "roses-label", words.seen_by, { "aria-hidden": "true" });
  const head = make("header", "roses-head", [title, seenBy, viewers, variants, stages, frames]);

  const board = make("div", "roses-battle");
  const story = make("div", "roses-story", [], { "aria-live": "polite" });
  let told = null;  // the step whose texts are written; they come one frame after its picture
  const rule = make("div", "roses-rule-text", [], { role: "dialog", "aria-label": words.rule, hidden: "" });
  const error = make("div", "roses-error", [], { role: "alert", hidden: "" });
  const cards = makeCards({ words, get, stage: board });
  const side = make("section", "roses-side", [error, story, rule, questions.card]);

  const shownStops = () => get("stops").map((stop) => (questions.hides(stop.index) ? { ...stop, mark: "" } : stop));
  const track = makeTrack({ label: words.step, last: last(), stops: shownStops, go });
  const counter = make("output", "roses-counter");
  const speeds = ["slow", "normal", "fast"].map((name) => [name, words[name]]);
  const speed = makeSelect("speed", words.speed, speeds, (value) => set({ speed: value }));
  const places = get("stops").map((stop) => [stop.index, `${stop.index + 1}  ${stop.label}`]);
  const jump = makeSelect("jump", words.jump_tip, [["", words.jump + " …"], ...places], (value) => value !== "" && go(Number(value)));
  const write = makeWriter();
  const standings = makeStandings({ words, get, write });
  const playOn = makePlayOn({ model, words, get, pause });
  const controls = [...Object.values(buttons), standings.button, playOn.button, speed, track.node, jump, counter, classroom.tools];
  const bar = make("div", "roses-bar", controls, { role: "toolbar", "aria-label": words.controls });
  const chances = make("div", "roses-chances");
  // The base map is an element of its own under the plot, so a step repaints only blocks and names.
  const land = make("img", "", [], { alt: "" });
  const names = make("div", "roses-names", [], { "aria-hidden": "true" });  // the ground says them
  const ground = make("div", "roses-ground", [land, names], { role: "img" });
  const map = makeMap({ model, words, say: notes.say, tweens, land, names, badges: cards.badges });
  el.append(ground, map.still, map.plot, head, board, ...cards.parts, side, bar, chances, standings.panel, help.panel, playOn.panel, notes.node, questions.results, ...classroom.parts);

  // ---- drawing -----------------------------------------------------------------------------------------------
  let root = null, resized = true;  // resized: sizes must be measured again, which forces a layout of the page
  let moment = "";
  function drawStage() {
    const stage = get("stage"), showsBoard = stage !== "map";
    const now = [get("shown"), stage, get("map").number, get("variant")].join(" ");
    if (now !== moment) tweens.finish();  // Python's answer to a step that was sent ahead changes nothing in sight
    moment = now;
    const before = placesOf(board), was = board.firstElementChild;
    const isNew = write(board, get("board"));
    board.hidden = !showsBoard;
    fight(was, isNew && board.firstElementChild, get("shown"));
    if (isNew) glide(board, before, tweens);
    if (land.src !== get("ground")) land.src = get("ground");
    const named = names.firstElementChild, [left, above] = get("ground_at");
    write(names, get("names"));
    for (const layer of [land, names]) layer.style.transform = `translate(${-left}px,${-above}px)`;
    cards.draw(write);
    map.draw(named);
    const { name, description } = get("picture");
    for (const [key, value] of [["label", name], ["description", description], ["hidden", showsBoard]]) ground.setAttribute(`aria-${key}`, value);
    const { wide, high, free, times } = stageOf(root ?? el, get("space"), get("shape"), stage, get("size"));
    const form = [get("shape"), stage, wide, high, free, times, get("size")].join(" ");
    if (root && root.dataset.form !== form) {  // only on a change, since it forces a layout of the whole map
      Object.assign(root.dataset, { form, shape: get("shape"), stage });
      root.style.setProperty("--map", `${wide}px`);
      root.style.setProperty("--high", `${high}px`);
      root.style.setProperty("--free", `${free}px`);
      root.style.setProperty("--drawn", `${get("size")[0]}px`);
      root.style.setProperty("--drawn-high", `${get("size")[1]}px`);
      root.style.setProperty("--times", times === 1 ? "none" : `scale(${times})`);
      resized = true;
    }
  }

  function drawControls() {
    const index = get("shown"), playing = get("playing");
    write(counter, `${index + 1} / ${get("count")}`);  // what is written anew is read out anew
    story.setAttribute("aria-busy", String(told !== index));
    const begun = get("stops").filter((stop) => stop.index <= index).pop();
    jump.value = begun && begun.index === index ? begun.index : "";
    nameStops();
    track.draw(get("index"), get("spoken"));
    speed.value = get("speed");
    viewers.mark(get("viewer"));
    frames.mark(get("frame"));
    buttons.first.disabled = buttons.back.disabled = get("index") === 0;
    buttons.forward.disabled = buttons.last.disabled = get("index") === last();
    write(buttons.play, `${icon(playing ? "pause" : "play")}<span>${words[playing ? "pause" : "play"]}</span>`);
    buttons.play.setAttribute("aria-pressed", String(playing));
    frames.hidden = get("stage") !== "map";
    drawStages();
    drawVariants();
  }

  // The list names no step that an open question asks about.
  function nameStops() {
    places.forEach(([at, label], i) => {
      const option = jump.options[i + 1], told = questions.hides(at) ? `${at + 1}  …` : label;
      if (option.textContent !== told) option.textContent = told;
    });
  }

  let offered = "";
  function drawStages() {
    const names = [...(get("map").number ? ["map"] : []), ...get("boards")];
    stages.hidden = names.length < 2;
    seenBy.hidden = names.length > 2;  // its room is needed
    if (String(names) !== offered) stages.replaceChildren(choices("which", "chosen", words.shown, names, words.board_tip));
    offered = String(names);
    stages.firstChild.mark(get("stage"));
  }

  let listed = "";
  function drawVariants() {
    const found = get("variants"), now = found.find(({ name }) => name === get("variant")) ?? found[0];
    variants.hidden = found.length < 2;
    if (JSON.stringify(found) !== listed)
      variants.replaceChildren(...found.map(({ name, title }) => make("option", "", title, { value: name })));
    listed = JSON.stringify(found);
    if (now) variants.value = now.name;
  }
  function nextVariant() {
    if (!variants.hidden) set({ variant: variants.options[(variants.selectedIndex + 1) % variants.length].value });
  }

  function drawPanel() {
    const text = get("rule_text"), wrong = get("error");
    told = get("shown");
    story.setAttribute("aria-busy", "false");
    write(title, get("head"));
    if (write(rule, text)) {
      rule.hidden = text === "";
      story.inert = text !== "";
      if (text) rule.querySelector(".roses-close").focus();
    }
    write(error, wrong);
    error.hidden = wrong === "";
    if (write(story, get("panel")) || resized) {
      questions.fill(story);
      foldStory(story, words);
    }
    write(chances, get("chances"));
    chances.hidden = !get("chances");
    standings.draw();
    cards.fill();
    playOn.draw();
    if (root) playOn.place(root);
    if (resized) track.mark();
    resized = false;
    place.show();
  }

  function draw() {
    drawStage();
    drawControls();
    drawPanel();
    wind();
  }

  // The map or the board is painted first, and the texts one frame later.
  let due = false, trailing = false;
  const schedule = () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (document.hidden) return draw();
      drawStage();
      if (!trailing) requestAnimationFrame(() => requestAnimationFrame(() => { trailing = false; draw(); }));
      trailing = true;
    });
  };
  const watched = ["playing", "speed", "viewer", "frame", "shown", "wait", "shape", "size", "stage", "boards", "variant",
    "variants", "head", "panel", "board", "rule_text", "error", "spoken", "standings", "chances", "sides", "table", "picture", "ground", "names", "badges", "ground_at", "map"];
  for (const name of watched) model.on(`change:${name}`, schedule);
  model.on("change:index", drawControls);  // a reader who goes and comes back before Python answers changes no other value

  // ---- the clock ---------------------------------------------------------------------------------------------
  let timer = null, wound = "";
  const tick = () => {
    tweens.hold(false);
    if (!questions.halts(get("shown"))) answers.tick(get("shown"));
  };
  function wind() {
    const now = `${get("playing")} ${get("shown")} ${get("wait")}`;
    if (now === wound) return;
    wound = now;
    clearTimeout(timer);
    if (get("playing")) timer = setTimeout(tick, get("wait"));
  }

  // ---- rules -------------------------------------------------------------------------------------------------
  let opener = null;
  const closeRule = () => {
    set({ rule: "" });
    if (opener?.isConnected) setTimeout(() => opener.focus(), 60);
  };
  side.addEventListener("click", questions.opened);
  side.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-rule]");
    if (chip) {
      opener = chip;
      set({ rule: get("rule") === chip.dataset.rule ? "" : chip.dataset.rule, playing: false });
    } else if (event.target.closest(".roses-close")) closeRule();
  });

  // ---- on the page -------------------------------------------------------------------------------------------
  const keys = {
    ArrowLeft: moves.back, ArrowRight: moves.forward, Home: moves.first, End: moves.last, " ": moves.play, v: nextVariant, a: tweens.toggle,
    "Shift+ArrowRight": nextEvent,
  };
  const more = makeMore(story, pause);
  const act = (key) =>
    key === "Escape" && get("rule") ? closeRule : cards.key(key) ?? playOn.key(key) ?? standings.key(key) ?? help.key(key) ?? questions.key(key) ?? more(key) ?? classroom.key(key) ?? keys[key];
  const focus = () => root.contains(document.activeElement) || root.focus({ preventScroll: true });
  const tell = (space) => {
    root.closest(".jp-OutputArea-child")?.classList.add("roses-live");  // see kept.py
    if (String(space) !== String(get("space"))) {
      model.set("space", space);
      model.save_changes();
    }
    place.begin(root);
    redraw();
  };
  const ends = [];
  let gone = false;
  function attach() {
    if (gone) return;
    root = el.closest(".roses-stepper");
    if (!root) return void requestAnimationFrame(attach);
    root.tabIndex = 0;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", words.stepper);
    root.addEventListener("pointerup", focus);
    classroom.attach(root);
    cards.attach(root);
    size = watchSize(root, tell);
    ends.push(hearKeys(root, act, classroom.wakes), classroom.stop, questions.stop, size.stop, () => root.removeEventListener("pointerup", focus));
    draw();
  }
  attach();
  draw();

  return () => {
    gone = true;
    tweens.stop();
    map.stop();
    cards.stop();
    answers.stop();
    ahead.stop();
    playOn.stop();
    unkeep();
    clearTimeout(timer);
    for (const end of ends) end();
    for (const name of watched) model.off(`change:${name}`, schedule);
    model.off("change:index", drawControls);
  };
}

// The values are not in this widget but in a plain model of Jupyter's, which gets every message however late this file
// is loaded. (The model of an anywidget drops all messages if its file takes longer than two seconds.)
export async function render({ model, el }) {
  const screen = await model.widget_manager.get_model(model.get("screen").replace("IPY_MODEL_", ""));
  return show({ model: screen, el });
}

export default { render };
