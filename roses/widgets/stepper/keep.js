// The picture that the notebook keeps of a stepper: when the reader rests at a step, it is replaced by that step's.

const REST = 3000;  // ms
const VIEW = "application/vnd.jupyter.widget-view+json";

function keepPicture(model) {
  const cells = model.widget_manager.context?.model?.cells;  // the document of JupyterLab and Notebook
  let timer = null;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (model.get("playing") ? later() : model.send({ keep: true })), REST);
  };
  function hear({ kept, view }) {
    for (let at = 0; kept && at < cells.length; at++) {
      const outputs = cells.get(at).outputs;
      for (let i = 2; i < (outputs?.length ?? 0); i++) {  // picture, sentence, view
        if (outputs.get(i).data[VIEW]?.model_id !== view) continue;
        outputs.set(i - 2, { output_type: "display_data", data: kept, metadata: {} });
      }
    }
  }
  const heard = cells ? [["msg:custom", hear], ...["shown", "viewer", "stage", "variant", "frame"].map((name) => [`change:${name}`, later])] : [];
  for (const [event, call] of heard) model.on(event, call);
  return () => {
    clearTimeout(timer);
    for (const [event, call] of heard) model.off(event, call);
  };
}
