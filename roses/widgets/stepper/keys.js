// The keys of a stepper, heard on the window before JupyterLab hears them on the document.

// ``act(key)`` returns what a key does here, undefined for a key that belongs to others; letters are small ones.
// ``wakes()`` tells whether a key, whichever it is, has done its work.
export function hearKeys(root, act, wakes) {
  function onKey(event) {
    const target = event.target;
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (wakes()) return end(event);
    if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && !["+", "?", "ArrowRight"].includes(event.key))) return;
    if (target.matches("input[type=number]")) return write(event);
    const pressed = target.closest("button, summary, a");
    if ((target.closest("select") && event.key !== "Escape") || (pressed && (event.key === " " || event.key === "Enter"))) {
      if (event.key !== "Tab") event.stopPropagation();  // the control handles it
      return own(event);
    }
    perform(event);
  }
  function end(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function perform(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const move = act(event.shiftKey && key === "ArrowRight" ? `Shift+${key}` : key);
    if (!move) return;
    end(event);
    move();
  }
  // In a box for numbers most keys write.
  function write(event) {
    if (event.key === "Enter" || event.key === "Escape") perform(event);
    else if (event.key !== "Tab") event.stopPropagation();
  }
  // JupyterLab listens on the document in the capture phase; stopped there, a key would not reach its own control.
  function own(event) {
    const target = event.target;
    if (event.key !== " " && event.key !== "Enter") return;
    if (!target.closest("button, summary")) return;
    event.preventDefault();
    if (!event.repeat) target.closest("button, summary").click();
  }
  addEventListener("keydown", onKey, true);
  return () => removeEventListener("keydown", onKey, true);
}
