// Formations of a battlefield move on from phase to phase: each begins where it stood in the picture before. Their keys
// name battle and reconstruction; those of a picture of another size are not known again, since its px are others.

const formations = (element) => [...element.querySelectorAll("[data-formation]")];
const keyOf = (node) => `${node.ownerSVGElement.getAttribute("viewBox")} ${node.dataset.formation}`;
const standing = (node) => node.dataset.at.split(" ").map(Number);

// Where the formations of a picture stand, for ``glide`` after the next picture has taken its place.
export const placesOf = (element) => new Map(formations(element).map((node) => [keyOf(node), standing(node)]));

export function glide(element, before, tweens) {
  const nodes = formations(element), appear = [{ opacity: 0 }, { opacity: 1 }];
  if (!tweens.on || !nodes.some((node) => before.has(keyOf(node)))) return;
  for (const node of nodes) {
    const [x, y, faces] = standing(node), [left, top, faced] = before.get(keyOf(node)) ?? [];
    const at = (across, down, angle) => ({ transform: `translate(${across}px, ${down}px) rotate(${angle}deg) translate(${-x}px, ${-y}px)` });
    const turn = ((faced - faces + 540) % 360) - 180;  // the shorter way round
    if (left === undefined) tweens.run(node, appear);
    else if (left !== x || top !== y || turn) tweens.run(node, [at(left, top, turn), at(x, y, 0)]);
  }
  for (const arrows of element.querySelectorAll("[data-moves]")) tweens.run(arrows, appear, { duration: 300, delay: 500 });
}
