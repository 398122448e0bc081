// The blocks on the map of a stepper: as SVG at once, and as a plot as soon as plotly is there. Every map has a number,
// given in the screen's "map"; a page that lacks that map asks Python for it. Where the plot shows another map for
// longer than LAG, the SVG takes its place until the plot has followed; where that is missing too, the reader is told.
// A step that was sent ahead brings its SVG with it, and the plot follows once that is painted, and nothing moves in it.

import { make } from "./parts.js";
import { makeLater } from "./answers.js";
import { moveMap } from "./marches.js";

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

export function makeMap({ model, words, say, tweens, land, names, badges }) {
  const still = make("div", "roses-map roses-still", [], { "aria-hidden": "true" });
  const plot = make("div", "roses-map", [], { style: `clip-path:${AWAY}`, "aria-hidden": "true" });  // the ground says it
  // Numbers of maps: handed to plotly last, painted by plotly, painted as SVG. "slow": the plot did not follow in time.
  let plotly = null, given = 0, plotted = 0, written = 0, slow = false, asked = "", gone = false;
  let timer = null, chase = null, wait = LAG;
  const later = makeLater();
  const map = () => model.get("map");
  // The map in sight and the one before it: number, and where it lies on the ground. "earlier": an SVG that Python sent of
  // a map that the page had as a plot only. "steady": the reader has only gone on, or zoomed, since the map in sight.
  let now = { number: 0 }, before = now, earlier = null, steady = false, seen = [], moving = null;

  function ask(what) {
    if (asked === `${what} ${map().number}`) return;
    asked = `${what} ${map().number}`;
    model.send({ map: what });
  }

  function watch() {
    const last = seen;
    seen = ["shown", "viewer", "frame"].map((name) => model.get(name));
    const goesOn = seen[0] === last[0] + 1 && seen[2] === last[2], zooms = seen[0] === last[0];
    const same = String(seen) === String(last);
    if (!same) steady &&= seen[1] === last[1] && (goesOn || zooms);
    if (now.number === map().number) return;
    before = { ...now, steady: steady && !same };
    now = { number: map().number, at: model.get("ground_at") };
    steady = true;
  }

  function write(svg, named) {
    const old = written === before.number ? still.firstElementChild : earlier?.number === before.number ? earlier.svg : null;
    still.innerHTML = svg;
    written = now.number;
    earlier = null;
    moving = old && before.steady && tweens.on && model.get("stage") === "map"
      ? moveMap({ before: old, after: still.firstElementChild, from: before.at, to: now.at, land, names, named, badges, tweens }) : null;
  }

  // The plot is in sight if it shows this map; else its SVG, as soon as there is no hope that the plot will in time.
  // ``named`` holds the names of areas as they were.
  function draw(named) {
    watch();
    const { number, svg } = map(), live = plotted === number;
    if (svg && !live && written !== number) write(svg, named);
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

  function hear({ figure, traces, layout, after, number, ahead }) {
    const svg = ahead?.values?.map?.before;
    if (svg) {
      const box = make("div");
      box.innerHTML = svg;
      earlier = { number: ahead.after, svg: box.firstElementChild };
    }
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
    if (written === number) later.put(() => paint(number, work), moving);
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
