// The blocks on the map of a stepper: as SVG at once, and as a plot as soon as plotly is there. Every map has a number,
// given in the screen's "map"; a page that lacks that map asks Python for it.

const PATIENCE = 8000;  // ms until the reader is told that plotly is missing

// Plotly from the text that Python sent: imported once for each page and version, and kept out of the page's globals.
function loadPlotly(library) {
  const known = (globalThis.rosesPlotly ??= new Map()), version = library.get("version");
  if (!known.has(version)) {
    const parts = ["const before = globalThis.Plotly;\n", library.get("source"),
      "\nconst plotly = globalThis.Plotly;\nglobalThis.Plotly = before;\ndelete globalThis.moduleName;\nexport default plotly;\n"];
    const url = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
    const loaded = import(url).then((module) => module.default).finally(() => URL.revokeObjectURL(url));
    loaded.catch(() => known.delete(version));
    known.set(version, loaded);
  }
  return known.get(version);
}

// The changes by name of trace, as arguments of Plotly.update: undefined leaves a value as it is.
function edits(plot, traces) {
  const at = plot.data.map((trace, i) => i).filter((i) => traces[plot.data[i].name]);
  const changed = at.map((i) => traces[plot.data[i].name]);
  const keys = new Set(changed.flatMap(Object.keys));
  return [Object.fromEntries([...keys].map((key) => [key, changed.map((edit) => edit[key])])), at];
}

function makeMap({ model, words }) {
  const still = make("div", "roses-map roses-still", [], { "aria-hidden": "true" });
  const plot = make("div", "roses-map");
  const note = make("p", "roses-note", [], { role: "status", hidden: "" });
  let plotly = null, plotted = 0, asked = "", written = "", gone = false;
  const map = () => model.get("map");

  function ask(what) {
    if (asked === `${what} ${map().number}`) return;
    asked = `${what} ${map().number}`;
    model.send({ map: what });
  }

  function draw() {
    const { number, svg } = map(), live = plotted === number;
    if (svg && svg !== written && !live) still.innerHTML = written = svg;
    still.hidden = live || (plotted && !svg);  // the last map stays until the new one is here
    plot.style.visibility = still.hidden ? "" : "hidden";
    if (number && !live && !svg) ask(plotly ? "plot" : "svg");
  }

  function say(words) {
    note.textContent = words;
    note.hidden = words === "";
  }

  function fail(error) {
    if (gone) return;
    plotly = null;
    plotted = 0;
    say(words.plot_failed.replace("{error}", `${error.message ?? error}`));
    draw();
    console.error(error);
  }

  function hear(content) {
    if (!plotly) return;
    try {
      if (content.figure) {
        plotly.newPlot(plot, content.figure.data, content.figure.layout, content.figure.config).catch(fail);
        plotted = content.number;
        asked = "";
      } else if (content.traces && plotted === content.after) {
        const [style, at] = edits(plot, content.traces);
        plotly.update(plot, style, content.layout, at).catch(fail);
        plotted = content.number;
      }
    } catch (error) {
      fail(error);
    }
    draw();
  }

  let started = false;
  async function start() {
    if (started || !model.get("library")) return;
    started = true;
    const late = setTimeout(() => say(words.plot_late), PATIENCE);
    try {
      const library = await model.widget_manager.get_model(model.get("library").replace("IPY_MODEL_", ""));
      const loaded = await loadPlotly(library);
      if (gone) return;
      plotly = loaded;
      say("");
      ask("plot");
    } catch (error) {
      fail(error);
    } finally {
      clearTimeout(late);
    }
  }

  model.on("msg:custom", hear);
  model.on("change:library", start);
  start();
  return {
    still,
    plot,
    note,
    draw,
    stop() {
      gone = true;
      model.off("msg:custom", hear);
      model.off("change:library", start);
      plotly?.purge(plot);
    },
  };
}
