// Draws the values of a ``ValuesView`` (see values.py), a plain model of Jupyter's, by ``display({ model, el })``.

export function drawValues(display) {
  return {
    // The model of an anywidget drops all messages, and says so to nobody, if its script takes longer than two seconds.
    async render({ model, el }) {
      const values = await model.widget_manager.get_model(model.get("values").replace("IPY_MODEL_", ""));
      return display({ model: values, el });
    },
  };
}
