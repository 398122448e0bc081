// The blocks on the map of a stepper: as SVG at once, and as a plot as soon as plotly is there. Every map has a number,
// given in the screen's "map"; a page that lacks that map asks Python for it. Where the plot shows another map for
// longer than LAG, the SVG takes its place until the plot has followed; where that is missing too, the reader is told.
// A step that was sent ahead brings its SVG with it, and the plot follows once that is painted.

import { make } from "./parts.js";
import { makeLater } from "./answers.js";

const PATIENCE = 8000;  // ms until the reader is told that plotly is missing
const LAG = 1000;  // ms
const AWAY = "inset(100%)";  // out of sight and reach; unlike "visibility" it is not inherited by all parts of a plot

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

export function makeMap({ model, words, say }) {
  const still = make("div", "roses-map roses-still", [], { "aria-hidden": "true" });
  const plot = make("div", "roses-map", [], { style: `clip-path:${AWAY}`, "aria-hidden": "true" });  // the ground says it
  // Numbers of maps: handed to plotly last, painted by plotly, painted as SVG. "slow": the plot did not follow in time.
  let plotly = null, given = 0, plotted = 0, written = 0, slow = false, asked = "", gone = false;
  let timer = null, chase = null, wait = LAG;
  const later = makeLater();
  const map = () => model.get("map");

  function ask(what) {
    if (asked === `${what} ${map().number}`) return;
    asked = `${what} ${map().number}`;
    model.send({ map: what });
  }

  // The plot is in sight if it shows this map; else its SVG, as soon as there is no hope that the plot will in time.
  function draw() {
    const { number, svg } = map(), live = plotted === number;
    if (svg && !live && written !== number) {
      still.innerHTML = svg;
      written = number;
    }
    if (live || written === number) {
      still.hidden = live;
      plot.style.clipPath = live ? "" : AWAY;
      agree();
    } else {
      timer ??= setTimeout(late, wait);
      if (!svg && (!plotly || slow)) ask("svg");
    }
    clearTimeout(chase);  // the changes for plotly may be on their way
    if (plotly && given && given < number) chase = setTimeout(() => ask("plot"), LAG);
    if (plotly && !given && given < number) ask("plot");
    if (live && svg) ask("plotted");
  }

  function agree() {
    clearTimeout(timer);
    timer = null;
    wait = LAG;
    if (plotted === map().number) slow = false;
    say("map", "");
  }

  // What is in sight has been another map than this for too long.
  function late() {
    timer = null;
    if (slow) say("map", words.map_late);
    wait = slow ? 2 * wait : LAG / 2;
    slow = true;
    asked = "";
    if (given > map().number) ask("svg");  // the values that belong to the plot are not here
    draw();
  }

  function fail(error) {
    if (gone) return;
    plotly = null;
    given = plotted = 0;
    say("plot", words.plot_failed.replace("{error}", `${error.message ?? error}`));
    draw();
    console.error(error);
  }

  async function paint(number, work) {
    if (gone || !plotly) return;
    try {
      await work();
    } catch (error) {
      return fail(error);
    }
    if (given !== number || !plotly || gone) return;
    plotted = number;
    draw();
  }

  function hear({ figure, traces, layout, after, number }) {
    if (!plotly) return;
    if (figure) follow(number, () => plotly.newPlot(plot, figure.data, figure.layout, figure.config));
    else if (traces && given === after) follow(number, () => {
      const [style, at] = edits(plot, traces);
      return plotly.update(plot, style, layout, at);
    });
  }

  // Hands plotly a map, at once unless the SVG shows it: that is painted first.
  function follow(number, work) {
    later.run();
    given = number;
    if (written === number) later.put(() => paint(number, work));
    else paint(number, work);
  }

  let started = false;
  async function start() {
    if (started || !model.get("library")) return;
    started = true;
    const overdue = setTimeout(() => say("plot", words.plot_late), PATIENCE);
    try {
      const library = await model.widget_manager.get_model(model.get("library").replace("IPY_MODEL_", ""));
      const loaded = await loadPlotly(library);
      if (gone) return;
      plotly = loaded;
      say("plot", "");
      ask("plot");
    } catch (error) {
      fail(error);
    } finally {
      clearTimeout(overdue);
    }
  }

  model.on("msg:custom", hear);
  model.on("change:library", start);
  start();
  return {
    still,
    plot,
    draw,
    stop() {
      gone = true;
      clearTimeout(timer);
      clearTimeout(chase);
      model.off("msg:custom", hear);
      model.off("change:library", start);
      plotly?.purge(plot);
    },
  };
}
