// The list of saved games, and the table of the game that was opened.

import { drawValues, makeStopped } from "../values.js";
import { make } from "./parts.js";

function display({ model, el }) {
  const labels = model.get("labels");
  const rows = make("div", "saves-rows"), error = make("div", "saves-error"), below = make("div", "saves-table");
  const status = make("span", "saves-status"), rated = make("div", "saves-ratings");
  error.setAttribute("role", "alert");
  status.setAttribute("role", "status");
  let current = "", gone = false;

  function button(label, message, name = "") {
    const made = make("button", "", label);
    made.type = "button";
    if (name) made.setAttribute("aria-label", name);
    made.addEventListener("click", () => {
      if (model.comm_live === false) return error.replaceChildren(makeStopped(el, labels));
      model.send(message);
    });
    return made;
  }
  function row(game) {
    const name = make("td", "", make("b", "", game.title || game.name), ...(game.title ? [make("small", "", game.name)] : []));
    const date = make("td", "", game.date);
    if (game.fault) {
      const fault = make("td", "saves-fault", game.fault);
      fault.colSpan = 3;
      return make("tr", "", date, name, fault);
    }
    const open = make("td", "", button(labels.open, { open: game.name }, labels.open_name.replace("{name}", game.name)));
    return make("tr", "", date, name, make("td", "", game.place), make("td", "", game.players), open);
  }
  function draw() {
    const games = model.get("games");
    const heads = [labels.date, labels.game, labels.place, labels.players, ""].map((word) => make("th", "", word));
    for (const head of heads) head.scope = "col";
    const table = make("table", "", make("caption", "", labels.caption), make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...games.map(row)));
    rows.replaceChildren(games.length ? table : make("p", "", labels.none));
    const ratings = model.get("ratings"), results = ratings.map((words) => make("li", "", words));
    rated.hidden = !ratings.length;
    rated.replaceChildren(make("b", "", labels.ratings), make("ul", "", ...results), clear);
    status.textContent = model.get("status");  // an answer also where nothing has changed
    error.innerHTML = model.get("error");
  }
  async function place() {
    const name = model.get("table");
    if (!name || name === current) return;
    const fresh = current !== "" || below.isConnected;
    current = name;
    const made = await model.widget_manager.get_model(name.replace("IPY_MODEL_", ""));
    const view = await model.widget_manager.create_view(made);
    if (gone || current !== name) return;
    below.replaceChildren(view.el);
    if (fresh) below.scrollIntoView({ block: "start", behavior: "smooth" });
  }
  rows.tabIndex = 0;  // a table that is wider than the page is scrolled by keys
  rows.setAttribute("role", "region");
  rows.setAttribute("aria-label", labels.caption);
  const clear = button(labels.clear, { clear: true });
  const list = make("div", "saves-list", rows, rated, button(labels.again, { list: true }), status);
  const box = make("div", "saves", list, error, below);
  model.on("change:games change:ratings change:error change:status", draw);
  model.on("change:table", place);
  draw();
  place();
  el.append(box);
  return () => {
    gone = true;
    model.off("change:games change:ratings change:error change:status", draw);
    model.off("change:table", place);
  };
}

export default drawValues(display);
