// JupyterLab shows an SVG as an image without a text alternative: this gives it the title and description of the SVG.
// A figure of plotly is many parts without words: it becomes one image, with the words in the ``meta`` of its layout.
// In the place of a folded output it shows the first line of the source, as "<table": this shows what the table is of.
// A notebook that nobody has changed is not "unsaved" because the name of the kernel was written into it.
// A figure is as wide as its cell, if that leaves its letters legible; what is wider still fades where it goes on, and
// the keyboard reaches and scrolls it.
// A source in prose, such as [ch-vergil], becomes the number of its row in the notebook's list of works, and leads there.

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

  const kinds = [["text/html", "th"], ["image/svg+xml", "svg > title"]];  // and what tells of one: heads of columns, the title

  function heads(data) {
    for (const [kind, parts] of kinds.filter(([kind]) => data[kind])) {
      const page = new DOMParser().parseFromString([data[kind]].flat().join(""), "text/html");
      const said = [...page.querySelectorAll(parts)].filter((node) => node.scope !== "row").map((node) => node.textContent);
      return said.join(" · ") || page.body.textContent.trim().slice(0, 80);
    }
  }

  function unfold(app, place) {
    const text = place.querySelector(".jp-PlaceholderText");
    if (!text.textContent.trim().startsWith("<")) return;
    const shown = [...app.shell.widgets("main")].flatMap((panel) => panel.content?.widgets ?? []);
    const output = shown.find((cell) => cell.node.contains(place))?.model.outputs?.get(0);
    text.textContent = (output && heads(output.data)) || "…";
  }

  const WIDE = ".jp-RenderedSVG, .jp-RenderedHTML", GOES_ON = "data-roses-goes-on", FADED = "#0002, #000 60px";
  const STYLE = `.jp-RenderedSVG img { max-width: max(100%, 1000px); height: auto; }
    .roses-works { counter-reset: row; }
    .roses-works tbody th { text-wrap: nowrap !important; }
    .roses-works tbody th::before { counter-increment: row; content: counter(row) "  "; white-space: pre; }
    [${GOES_ON}=right] { mask-image: linear-gradient(to left, ${FADED}); }
    [${GOES_ON}=left] { mask-image: linear-gradient(to right, ${FADED}); }
    [${GOES_ON}="left right"] { mask-image: linear-gradient(to right, ${FADED} calc(100% - 60px), #0002); }`;

  function reach(node) {
    const over = node.scrollWidth - node.clientWidth, at = node.scrollLeft;
    node.setAttribute(GOES_ON, [at > 1 ? "left" : "", at < over - 1 ? "right" : ""].join(" ").trim());
    const name = () => node.querySelector("img")?.alt || heads({ "text/html": node.innerHTML });
    for (const [key, value] of [["tabindex", () => 0], ["role", () => "region"], ["aria-label", name]])
      if (over <= 1) node.removeAttribute(key);
      else if (!node.hasAttribute(key)) node.setAttribute(key, value());
  }
  const sizes = new ResizeObserver((found) => found.forEach(({ target }) => reach(target.closest(WIDE))));
  function follow(node) {
    if (node.hasAttribute(GOES_ON)) return;
    reach(node);
    node.addEventListener("scroll", () => reach(node));
    for (const part of [node, ...node.querySelectorAll(":scope > img, table")]) sizes.observe(part);
  }
  // JupyterLab, which listens on the document, would fold headings by these keys.
  function scroll(event) {
    const way = { ArrowLeft: -60, ArrowRight: 60 }[event.key];
    if (!way || !event.target.matches?.(`[${GOES_ON}][tabindex]`)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.target.scrollBy(way, 0);
  }

  const CITED = /\s?\[((?:[a-z0-9-]+, )*[a-z0-9-]+)(, in [^\]]*)?\]/g;
  const lists = new WeakMap();

  // The works that a notebook lists, with number and title by id, and the cell that lists them.
  function works(panel) {
    if (lists.has(panel)) return lists.get(panel);
    const cell = panel.content.widgets.find(({ model }) => model.sharedModel.getSource().includes("works("));
    const page = new DOMParser().parseFromString([cell?.model.outputs?.get(0)?.data["text/html"] ?? ""].flat().join(""), "text/html");
    const rows = [...page.querySelectorAll("th[scope=row]")].map((head, i) => [head.textContent, [i + 1, head.nextElementSibling.textContent]]);
    const found = { cell, rows: new Map(rows) };
    if (rows.length) lists.set(panel, found);
    return found;
  }

  function link({ cell, rows }, id, panel) {
    const [number, title] = rows.get(id);
    const node = Object.assign(document.createElement("a"), { href: "#", title, textContent: number });
    node.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      cell.outputHidden = false;
      panel.content.scrollToItem(panel.content.widgets.indexOf(cell), "start");
    });
    return node;
  }

  function cite(app, prose) {
    if (!prose.textContent.includes("[")) return;
    const panel = [...app.shell.widgets("main")].find((one) => one.content?.widgets && one.node.contains(prose));
    const known = panel && works(panel), texts = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT), due = [];
    while (known?.cell && texts.nextNode()) if (!texts.currentNode.parentElement.closest("a, code, pre")) due.push(texts.currentNode);
    for (const text of due) {
      const parts = [];
      let end = 0;
      for (const { 0: all, 1: ids, 2: where = "", index } of text.data.matchAll(CITED)) {
        if (!ids.split(", ").every((id) => known.rows.has(id))) continue;
        const sup = document.createElement("sup"), links = ids.split(", ").map((id) => link(known, id, panel));
        sup.append(...links.flatMap((node, i) => (i ? [", ", node] : [node])), where);
        parts.push(text.data.slice(end, index), sup);
        end = index + all.length;
      }
      if (parts.length) text.replaceWith(...parts, text.data.slice(end));
    }
  }

  // What a reader writes, runs and marks in a notebook: without what JupyterLab notes by itself when it opens one.
  function work(model) {
    const { metadata: { kernelspec, language_info, ...rest }, cells } = model.toJSON();
    const own = ({ metadata: { trusted, collapsed, ...more }, ...cell }) => ({ ...cell, more });
    return JSON.stringify([rest, cells.map(own)]);
  }

  const known = new WeakSet();
  async function settle({ context, content }) {
    if (!content?.widgets || known.has(context)) return;
    known.add(context);
    await context.ready;
    const { model } = context, before = work(model);
    const look = () => {
      if (!model.dirty) return;
      if (work(model) === before) model.dirty = false;
      else model.stateChanged.disconnect(look);
    };
    model.stateChanged.connect(look);
    look();
  }

  function watch(app) {
    let due = false;
    const name = () => {
      due = false;
      for (const panel of app.shell.widgets("main")) settle(panel);
      for (const place of document.querySelectorAll(".jp-OutputPlaceholder")) unfold(app, place);
      for (const prose of document.querySelectorAll(".jp-MarkdownCell .jp-RenderedMarkdown")) cite(app, prose);
      for (const list of document.querySelectorAll("table.dataframe:not(.roses-works)"))
        if (list.rows[0]?.textContent === "idwork") list.classList.add("roses-works");
      for (const plot of document.querySelectorAll(".js-plotly-plot:not([role])")) call(plot);
      for (const image of document.querySelectorAll(".jp-RenderedSVG img:not([alt])")) image.alt = words(image.src);
      for (const node of document.querySelectorAll(".jp-OutputArea-output:is(.jp-RenderedSVG, .jp-RenderedHTML)")) follow(node);
    };
    const later = () => {
      if (!due) requestAnimationFrame(name);
      due = true;
    };
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    addEventListener("keydown", scroll, true);
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
  }

  const plugin = { id: "roses:pictures", autoStart: true, activate: watch };
  (window._JUPYTERLAB ??= {}).roses = { init: () => undefined, get: async () => () => ({ ...plugin }) };
})();
