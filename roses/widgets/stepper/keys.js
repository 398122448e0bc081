// The keys of a stepper, heard on the window before JupyterLab hears them on the document.

// ``act(key)`` returns what a key does here, undefined for a key that belongs to others.
function hearKeys(root, act) {
  function onKey(event) {
    const target = event.target;
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const pressed = target.closest("button, summary, a");
    if (target.closest("select") || (pressed && (event.key === " " || event.key === "Enter"))) {
      if (event.key !== "Tab") event.stopPropagation();  // the control handles it
      return own(event);
    }
    const move = act(event.key);
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
  addEventListener("keydown", onKey, true);
  return () => removeEventListener("keydown", onKey, true);
}
