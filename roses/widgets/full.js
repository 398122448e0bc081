// A box that fills the screen: it lies in the top layer of the page, over all of JupyterLab, whatever boxes it is in, and
// the page on the whole screen where the browser allows that. ``changed(full)`` is called after each change.

export function makeFull(changed) {
  let root = null, place = null, full = false, shows = false;  // shows: the browser shows the page on the whole screen

  function raise() {
    if (!full || !root.showPopover) return;
    if (root.matches(":popover-open")) root.hidePopover();
    root.showPopover();
    root.focus({ preventScroll: true });
  }
  function enter() {
    full = true;
    place = root.parentElement;
    place.style.minHeight = `${root.getBoundingClientRect().height}px`;  // the page stays as it is
    root.classList.add("roses-full");
    root.popover = "manual";
    raise();
    // a page on the whole screen is laid over all there was; where it is refused, the page's area will do
    document.documentElement.requestFullscreen?.().then(() => {
      shows = full;
      if (full) raise();
      else document.exitFullscreen();  // left before the browser had answered
    }, () => {});
    changed(true);
  }
  function leave() {
    full = false;
    root.removeAttribute("popover");
    root.classList.remove("roses-full");
    place.style.minHeight = "";  // the box itself may have been taken out of the page
    if (shows && document.fullscreenElement) document.exitFullscreen();
    shows = false;
    changed(false);
    root.scrollIntoView({ block: "nearest" });
  }
  // Tab goes round in a box that fills the screen; the page under it is out of sight.
  function goRound(event) {
    if (!full || event.key !== "Tab") return;
    const found = [...root.querySelectorAll("button, select, input, summary, [tabindex='0']")]
      .filter((node) => !node.disabled && !node.closest("[inert]") && node.checkVisibility({ visibilityProperty: true }));
    const ends = event.shiftKey ? [root, found[0]] : [found.at(-1)];
    if (found.length && !ends.includes(document.activeElement)) return;
    event.preventDefault();
    found.at(event.shiftKey ? -1 : 0)?.focus();
  }
  const onScreen = () => full && shows && !document.fullscreenElement && leave();
  return {
    enter,
    leave,
    toggle: () => (full ? leave() : enter()),
    is: () => full,
    attach(node) {
      root = node;
      document.addEventListener("fullscreenchange", onScreen);
      root.addEventListener("keydown", goRound);
    },
    stop() {
      document.removeEventListener("fullscreenchange", onScreen);
      root?.removeEventListener("keydown", goRound);
      if (full) leave();
    },
  };
}
