// Which place is next in a direction? Arrow keys move a cursor over places as they lie on the page.

export interface Spot {
    element: Element;
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
        if (ahead < 2 || (beside > ahead * 2 && beside > 60)) continue;
        const cost = ahead + 1.5 * beside;
        if (cost < least) {
            least = cost;
            best = spot;
        }
    }
    return best;
}

/** The next of the places that can be picked, in the order of the page and round it; `by` -1: the
 *  one before. */
export function nextLit(root: Element, from: Element, by: 1 | -1): Element | null {
    const places = [...root.querySelectorAll("[data-place]")];
    const at = places.indexOf(from);
    const round = [...places.slice(at + 1), ...places.slice(0, at)];
    return (by > 0 ? round : round.reverse()).find((place) => place.matches(".lit")) ?? null;
}

/** The spot that lies nearest, in any direction. */
export function nearest(spots: Spot[], to: { x: number; y: number }): Spot | null {
    const away = (spot: Spot) => Math.hypot(spot.x - to.x, spot.y - to.y);
    return spots.reduce<Spot | null>(
        (best, spot) => (!best || away(spot) < away(best) ? spot : best),
        null,
    );
}

/** The middle of a place in the window. */
export function middleOf(place: Element): { x: number; y: number } {
    const box = (place.querySelector(".ring") ?? place).getBoundingClientRect();
    const shown = box.width > 0 ? box : place.getBoundingClientRect();
    return { x: shown.left + shown.width / 2, y: shown.top + shown.height / 2 };
}

/** The places of an element with their middles. */
export function spotsOf(root: Element): Spot[] {
    return [...root.querySelectorAll("[data-place]")].map((element) => ({
        element,
        ...middleOf(element),
    }));
}

/** The places of a name, in the order of the page. */
export function placesNamed(root: Element, name: string): Element[] {
    return [...root.querySelectorAll("[data-place]")].filter(
        (place) => place.getAttribute("data-place") === name,
    );
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
