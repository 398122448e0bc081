// Whether the kernel answers the reader. Each click has a number, and Python sets "answered" to the last that it has
// dealt with; a reader who waits longer is told. A number that goes down is that of an earlier state, as JupyterLab may
// set it late when it opens a notebook: Python is asked for the present one. (In an exported file the model has no
// "comm_live": it answers at once.)

import { make } from "./parts.js";

const ANSWER = 2000;  // ms until a click counts as not answered

// Puts a task off until the next frame has been painted and its texts have been written, and a promise ``until`` is kept,
// or another task comes; a page out of sight paints none.
export function makeLater() {
  let due = null;
  function run() {
    const task = due;
    due = null;
    task?.();
  }
  function put(task, until) {
    run();
    due = task;
    if (document.hidden) run();
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(async () => { await until; if (due === task) run(); })));
  }
  return { put, run };
}

// Sentences that the reader must see whatever is shown, by subject, and what can be done by a button; "" takes one back.
export function makeNotes() {
  const node = make("p", "roses-note", [], { role: "status", hidden: "" });
  const said = new Map();
  function say(subject, sentence, button = null) {
    if (said.get(subject)?.[0] === sentence) return;  // its button may have the focus
    if (sentence) said.set(subject, [sentence, button]);
    else if (!said.delete(subject)) return;
    const all = [...said.values()], buttons = all.map(([, one]) => one).filter(Boolean);
    node.replaceChildren(all.map(([text]) => text).join(" "), ...buttons);
    node.classList.toggle("roses-gone", buttons.length > 0);
    node.hidden = said.size === 0;
  }
  return { node, say };
}

// ``button()`` makes the button by which the reader goes on, null where there is none.
export function watchAnswers({ model, words, say, button, redraw }) {
  let wanted = {};  // what the reader has set and Python has not answered
  const later = makeLater();
  let timer = null, click = 0, heard = model.get("answered") ?? 0;
  // no other page has this number, and none that was answered is higher
  const next = () => (click = Math.max(Date.now(), click + 1, (model.get("answered") ?? 0) + 1));

  // Nobody will answer: the controls go back to the step that is shown.
  function stopped() {
    stop();
    const goes = button();
    say("kernel", goes ? words.kernel_gone : words.no_kernel, goes);
    model.set("index", model.get("shown"));
    model.set("playing", false);
    redraw();
  }

  const again = () => model.send({ again: wanted });

  function late() {
    timer = null;
    const goes = button();
    say("kernel", goes ? words.kernel_silent : words.no_answer, goes);
    attempt(again);
  }

  function attempt(send) {
    try {
      if (model.comm_live === false) return stopped();
      send();
    } catch (error) {  // JupyterLab sends nothing to a dead kernel
      stopped();
      console.error(error);
    }
  }

  function ask(send) {
    attempt(send);
    if (model.comm_live) timer ??= setTimeout(late, ANSWER);
  }

  // ``shows()`` tells whether it shows already what Python will answer: that is painted before Python is asked.
  function set(values, shows = () => false) {
    later.run();
    const all = { ...values, click: next() };
    Object.assign(wanted, all);
    for (const [name, value] of Object.entries(all)) model.set(name, value);
    const save = () => ask(() => model.save_changes());
    if (model.comm_live !== false && shows()) later.put(save);
    else save();
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
  }

  function answered() {
    stop();
    say("kernel", "");
    const now = model.get("answered"), earlier = now < heard;
    heard = now;
    if (now < click) timer = setTimeout(late, ANSWER);
    else wanted = {};
    // Python holds this step to be shown already, but values that were sent before have come after its own.
    if (earlier || (now === click && model.get("index") !== model.get("shown"))) attempt(again);
  }

  const lost = () => model.comm_live === false && stopped();
  model.on("change:answered", answered);
  model.on("comm_live_update", lost);
  function tick(index) {
    later.run();
    wanted.click = next();
    model.set("click", click);
    ask(() => model.send({ tick: index, click }));
  }
  return {
    set,
    tick,
    stop() {
      later.run();
      stop();
      model.off("change:answered", answered);
      model.off("comm_live_update", lost);
    },
  };
}
