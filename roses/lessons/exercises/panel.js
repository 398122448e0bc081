// The panel of exercises and puzzles: shows the HTML that Python has made, and tells Python which button was pressed.

import { drawValues, makeStopped } from "../../widgets/values.js";

function display({ model, el }) {
  const root = document.createElement("div");
  root.className = "roses-panel";
  el.append(root);
  root.addEventListener("click", ({ target }) => {
    const ask = target.closest("[data-ask]")?.dataset.ask;
    if (!ask) return;
    if (model.comm_live !== false) return model.send({ ask });
    root.querySelector(":scope > [role=alert]")?.remove();
    const said = makeStopped(el, model.get("gone"));
    said.setAttribute("role", "alert");
    root.append(said);
  });
  // A new one begins at its top; a button keeps the focus, or else the title has it.
  function show() {
    const within = root.contains(document.activeElement) && document.activeElement.dataset.ask;
    const open = root.querySelector("details")?.open;
    root.innerHTML = model.get("html");
    const details = root.querySelector("details");
    if (details && open && root.dataset.name === model.get("name")) details.open = true;
    if (root.dataset.name && root.dataset.name !== model.get("name")) root.scrollIntoView({ block: "start" });
    root.dataset.name = model.get("name");
    if (within) (root.querySelector(`[data-ask="${within}"]:not(:disabled)`) ?? root.querySelector("h3")).focus({ preventScroll: true });
  }
  model.on("change:html", show);
  show();
  return () => model.off("change:html", show);
}

export default drawValues(display);
