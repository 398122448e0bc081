// Small pieces of the page of a table: elements, shapes of SVG, and texts with named fields.

export const SVG = "http://www.w3.org/2000/svg";

export function make(kind, name, ...inside) {
  const node = document.createElement(kind);
  if (name) node.className = `roses-${name}`;
  node.append(...inside);
  return node;
}

export function button(label, act, name) {
  const made = make("button", name, label);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

export function shape(kind, values, about = "") {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  if (about) made.append(Object.assign(document.createElementNS(SVG, "title"), { textContent: about }));
  return made;
}

export function say(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

export function put(node, text) {  // what is written anew is read out anew
  if (node.textContent !== text) node.textContent = text;
}

// The nodes of a tree of choices that are played, or could be for fewer; and the choices from a node on, as long as there
// is but one.
export const leaves = (node) => [...(node.play || node.room ? [node] : []), ...(node.options ?? []).flatMap(leaves)];
export function alone(nodes) {
  const only = [...nodes];
  while (!only.at(-1).play && !only.at(-1).several && only.at(-1).options?.length === 1) only.push(only.at(-1).options[0]);
  return only;
}
