// A Stepper whose kernel was restarted or died, and one that is a saved picture in a page loaded anew, goes on at its step
// by one click on itself: the kernel is started if it must be, the very cell runs, and the new Stepper is brought to the
// step, the viewer and the board that were shown. A box that stands for another live widget gets a button that opens it.
//
// Steppers tell where they stand by events, see place.js; the place is kept in the tab, by notebook and cell. The first
// Stepper of a cell after its page was loaded anew goes there too, whoever runs the cell. The words of the buttons are in
// the attributes of the sentence and the box that are saved in the notebook.

(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json", ENTRY = "application/vnd.roses.stepper+json";
  const LOST = "Error displaying widget", PATIENCE = 8000;  // ms until a saved view counts as lost
  const STYLE = `.roses-over { position: relative; }
    button.roses-go-on {
      min-height: 44px; padding: 9px 24px 9px 18px; border: 2px solid #fffdf9; border-radius: 5px; background: #211d18; color: #fff;
      font: 600 19px/1.25 'Helvetica Neue', 'Segoe UI', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; cursor: pointer;
    }
    button.roses-go-on::before { content: ""; display: inline-block; margin-right: 12px; border: solid transparent; border-width: 8px 0 8px 13px; border-left-color: currentColor; vertical-align: -1px; }
    button.roses-go-on:hover { background: #453c31; }
    button.roses-go-on:focus-visible { outline: 3px solid #f5b301; outline-offset: 1px; box-shadow: 0 0 0 6px #211d18; }
    button.roses-go-on:disabled { cursor: progress; background: #6e6352; }
    .roses-over > button.roses-go-on { position: absolute; left: min(33%, 400px); top: 50%; translate: -50% -50%; box-shadow: 0 2px 14px #0007; }
    .roses-live-only button.roses-go-on { display: block; margin-top: 10px; }`;

  const wanted = new Map();  // by cell: the place at which the reader asked to go on
  const begun = new WeakSet();  // cells that have had a live Stepper since the page was loaded
  const since = new WeakMap();  // by the node of a saved view: when it was first seen

  function find(app, node) {
    const panel = [...app.shell.widgets("main")].find((one) => one.content?.widgets && one.node.contains(node));
    const cell = panel?.content.widgets.find((one) => one.node.contains(node));
    return cell?.model.outputs ? { app, panel, cell } : null;
  }

  const key = ({ panel, cell }) => `roses-place ${panel.context.path} ${cell.model.sharedModel.getId()}`;
  const source = ({ cell }) => cell.model.sharedModel.getSource();
  function keep(at, place) {
    try {
      sessionStorage.setItem(key(at), JSON.stringify({ place, source: source(at) }));
    } catch (error) {  // the tab may be out of room, or may store nothing
      console.warn(error);
    }
  }
  function placeOf(at) {
    const found = JSON.parse(sessionStorage.getItem(key(at)));
    return found?.source === source(at) ? found.place : null;
  }

  // ---- running the cell --------------------------------------------------------------------------------------
  async function resume(at, place, button) {
    const { panel, cell } = at, { sessionContext } = panel, area = cell.outputArea.node;
    wanted.set(key(at), place);
    button.disabled = true;
    const told = document.querySelectorAll(".jp-Dialog .jp-Dialog-button");
    if (told.length === 1) told[0].click();  // that a kernel has died; it lies under a Stepper that fills the screen
    try {
      const kernel = sessionContext.session?.kernel;
      if (!kernel || ["dead", "unknown"].includes(kernel.status))
        await sessionContext.changeKernel({ name: panel.model.getMetadata("kernelspec")?.name ?? "python3" });
      else if (kernel.status === "busy" && place) await sessionContext.restartKernel();  // it has not answered
      area.style.minHeight = `${area.getBoundingClientRect().height}px`;  // the page stays where it is
      if (await needsOthers(at)) await run(at, "notebook:run-all-above");
      await run(at, "notebook:run-cell");
    } catch (error) {
      wanted.delete(key(at));
      throw error;
    } finally {
      button.disabled = false;
      setTimeout(() => { area.style.minHeight = ""; }, 1500);
    }
  }
  // A reader's own cell may go on from those above it: does it use names that nothing has given yet?
  const MISSING = `(lambda ast, tree: {node.id for node in tree if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    - {node.id for node in tree if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    - {node.arg for node in tree if isinstance(node, ast.arg)}
    - {(getattr(node, "asname", "") or node.name or "").split(".")[0] for node in tree if hasattr(node, "name")}
    - {*globals(), *dir(__import__("builtins"))})(__import__("ast"), [*__import__("ast").walk(__import__("ast").parse(SOURCE))])`;
  async function needsOthers(at) {
    const names = `bool(${MISSING.replace("SOURCE", () => JSON.stringify(source(at)))})`.replaceAll("\n", " ");
    const asked = at.panel.sessionContext.session.kernel.requestExecute({ code: "", silent: true, user_expressions: { names } });
    const { content } = await asked.done;
    return content.user_expressions?.names?.data?.["text/plain"] === "True";
  }
  async function run({ app, panel, cell }, command) {
    app.shell.activateById(panel.id);
    panel.content.deselectAll();
    panel.content.activeCellIndex = panel.content.widgets.indexOf(cell);
    await app.commands.execute(command);
  }

  function hear(app) {
    const on = (event, call) => document.addEventListener(event, (heard) => {
      const at = find(app, heard.target);
      if (at) call(at, heard.detail, heard.target);
    });
    on("roses-shows", (at, { place }) => keep(at, place));
    on("roses-resume", (at, { place, button }) => resume(at, place, button));
    on("roses-begins", (at, { go }, root) => {
      const place = wanted.get(key(at)) ?? (begun.has(at.cell) ? null : placeOf(at));
      const asked = wanted.delete(key(at));
      begun.add(at.cell);
      if (place) go(place);
      if (!asked) return;
      root.scrollIntoView({ block: "nearest" });
      root.focus({ preventScroll: true });
    });
  }

  // ---- the buttons -------------------------------------------------------------------------------------------
  function makeButton(label, act) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "roses-go-on", textContent: label });
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      act(button);
    });
    return button;
  }
  const running = ({ cell }) => cell.promptNode?.textContent.includes("*");

  // A saved picture has a sentence after it, and a view after that if the kernel may still have its Stepper.
  function offerStepper(app, sentence) {
    const child = sentence.closest(".jp-OutputArea-child"), picture = child?.previousElementSibling, view = child?.nextElementSibling;
    if (!picture || !sentence.dataset.goOn || view?.classList.contains("roses-live")) return;
    const at = find(app, child);
    if (!at) return;
    const box = picture.querySelector(".jp-RenderedSVG") ?? sentence.parentElement;
    let button = box.querySelector("button.roses-go-on");
    if (!button) {
      const index = [...child.parentElement.children].indexOf(child), { outputs } = at.cell.model;
      const data = (n) => (n >= 0 && n < outputs.length ? outputs.get(n).data : {});
      if (data(index + 1)[VIEW] && !isLost(view)) return;
      const place = placeOf(at) ?? data(index - 1)[ENTRY]?.start ?? { index: 0 };
      const { goOn, start } = sentence.dataset;
      button = makeButton(place.index ? goOn.replace("{n}", place.index + 1) : start, (own) => resume(at, place, own));
      if (box !== sentence.parentElement) box.classList.add("roses-over");
      box.append(button);
    }
    button.hidden = running(at);
    sentence.hidden = !button.hidden;
  }
  function isLost(view) {
    if (!view || view.textContent.includes(LOST)) return true;
    if (!since.has(view)) setTimeout(() => document.body.append(""), PATIENCE + 50);  // to look again
    since.set(view, since.get(view) ?? performance.now());
    return performance.now() - since.get(view) > PATIENCE;
  }

  // In the place of a view that is lost stands the box that is saved with it.
  function box(app, node) {
    if (!node.textContent.startsWith(LOST)) return;
    const at = find(app, node), child = node.closest(".jp-OutputArea-child");
    if (!at?.cell.model.trusted || !child) return;
    const index = [...child.parentElement.children].indexOf(child), { outputs } = at.cell.model;
    const html = index < outputs.length && [outputs.get(index).data["text/html"] ?? ""].flat().join("");
    if (html && html.includes("roses-live-only")) node.innerHTML = html;
  }
  function offerBox(app, box) {
    const at = box.dataset.run && find(app, box);
    if (!at) return;
    let button = box.querySelector("button.roses-go-on");
    if (!button) {
      button = makeButton(box.dataset.run, (own) => resume(at, null, own));
      box.lastElementChild.hidden = true;  // how to open it elsewhere
      box.append(button);
    }
    button.hidden = running(at);
  }

  function watch(app) {
    let due = false;
    const look = () => {
      due = false;
      for (const node of document.querySelectorAll(".jp-OutputArea-output.jupyter-widgets")) box(app, node);
      for (const node of document.getElementsByClassName("roses-kept")) offerStepper(app, node);
      for (const node of document.getElementsByClassName("roses-live-only")) offerBox(app, node);
    };
    const later = () => {
      if (!due) requestAnimationFrame(look);
      due = true;
    };
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    document.documentElement.dataset.rosesResume = "";  // Steppers may offer to go on
    hear(app);
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
  }

  const plugin = { id: "roses-resume:resume", autoStart: true, activate: watch };
  (window._JUPYTERLAB ??= {})["roses-resume"] = { init: () => undefined, get: async () => () => ({ ...plugin }) };
})();
