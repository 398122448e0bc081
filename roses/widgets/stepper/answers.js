// Whether the kernel answers the reader. Each click has a number, and Python sets "answered" to the last that it has
// dealt with; a reader who waits longer is told. (In an exported file the model has no "comm_live": it answers at once.)

const ANSWER = 2000;  // ms until a click counts as not answered

// Sentences that the reader must see whatever is shown, by subject; "" takes one back.
function makeNotes() {
  const node = make("p", "roses-note", [], { role: "status", hidden: "" });
  const said = new Map();
  function say(subject, sentence) {
    if (sentence) said.set(subject, sentence);
    else if (!said.delete(subject)) return;
    node.textContent = [...said.values()].join(" ");
    node.hidden = said.size === 0;
  }
  return { node, say };
}

function watchAnswers({ model, words, say, redraw }) {
  const names = new Set(["click"]);  // of the values that the reader has set
  let timer = null, click = 0;
  const next = () => (click = Math.max(Date.now(), click + 1));  // no other page has this number

  // Nobody will answer: the controls go back to the step that is shown.
  function stopped() {
    stop();
    say("kernel", words.no_kernel);
    model.set("index", model.get("shown"));
    model.set("playing", false);
    redraw();
  }

  const again = () => model.send({ again: Object.fromEntries([...names].map((name) => [name, model.get(name)])) });

  function late() {
    timer = null;
    say("kernel", words.no_answer);
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

  function set(values) {
    for (const [name, value] of Object.entries({ ...values, click: next() })) {
      names.add(name);
      model.set(name, value);
    }
    ask(() => model.save_changes());
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
  }

  function answered() {
    stop();
    say("kernel", "");
    if (model.get("answered") < click) timer = setTimeout(late, ANSWER);
    // Python holds this step to be shown already, but values that were sent before have come after its own.
    else if (model.get("answered") === click && model.get("index") !== model.get("shown")) attempt(again);
  }

  const lost = () => model.comm_live === false && stopped();
  model.on("change:answered", answered);
  model.on("comm_live_update", lost);
  function tick(index) {
    model.set("click", next());
    ask(() => model.send({ tick: index, click }));
  }
  return {
    set,
    tick,
    stop() {
      stop();
      model.off("change:answered", answered);
      model.off("comm_live_update", lost);
    },
  };
}
