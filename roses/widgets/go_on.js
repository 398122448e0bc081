// The button by which a page goes on where it was left: the extension "roses-resume" of JupyterLab hears it, see place.js.

// ``el`` stands in the cell to run, ``place()`` gives the place to go on at; null on a page that would not hear.
export function makeGoOn(el, label, place) {
  if (!("rosesResume" in document.documentElement.dataset) || !el?.closest(".jp-CodeCell")) return null;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "roses-go-on", textContent: label });
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    el.dispatchEvent(new CustomEvent("roses-resume", { bubbles: true, detail: { place: place(), button } }));
  });
  return button;
}
