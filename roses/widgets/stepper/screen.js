// The controls, panel and boards of the stepper. Python decides what is shown; this file draws it, keeps the clock of
// playing, handles keys, and reports the size of the page to Python.

const ICONS = {
  first: "M5 4h2.6v16H5zM20 4v16L8.6 12z",
  back: "M18 4v16L6 12z",
  forward: "M6 4v16l12-8z",
  last: "M16.4 4H19v16h-2.6zM4 4v16l11.4-8z",
  play: "M6 4v16l13-8z",
  pause: "M6 4h4.4v16H6zM13.6 4H18v16h-4.4z",
};
const icon = (name) => `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

function show({ model, el }) {
  const get = (name) => model.get(name);
  const words = get("words");
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };

  // ---- steps -------------------------------------------------------------------------------------------------
  const last = () => get("count") - 1;
  const go = (index) => set({ index: Math.max(0, Math.min(last(), index)), playing: false });
  const moves = {
    first: () => go(0),
    back: () => go(get("index") - 1),
    forward: () => go(get("index") + 1),
    last: () => go(last()),
    play: () => set({ playing: !get("playing") }),
  };

  // ---- parts -------------------------------------------------------------------------------------------------
  const button = (name, label, content, click) => {
    const node = make("button", name, [], { type: "button", title: label, "aria-label": label });
    node.innerHTML = content;
    node.addEventListener("click", click);
    return node;
  };
  const buttons = {};
  for (const name of ["first", "back", "play", "forward", "last"])
    buttons[name] = button(`roses-button roses-${name}`, words[name === "play" ? "play_tip" : name], icon(name), moves[name]);

  const group = (label, name, values, trait, tip) => {
    const node = make("div", `roses-group roses-${name}`, [], { role: "group", "aria-label": label });
    for (const value of values)
      node.append(button("", `${label}: ${words[value]}. ${tip}`, words[value], () => set({ [trait]: value, playing: false })));
    node.mark = (now) => [...node.children].forEach((b, i) => b.setAttribute("aria-pressed", String(values[i] === now)));
    return node;
  };
  const select = (name, tip, choose) => {
    const node = make("select", `roses-select roses-${name}`, [], { title: tip, "aria-label": tip });
    node.addEventListener("change", () => choose(node.value));
    return node;
  };

  const title = make("div", "roses-title");
  const viewers = group(words.seen_by, "viewer", get("viewers"), "viewer", words.seer_tip);
  const frames = group(words.part, "frame", ["campaign", "kingdom"], "frame", words.frame_tip);
  const stages = make("span", "roses-stages");  // a group of buttons, one for the map and for each board of the step
  const variants = select("variant", words.variant_tip, (value) => set({ variant: value }));
  const seenBy = make("span", "roses-label", words.seen_by, { "aria-hidden": "true" });
  const head = make("header", "roses-head", [title, seenBy, viewers, variants, stages, frames]);

  const board = make("div", "roses-battle");
  const story = make("div", "roses-story", [], { "aria-live": "polite" });
  const rule = make("div", "roses-rule-text", [], { role: "dialog", hidden: "" });
  const error = make("div", "roses-error", [], { role: "alert", hidden: "" });
  const map = makeMap({ model, words });
  const side = make("section", "roses-side", [error, story, rule, map.note]);

  const slider = make("input", "", [], { type: "range", min: 0, max: last(), step: 1, "aria-label": words.step });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const marks = make("div", "roses-marks", [], { "aria-hidden": "true" });
  const track = make("div", "roses-slider", [marks, slider]);
  const counter = make("output", "roses-counter");
  const speed = select("speed", words.speed, (value) => set({ speed: value }));
  for (const name of ["slow", "normal", "fast"]) speed.append(make("option", "", words[name], { value: name }));
  const jump = select("jump", words.jump_tip, (value) => value !== "" && go(Number(value)));
  jump.append(make("option", "", words.jump + " …", { value: "" }));
  for (const stop of get("stops"))
    jump.append(make("option", "", `${stop.index + 1}  ${stop.label}`, { value: stop.index }));
  const bar = make("div", "roses-bar", [...Object.values(buttons), speed, track, jump, counter], { role: "toolbar" });
  // The base map is an element of its own under the plot, so a step repaints only blocks and names.
  const land = make("img", "", [], { alt: "" });
  const names = make("div", "roses-names");
  const ground = make("div", "roses-ground", [land, names], { "aria-hidden": "true" });
  el.append(ground, map.still, map.plot, head, board, side, bar);

  // ---- drawing -----------------------------------------------------------------------------------------------
  const written = new Map();
  const write = (node, html) => {
    if (written.get(node) === html) return false;
    written.set(node, html);
    node.innerHTML = html;
    return true;
  };

  function drawMarks() {
    marks.replaceChildren();
    const wide = marks.clientWidth || 1;
    let end = -Infinity;
    for (const stop of get("stops")) {
      const x = last() ? (stop.index / last()) * wide : 0;
      marks.append(Object.assign(make("i", ""), { style: `left:${x}px` }));
      if (!stop.mark) continue;
      const label = make("span", "", stop.mark);
      marks.append(label);
      const half = label.offsetWidth / 2;
      const left = Math.max(-8, Math.min(wide + 8 - 2 * half, x - half));
      if (left < end + 8) { label.remove(); continue; }
      label.style.left = `${left}px`;
      end = left + 2 * half;
    }
  }

  // Where the panel overflows, it is first set tighter, so that all rolls stay visible; then the end of the list is
  // folded into "and n more".
  const FITS = ["", "close", "tight"];
  const over = () => story.scrollHeight > story.clientHeight + 1;
  function fold() {
    const list = story.querySelector(".roses-events"), more = story.querySelector(".roses-more");
    const rest = more && more.querySelector("ul");
    for (const fit of FITS) {
      story.dataset.fit = fit;
      if (rest) {
        list.append(...rest.children);
        more.hidden = true;
        more.open = false;
        while (over() && list.children.length) {
          more.hidden = false;
          rest.prepend(list.lastElementChild);
          more.querySelector("summary").textContent = words.more.replace("{n}", rest.children.length);
        }
      }
      if (!over() && !rest?.querySelector(".roses-roll")) return;
    }
  }

  let root = null, resized = true;  // resized: sizes must be measured again, which forces a layout of the page
  function drawStage() {
    const stage = get("stage"), showsBoard = stage !== "map";
    write(board, get("board"));
    board.hidden = !showsBoard;
    if (land.src !== get("ground")) land.src = get("ground");
    write(names, get("names"));
    for (const layer of [land, names]) layer.style.transform = `translate(${get("ground_at").map((px) => `${-px}px`).join()})`;
    map.draw();
    const [wide, high, free] = get("size");
    const form = [get("shape"), stage, wide, high, free].join(" ");
    if (root && root.dataset.form !== form) {  // only on a change, since it forces a layout of the whole map
      Object.assign(root.dataset, { form, shape: get("shape"), stage });
      root.style.setProperty("--map", `${wide}px`);
      root.style.setProperty("--high", `${high}px`);
      root.style.setProperty("--free", `${free}px`);
      resized = true;
    }
  }

  function drawControls() {
    const index = get("shown"), playing = get("playing");
    counter.textContent = `${index + 1} / ${get("count")}`;
    const begun = get("stops").filter((stop) => stop.index <= index).pop();
    jump.value = begun && begun.index === index ? begun.index : "";
    slider.value = get("index");
    slider.style.setProperty("--part", last() ? get("index") / last() : 0);
    slider.setAttribute("aria-valuetext", get("spoken"));
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

  let offered = "";
  function drawStages() {
    const names = [...(get("map").number ? ["map"] : []), ...get("boards")];
    stages.hidden = names.length < 2;
    seenBy.hidden = names.length > 2;  // its room is needed
    if (String(names) !== offered) stages.replaceChildren(group(words.shown, "which", names, "chosen", words.board_tip));
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
    write(title, get("head"));
    if (write(rule, text)) {
      rule.hidden = text === "";
      story.inert = text !== "";
      if (text) rule.querySelector(".roses-close").focus();
    }
    write(error, wrong);
    error.hidden = wrong === "";
    if (write(story, get("panel")) || resized) fold();
    if (resized) drawMarks();
    resized = false;
  }

  function draw() {
    drawStage();
    drawControls();
    drawPanel();
    wind();
  }

  // In a step that changes the map, the map is painted first and the texts one frame later.
  let due = false, trailing = false;
  const schedule = () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (get("board") !== "" || document.hidden) return draw();
      drawStage();
      if (!trailing) requestAnimationFrame(() => setTimeout(() => { trailing = false; draw(); }));
      trailing = true;
    });
  };
  const watched = ["playing", "speed", "viewer", "frame", "shown", "wait", "shape", "size", "stage", "boards", "variant",
    "variants", "head", "panel", "board", "rule_text", "error", "spoken", "ground", "names", "ground_at", "map"];
  for (const name of watched) model.on(`change:${name}`, schedule);

  // ---- the clock ---------------------------------------------------------------------------------------------
  let timer = null, wound = "";
  function wind() {
    const now = `${get("playing")} ${get("shown")} ${get("wait")}`;
    if (now === wound) return;
    wound = now;
    clearTimeout(timer);
    if (get("playing")) timer = setTimeout(() => model.send({ tick: get("shown") }), get("wait"));
  }

  // ---- rules -------------------------------------------------------------------------------------------------
  let opener = null;
  const closeRule = () => {
    set({ rule: "" });
    if (opener?.isConnected) setTimeout(() => opener.focus(), 60);
  };
  side.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-rule]");
    if (chip) {
      opener = chip;
      set({ rule: get("rule") === chip.dataset.rule ? "" : chip.dataset.rule, playing: false });
    } else if (event.target.closest(".roses-close")) closeRule();
  });

  // ---- keys: heard on the window before JupyterLab hears them on the document -----------------------------------
  const keys = {
    ArrowLeft: moves.back, ArrowRight: moves.forward, Home: moves.first, End: moves.last, " ": moves.play, v: nextVariant,
  };
  function onKey(event) {
    const target = event.target;
    if (!root || !(target instanceof Element) || !root.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const pressed = target.closest("button, summary, a");
    if (target.closest("select") || (pressed && (event.key === " " || event.key === "Enter"))) {
      if (event.key !== "Tab") event.stopPropagation();  // the control handles it
      return own(event);
    }
    const move = event.key === "Escape" && get("rule") ? closeRule : keys[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    move();
  }
  // JupyterLab listens on the document in the capture phase; stopped there, a key would not reach its own control.
  function own(event) {
    const target = event.target;
    if (event.key !== " " && event.key !== "Enter") return;
    if (!target.closest("button, summary")) return;
    event.preventDefault();
    if (!event.repeat) target.closest("button, summary").click();
  }

  // ---- size --------------------------------------------------------------------------------------------------
  const BASE = [1110, 606], LEAST = 0.85, MOST = 1.8, WIDEST = 1200;
  function measure() {
    const page = root?.parentElement;
    if (!page?.clientWidth) return;
    const view = root.closest(".jp-WindowedPanel-outer, .jp-Notebook") || document.documentElement;
    const wide = page.clientWidth - 2, high = Math.min(view.clientHeight || innerHeight, innerHeight) - 4;
    const best = wide < 700 ? 1 : Math.min(Math.max(LEAST, high / BASE[1]), Math.max(1, wide / BASE[0]), MOST);
    const scale = best >= 1 && best < 1.06 ? 1 : best;  // a page in its own scale is drawn faster
    const space = [Math.min(WIDEST, wide / scale), high / scale].map((px) => Math.floor(px / 2) * 2);
    root.style.setProperty("--wide", `${space[0]}px`);
    root.style.setProperty("--scale", scale.toFixed(4));
    root.style.setProperty("--scaled", scale === 1 ? "none" : `scale(${scale.toFixed(4)})`);
    grow();
    if (String(space) !== String(get("space"))) set({ space });
    resized = true;
    schedule();
  }
  // A scaled box keeps its unscaled size in the flow of the page; margins correct that.
  function grow() {
    const scale = Number(root.style.getPropertyValue("--scale")) - 1;
    root.style.marginBottom = `${root.offsetHeight * scale}px`;
    root.style.marginRight = `${root.offsetWidth * scale}px`;
  }

  const watch = new ResizeObserver(measure);
  const heights = new ResizeObserver(() => root && grow());
  const focus = () => root.contains(document.activeElement) || root.focus({ preventScroll: true });
  let gone = false;
  function attach() {
    if (gone) return;
    root = el.closest(".roses-stepper");
    if (!root) return void requestAnimationFrame(attach);
    root.tabIndex = 0;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", words.stepper);
    root.addEventListener("pointerup", focus);
    watch.observe(root.parentElement);
    heights.observe(root);
    const view = root.closest(".jp-WindowedPanel-outer, .jp-Notebook");
    if (view) watch.observe(view);
    measure();
    draw();
  }
  addEventListener("keydown", onKey, true);
  addEventListener("resize", measure);
  attach();
  draw();

  return () => {
    gone = true;
    map.stop();
    clearTimeout(timer);
    watch.disconnect();
    heights.disconnect();
    removeEventListener("keydown", onKey, true);
    removeEventListener("resize", measure);
    root?.removeEventListener("pointerup", focus);
    for (const name of watched) model.off(`change:${name}`, schedule);
  };
}

// The values are not in this widget but in a plain model of Jupyter's, which gets every message however late this file
// is loaded. (The model of an anywidget drops all messages if its file takes longer than two seconds.)
async function render({ model, el }) {
  const screen = await model.widget_manager.get_model(model.get("screen").replace("IPY_MODEL_", ""));
  return show({ model: screen, el });
}

export default { render };
