// A notebook whose metadata say {"roses": {"opens": "run"}}, and which JupyterLab trusts, has run when it is seen: its
// first Stepper before the rest. Cells whose output is folded hold answers, and are left to the reader. The code is out
// of sight until a button shows it ("code": "shown" leaves it in sight). A link of the class "roses-start", as the cover
// has, opens a notebook, runs one of its cells first, and lets the Stepper there fill the screen. The words come from the
// command ``roses``, by the page's configuration: in a page without them nothing runs by itself, nor does it while the
// session storage has "still" for "roses-opens". A notebook that opens as "cover" runs nothing; the kernel that waits for
// the first lesson, or one that is started and ended, looks whether all is there.

(() => {
  const page = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const config = page.roses && JSON.parse(page.roses), words = config?.words;
  const VIEW = "application/vnd.jupyter.widget-view+json", STEPPER = "Stepper(", CLASS = ".roses-tool-class";
  const CHECK = "from roses.cli import check as _check; print(*_check.problems()); del _check";
  const PATIENCE = 90000, PAUSE = 100;  // ms
  const STYLE = `.roses-folded .jp-CodeCell > .jp-Cell-inputWrapper { display: none; }
    .roses-front :is(.jp-Cell-inputWrapper, .jp-OutputPrompt, .jp-OutputCollapser, .jp-cell-toolbar, .jp-OutputArea-promptOverlay) { display: none; }
    .roses-front.jp-Cell, .roses-front .jp-OutputArea-output { padding: 0; margin: 0; }
    .roses-notebook-tools { display: flex; align-items: center; gap: 8px; font: 13px/20px sans-serif; white-space: nowrap;
      width: 320px; justify-content: flex-end; }
    :is(.roses-notebook-tools, .roses-wait) button { font: inherit; color: inherit; background: none; border: 1px solid; border-radius: 4px; padding: 0 8px; cursor: pointer; }
    :is(.roses-notebook-tools, .roses-wait) :focus-visible { outline: 3px solid #1c5f8f; outline-offset: 1px; }
    .roses-wait { position: fixed; inset: 0; z-index: 10000; display: grid; place-content: center; justify-items: center;
      gap: 14px; background: #faf7f0; color: #211d18; font: 600 28px/1.3 'Palatino Linotype', Palatino, Georgia, serif; }
    .roses-wait p { margin: 0; font: 400 18px/1.6 'Helvetica Neue', 'Segoe UI', Arial, sans-serif; }
    .roses-wait button { font: 400 15px/2 'Helvetica Neue', 'Segoe UI', Arial, sans-serif; }
    .roses-wait svg { width: 420px; height: auto; border: 1px solid #d8cdb8; }`;

  const make = (name, props = {}, parts = []) => {
    const node = Object.assign(document.createElement(name), props);
    node.append(...parts);
    return node;
  };
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const source = (cell) => cell.model.sharedModel.getSource();
  const outputs = (cell) => cell.model.outputs?.toJSON() ?? [];
  const fails = (cell) => outputs(cell).some((output) => output.output_type === "error");
  const views = (cell) => outputs(cell).map((output) => output.data?.[VIEW]?.model_id).filter(Boolean);
  const openings = new WeakMap();  // by the panel of a notebook

  // A notebook that is open: ``begin`` runs it once, ``stage`` makes one of its Steppers live and returns its cell.
  function opening({ content, context, sessionContext, toolbar, node }, Widget) {
    const status = make("span", { role: "status" }), look = make("button", { textContent: words.look }), code = make("button");
    const cells = () => content.widgets.filter((cell) => cell.model.type === "code");
    const show = (cell) => content.scrollToItem(content.widgets.indexOf(cell), "start");
    const sources = () => JSON.stringify(content.widgets.map(source));
    const runs = new Map();  // of cells, once each: a second run would end the first before its answer
    const ends = new WeakSet();  // cells whose run has ended
    let run = null;

    function fold(folds) {
      node.classList.toggle("roses-folded", folds);
      code.textContent = folds ? words.show_code : words.hide_code;
    }
    function tell(sentence, cell = null) {
      status.textContent = sentence;
      look.hidden = !cell;
      look.onclick = () => show(cell);
    }
    async function isLive(some) {
      await sessionContext.ready;
      const kernel = sessionContext.session?.kernel, shown = some.flatMap(views);
      await kernel?.info;
      if (!kernel || !shown.length) return false;
      const { content: { comms } } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
      return shown.some((id) => id in comms);
    }
    function execute(cell) {
      if (!runs.has(cell)) runs.set(cell, cell.constructor.execute(cell, sessionContext).finally(() => ends.add(cell)));
      return runs.get(cell);
    }
    async function runAll(first) {
      if (await isLive(cells()) || !sessionContext.session?.kernel) return;
      const before = sources(), due = cells().filter((cell) => source(cell).trim() && !cell.model.getMetadata("jupyter")?.outputs_hidden);
      const order = [...new Set([...due.filter((cell) => source(cell).includes(first)).slice(0, 1), ...due])];
      for (const [i, cell] of order.entries()) {
        if (!order.some(fails)) tell(words.running.replace("{n}", order.length - i));
        await execute(cell);
        while (document.querySelector(".roses-full, .roses-wait")) await sleep(PAUSE);  // what fills the screen comes first
        const wrong = order.slice(0, i + 1).find(fails);
        if (wrong) tell(words.wrong, wrong);
      }
      if (!order.some(fails)) tell("");
      if (sources() === before) context.model.dirty = false;  // what cells show comes again: there is nothing to lose
    }
    // Whoever runs a cell himself meanwhile, or restarts the kernel, ends this run.
    const end = (error) => tell(content.isDisposed || error.message?.startsWith("Canceled") ? "" : String(error));
    const begin = (first = STEPPER) => (run ??= runAll(first).catch(end));

    fold(context.model.getMetadata("roses").code !== "shown");
    tell("");
    code.addEventListener("click", () => fold(!node.classList.contains("roses-folded")));
    toolbar.addItem("roses", new Widget({ node: make("div", { className: "roses-notebook-tools" }, [status, look, code]) }));
    return {
      begin,
      isTrusted: () => cells().every((cell) => cell.model.trusted),
      async stage(part) {
        const cell = cells().find((one) => source(one).includes(part));
        if (!cell) return null;
        if (!run) begin(part);
        else if (!(await isLive([cell]))) {
          if (ends.has(cell)) runs.delete(cell);
          cell.outputArea.model.clear();  // the kernel that showed this is gone; nobody shall click on it
          execute(cell).catch(end);
        }
        show(cell);
        return cell;
      },
    };
  }

  async function open(app, panel, Widget) {
    if (!panel.content?.widgets || !panel.sessionContext) return null;
    await panel.context.ready;
    await panel.revealed;
    const wish = panel.context.model.getMetadata?.("roses")?.opens;
    if (!wish || panel.isDisposed) return null;
    if (wish === "cover") {
      panel.content.widgets[0].node.classList.add("roses-front");
      check(app, panel);
      return null;
    }
    const result = opening(panel, Widget);
    if (wish === "run" && result.isTrusted() && sessionStorage.getItem("roses-opens") !== "still") result.begin(panel.rosesFirst);
    return result;
  }

  // Say in a corner of the cover whether all is there; JupyterLab may show the notebook before it draws the cover.
  async function check(app, panel) {
    for (let time = 0; time < PATIENCE && !panel.isDisposed; time += PAUSE) {
      const place = panel.node.querySelector(".roses-cover .check");
      if (place) return ask(app, place).catch((error) => { place.textContent = String(error); });
      await sleep(PAUSE);
    }
  }

  async function ask({ serviceManager }, place) {
    const { kernels } = serviceManager, model = await spare(serviceManager);
    const kernel = model ? kernels.connectTo({ model }) : await kernels.startNew();
    const wanted = kernel.requestExecute({ code: CHECK, silent: true, store_history: false });
    let text = "";
    wanted.onIOPub = ({ content }) => void (text += content.name === "stdout" ? content.text : "");
    const reply = await wanted.done.finally(async () => {
      if (!model) await kernel.shutdown();
      kernel.dispose();
    });
    const wrong = text.trim() || (reply.content.status === "ok" ? "" : `${reply.content.ename}: ${reply.content.evalue}`);
    place.textContent = wrong ? `${words.missing} ${wrong}` : `✓ ${words.all_there}`;
    place.classList.toggle("wrong", !!wrong);
  }

  // The kernel that the command has started ahead, until a notebook takes it.
  async function spare({ kernels, sessions }) {
    await Promise.all([kernels.refreshRunning(), sessions.refreshRunning()]);
    const isTaken = [...sessions.running()].some((session) => session.kernel?.id === config.kernel);
    return [...kernels.running()].find(({ id }) => id === config.kernel && !isTaken);
  }

  async function start(app, link, Widget) {
    const { notebook, cell: first = STEPPER } = link.dataset;
    const stop = make("button", { textContent: words.leave }), title = make("strong", { textContent: link.dataset.title });
    const picture = link.querySelector("svg")?.cloneNode(true) ?? "";
    const wait = make("div", { className: "roses-wait", role: "dialog", ariaLabel: link.dataset.title },
      [picture, title, make("p", { role: "status", textContent: words.coming }), stop]);
    const end = () => wait.remove();
    stop.addEventListener("click", end);
    wait.addEventListener("keydown", (event) => event.key === "Escape" && end());
    document.body.append(wait);
    stop.focus();
    document.documentElement.requestFullscreen?.().catch(() => {});  // where it is refused, the page's area will do
    try {
      const here = [...app.shell.widgets("main")].find((panel) => panel.node.contains(link));
      const path = here.context.path.replace(/[^/]*$/, notebook), kernel = await spare(app.serviceManager);
      const panel = await app.commands.execute("docmanager:open", { path, ...(kernel && { kernel: { id: kernel.id } }) });
      panel.rosesFirst = first;
      const it = await opened(app, panel, Widget), cell = it?.isTrusted() && await it.stage(first);
      for (let time = 0; cell && time < PATIENCE && wait.isConnected && !fails(cell); time += PAUSE) {
        const button = cell.node.querySelector(CLASS);
        if (button?.checkVisibility()) return button.click();
        await sleep(PAUSE);
      }
    } finally {
      if (!document.querySelector(".roses-full") && document.fullscreenElement) document.exitFullscreen();
      end();
    }
  }

  function opened(app, panel, Widget) {
    if (!openings.has(panel)) openings.set(panel, open(app, panel, Widget));
    return openings.get(panel);
  }

  async function watch(app, scope) {
    if (!config) return;
    const versions = scope["@lumino/widgets"], { Widget } = (await Object.values(versions)[0].get())();
    document.head.append(make("style", { textContent: STYLE }));
    app.shell.layoutModified?.connect(() => [...app.shell.widgets("main")].forEach((panel) => opened(app, panel, Widget)));
    for (const panel of app.shell.widgets("main")) opened(app, panel, Widget);
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a.roses-start");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      start(app, link, Widget);
    }, true);
  }

  let scope = {};
  const plugin = { id: "roses:opening", autoStart: true, activate: (app) => void watch(app, scope) };
  (window._JUPYTERLAB ??= {})["roses-opening"] = { init: (shared) => void (scope = shared), get: async () => () => ({ ...plugin }) };
})();
