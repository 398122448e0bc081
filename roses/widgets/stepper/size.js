// The size of a stepper on its page: it is scaled to fit, and Python is told of the px there are.

const BASE = [1110, 606], LEAST = 0.85, MOST = 1.8, WIDEST = 1200;

function watchSize(root, tell) {
  function measure() {
    const page = root.parentElement;
    if (!page?.clientWidth) return;
    const view = root.closest(".jp-WindowedPanel-outer, .jp-Notebook") || document.documentElement;
    const wide = page.clientWidth - 2, high = Math.min(view.clientHeight || innerHeight, innerHeight) - 4;
    const best = wide < 700 ? 1 : Math.min(Math.max(LEAST, high / BASE[1]), Math.max(1, wide / BASE[0]), MOST);
    const scale = best >= 1 && best < 1.06 ? 1 : best;  // a page in its own scale is drawn faster
    const space = [Math.min(WIDEST, wide / scale), high / scale].map((px) => Math.floor(px / 2) * 2);
    root.style.setProperty("--wide", `${space[0]}px`);
    root.style.setProperty("--scale", scale.toFixed(4));
    root.style.setProperty("--scaled", scale === 1 ? "none" : `scale(${scale.toFixed(4)})`);
    grow();
    tell(space);
  }
  // A scaled box keeps its unscaled size in the flow of the page; margins correct that.
  function grow() {
    const scale = Number(root.style.getPropertyValue("--scale")) - 1;
    root.style.marginBottom = `${root.offsetHeight * scale}px`;
    root.style.marginRight = `${root.offsetWidth * scale}px`;
  }
  const watch = new ResizeObserver(measure), heights = new ResizeObserver(grow);
  watch.observe(root.parentElement);
  heights.observe(root);
  const view = root.closest(".jp-WindowedPanel-outer, .jp-Notebook");
  if (view) watch.observe(view);
  addEventListener("resize", measure);
  measure();
  return () => {
    watch.disconnect();
    heights.disconnect();
    removeEventListener("resize", measure);
  };
}
