// Formations of a battlefield move on from phase to phase: each begins where it stood in the picture before.

const formations = (element) => element.querySelectorAll("[data-formation]");
const standing = (node) => node.dataset.at.split(" ").map(Number);

// Where the formations of a picture stand, for ``glide`` after the next picture has taken its place.
export const placesOf = (element) => new Map([...formations(element)].map((node) => [node.dataset.formation, standing(node)]));

export function glide(element, before, tweens) {
  if (!before.size || !tweens.on) return;
  let moved = false;
  for (const node of formations(element)) {
    const [x, y, faces] = standing(node), from = before.get(node.dataset.formation);
    if (!from) {
      if ([...before.keys()].some((key) => key.split("/")[1] === node.dataset.formation.split("/")[1])) tweens.run(node, [{ opacity: 0 }, { opacity: 1 }], {});
      continue;
    }
    const turn = ((from[2] - faces + 540) % 360) - 180;  // the shorter way round
    if (from[0] === x && from[1] === y && !turn) continue;
    Object.assign(node.style, { transformBox: "view-box", transformOrigin: `${x}px ${y}px` });
    tweens.run(node, [{ transform: `translate(${from[0] - x}px, ${from[1] - y}px) rotate(${turn}deg)` }, { transform: "none" }], {});
    moved = true;
  }
  if (!moved) return;
  for (const arrows of element.querySelectorAll("[data-moves]")) tweens.run(arrows, [{ opacity: 0 }, { opacity: 1 }], { duration: 300, delay: 500 });
}
