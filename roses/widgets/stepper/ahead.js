// The next step, which Python sends ahead: a click on it shows it at once, and Python's answer finds it there. (Nothing
// is sent ahead to an exported file, which has all steps.)

export function makeAhead(model) {
  let ahead = {};
  const hear = (message) => { ahead = message.ahead ?? ahead; };
  const same = (name) => String(ahead.choices[name]) === String(model.get(name));

  // Shows a step if it is the one that was sent ahead, and all is as it was then; tells whether it does.
  function show(to) {
    const { values, choices, after } = ahead;
    if (values?.shown !== to || model.get("shown") !== to - 1) return false;
    if (after !== model.get("map").number || !Object.keys(choices).every(same)) return false;
    model.set_state(values);
    return true;
  }

  model.on("msg:custom", hear);
  return { show, stop: () => model.off("msg:custom", hear) };
}
