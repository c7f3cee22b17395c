// Which place is next in a direction? Arrow keys move a cursor over places as they lie on the page.

export interface Spot {
    name: string;
    x: number;
    y: number;
}

export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const WAYS: Record<Way, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

export function isWay(key: string): key is Way {
    return key in WAYS;
}

/** The nearest spot ahead; what lies beside the way counts as farther. Null at the edge. */
export function nextSpot(spots: Spot[], from: Spot, way: Way): Spot | null {
    const [dx, dy] = WAYS[way];
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of spots) {
        const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
        const beside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
        if (ahead < 2 || (beside > ahead * 3 && beside > 60)) continue;
        const cost = ahead + 2.5 * beside;
        if (cost < least) {
            least = cost;
            best = spot;
        }
    }
    return best;
}

/** The places of an element with their middles. */
export function spotsOf(root: Element): Spot[] {
    return [...root.querySelectorAll("[data-place]")].map((element) => {
        const box = (element.querySelector(".ring") ?? element).getBoundingClientRect();
        const shown = box.width > 0 ? box : element.getBoundingClientRect();
        return {
            name: element.getAttribute("data-place")!,
            x: shown.left + shown.width / 2,
            y: shown.top + shown.height / 2,
        };
    });
}

/** The group of a place, which holds what is drawn there. */
export function groupOf(place: Element | null): Element | null {
    return place?.closest("[data-zone], [data-move]") ?? null;
}

export function placeElement(
    root: Element | null,
    name: string | null,
): SVGElement | HTMLElement | null {
    if (!root || name === null) return null;
    return root.querySelector(`[data-place="${CSS.escape(name)}"]`);
}
