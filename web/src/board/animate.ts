// Pieces glide from where an arrow of the last turn begins to where it ends, unless the system asks
// for less motion.
import type { Scene } from "../types";
import { groupOf, placeElement } from "./spatial";

export function lessMotion(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function middle(element: Element) {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Units of the picture that a pixel is. */
function unitsPerPixel(element: SVGGraphicsElement): number {
    const matrix = element.getScreenCTM?.();
    return matrix ? 1 / Math.hypot(matrix.a, matrix.b) : 1;
}

export function animateArrows(root: Element, scene: Scene) {
    if (lessMotion()) return;
    for (const { zones } of scene.arrows ?? []) {
        const from = placeElement(root, zones[0]);
        const to = placeElement(root, zones[zones.length - 1]);
        const piece = groupOf(to)?.querySelector<SVGGraphicsElement>("[data-piece]");
        if (!from || !to || !piece?.animate) continue;
        const a = middle(from);
        const b = middle(to);
        const units = unitsPerPixel(piece);
        const shift = `translate(${(a.x - b.x) * units}px, ${(a.y - b.y) * units}px)`;
        piece.animate([{ transform: shift }, { transform: "none" }], {
            duration: 280,
            easing: "ease-out",
        });
    }
}
