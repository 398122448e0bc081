// Hears an event of the window for a box. What hears it belongs to the box and goes with it, so that a cell that is run
// again leaves nothing behind; a box that is only out of the page for a while, as JupyterLab takes it out, hears on.
export function hearFor(box, event, call, capture = false) {
  const weak = new WeakRef(call), hear = (happening) => {
    const there = weak.deref();
    if (there) there(happening);
    else removeEventListener(event, hear, capture);
  };
  (box.rosesHears ??= []).push(call);
  addEventListener(event, hear, capture);
}

// Keys inside a box are its own: JupyterLab, which listens on the document, does not hear them. ``act(key, target)``
// returns what a key does here, undefined for a key that does what it does on any page.
export function ownKeys(box, act = () => undefined) {
  for (const wide of box.querySelectorAll("[role=region][tabindex]")) {  // what is cut off fades where it goes on
    const tell = () => {
      const over = wide.scrollWidth - wide.clientWidth, at = wide.scrollLeft;
      wide.dataset.goesOn = [at > 1 ? "left" : "", at < over - 1 ? "right" : ""].join(" ").trim();
    };
    wide.addEventListener("scroll", tell);
    new ResizeObserver(tell).observe(wide);
  }
  hearFor(box, "keydown", (event) => {
    const target = event.target;
    if (!(target instanceof Element) || !box.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.stopPropagation();
    const writes = target.matches("input[type=search], input[type=text], input[type=number], textarea");
    const move = writes ? undefined : act(event.key, target);
    if (!move) return;
    event.preventDefault();
    move();
  }, true);
}
