// JupyterLab shows an SVG as an image without a text alternative: this gives it the title and description of the SVG.
// A figure of plotly is many parts without words: it becomes one image, with the words in the ``meta`` of its layout.

(() => {
  const told = ([title, text = ""]) => (text.startsWith(title) || !text ? text || title : `${title}. ${text}`);

  function words(source) {
    const text = decodeURIComponent(source.slice(source.indexOf(",") + 1));
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const said = [...svg.children].filter((node) => ["title", "desc"].includes(node.tagName));
    return told(said.map((node) => node.textContent));
  }

  function call(plot) {
    const said = plot.layout?.meta;
    if (!Array.isArray(said) || !said.every((one) => typeof one === "string")) return;
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", told(said));
    for (const part of plot.children) part.setAttribute("aria-hidden", "true");
  }

  function watch() {
    let due = false;
    const name = () => {
      due = false;
      for (const plot of document.querySelectorAll(".js-plotly-plot:not([role])")) call(plot);
      for (const image of document.querySelectorAll(".jp-RenderedSVG img:not([alt])")) image.alt = words(image.src);
    };
    const later = () => {
      if (!due) requestAnimationFrame(name);
      due = true;
    };
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
  }

  const plugin = { id: "roses:pictures", autoStart: true, activate: watch };
  (window._JUPYTERLAB ??= {}).roses = { init: () => undefined, get: async () => () => ({ ...plugin }) };
})();
