// Draws the values of a ``ValuesView`` (see live.py), a plain model of Jupyter's, by ``display({ model, el })``.

import { makeGoOn } from "./go_on.js";

// Tells that the kernel is gone: with a button where the page can run the cell of ``el`` by a click (the extension
// "roses-resume" of JupyterLab hears it), and elsewhere with what to do. The words are those of ``stopped`` in live.py.
export function makeStopped(el, { stopped, rerun, anew }) {
  const node = document.createElement("p"), button = makeGoOn(el, anew, () => null);
  if (button) node.append(stopped, document.createElement("br"), button);
  else node.textContent = `${stopped} ${rerun}`;
  return node;
}

export function drawValues(display) {
  return {
    // The model of an anywidget drops all messages, and says so to nobody, if its script takes longer than two seconds.
    async render({ model, el }) {
      const values = await model.widget_manager.get_model(model.get("values").replace("IPY_MODEL_", ""));
      return display({ model: values, el });
    },
  };
}
