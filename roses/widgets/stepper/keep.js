// The picture that the notebook keeps of a stepper: when the reader rests at a step, it is replaced by that step's. A
// notebook that was saved before is saved again.

const REST = 3000;  // ms
const VIEW = "application/vnd.jupyter.widget-view+json";

export function keepPicture(model) {
  const document = model.widget_manager.context, cells = document?.model?.cells;  // of JupyterLab and Notebook
  let timer = null, saves = false;  // timer: of a step that is not kept yet; saves: when it is, it is to be saved
  const ask = () => {
    timer = null;
    model.send({ keep: true });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (model.get("playing") ? later() : ask()), REST);
  };
  const saved = (_, state) => {
    if (state !== "completed" || timer === null) return;
    saves = true;
    clearTimeout(timer);
    ask();
  };
  function hear({ kept, view }) {
    for (let at = 0; kept && at < cells.length; at++) {
      const outputs = cells.get(at).outputs;
      for (let i = 2; i < (outputs?.length ?? 0); i++) {  // picture, sentence, view
        if (outputs.get(i).data[VIEW]?.model_id !== view) continue;
        outputs.set(i - 2, { output_type: "display_data", data: kept, metadata: {} });
      }
    }
    if (kept && saves) document.save();
    saves = kept ? false : saves;
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
