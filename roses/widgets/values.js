// Draws the values of a ``ValuesView`` (see values.py), a plain model of Jupyter's, by ``display({ model, el })``.

// Tells that the kernel is gone: with a button where the page can run the cell of ``el`` by a click (the extension
// "roses-resume" of JupyterLab hears it), and elsewhere with what to do. The words are those of ``stopped`` in live.py.
export function makeStopped(el, { stopped, rerun, anew }) {
  const node = document.createElement("p"), hears = "rosesResume" in document.documentElement.dataset && el.closest(".jp-CodeCell");
  if (!hears) node.textContent = `${stopped} ${rerun}`;
  else {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "roses-go-on", textContent: anew });
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      el.dispatchEvent(new CustomEvent("roses-resume", { bubbles: true, detail: { place: null, button } }));
    });
    node.append(stopped, document.createElement("br"), button);
  }
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
