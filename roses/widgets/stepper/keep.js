// The picture that the notebook keeps of a stepper: when the reader rests at a step, it is replaced by that step's. A
// notebook that was saved before is saved again; what it is saved with tells at which step the reader stood.

import { placeOf } from "./place.js";

const REST = 1500, FIRST = 300;  // ms
const VIEW = "application/vnd.jupyter.widget-view+json";
const ENTRY = "application/vnd.roses.stepper+json";

export function keepPicture(model) {
  const document = model.widget_manager.context, cells = document?.model?.cells;  // of JupyterLab and Notebook
  let timer = null, due = false, saves = false;  // due: a step is not kept yet; saves: when it is, it is to be saved
  let id = "";  // of the view, which Python tells with the first picture
  const ask = () => {
    clearTimeout(timer);
    if (model.comm_live !== false) model.send({ keep: true });
  };
  const later = () => {
    due = true;
    clearTimeout(timer);
    timer = setTimeout(() => (id && model.get("playing") ? later() : ask()), id ? REST : FIRST);
  };
  function write(change) {
    for (let at = 0; at < cells.length; at++) {
      const outputs = cells.get(at).outputs;
      for (let i = 2; i < (outputs?.length ?? 0); i++)  // picture, sentence, view
        if (outputs.get(i).data[VIEW]?.model_id === id)
          outputs.set(i - 2, { output_type: "display_data", data: change(outputs.get(i - 2).data), metadata: {} });
    }
  }
  function saved(_, state) {
    if (!due) return;
    // Python may be too slow for a reader who saves and loads the page at once: the page itself writes the step.
    if (state === "started") write((data) => (data[ENTRY] ? { ...data, [ENTRY]: { ...data[ENTRY], start: placeOf(model) } } : data));
    if (state !== "completed") return;
    saves = true;
    ask();
  }
  function hear({ kept, view }) {
    if (!kept) return;
    id = view;
    write(() => kept);
    due = kept[ENTRY].start.index !== model.get("shown");  // the reader has gone on meanwhile
    if (due) return;
    if (saves) document.save();
    saves = false;
  }
  const heard = cells ? [["msg:custom", hear], ...["shown", "viewer", "stage", "variant", "frame"].map((name) => [`change:${name}`, later])] : [];
  for (const [event, call] of heard) model.on(event, call);
  document?.saveState?.connect(saved);
  return () => {
    clearTimeout(timer);
    document?.saveState?.disconnect(saved);
    for (const [event, call] of heard) model.off(event, call);
  };
}
