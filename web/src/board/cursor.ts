// The cursor of the board: the place that the Tab key reaches and that arrow keys move. Places may
// share a name, as equal cards of two decks do, so it is kept as a name and which of those it is.
//
// C1 One place of the board has tabindex 0. Until somebody has moved the cursor, it is the first
//    that can be picked.
// C2 When its place is gone, the cursor goes to the one nearest to where that lay.
// C3 A focus that was in the board and is lost, because the page was drawn anew, comes back.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Scene } from "../types";
import { groupOf, middleOf, nearest, placesNamed, spotsOf } from "./spatial";

interface Where {
    name: string;
    nth: number;
    /** The middle, from the corner of the board. */
    x: number;
    y: number;
}

type Root = { current: HTMLDivElement | null };

function whereIs(place: Element, root: Element): Where {
    const name = place.getAttribute("data-place")!;
    const frame = root.getBoundingClientRect();
    const { x, y } = middleOf(place);
    const nth = placesNamed(root, name).indexOf(place);
    return { name, nth, x: x - frame.left, y: y - frame.top };
}

/** The place that the cursor is at now (C1, C2). */
function placeAt(root: Element, where: Where | null): Element | null {
    if (!where) return root.querySelector(".lit[data-place]") ?? root.querySelector("[data-place]");
    const same = placesNamed(root, where.name);
    const frame = root.getBoundingClientRect();
    const middle = { x: where.x + frame.left, y: where.y + frame.top };
    return same[where.nth] ?? same[0] ?? nearest(spotsOf(root), middle)?.element ?? null;
}

/** The place of a name that an element belongs to, or the first one. */
export function placeFor(root: Element, name: string, target: Element): Element | null {
    const same = placesNamed(root, name);
    return same.find((place) => groupOf(place)?.contains(target)) ?? same[0] ?? null;
}

export function useCursor(root: Root, scene: Scene) {
    const where = useRef<Where | null>(null);
    const inside = useRef(false);
    const here = () => root.current && placeAt(root.current, where.current);
    const focus = () => (here() as SVGElement | HTMLElement | null)?.focus();
    const mark = () => {
        const place = here();
        for (const other of root.current?.querySelectorAll('[data-place][tabindex="0"]') ?? [])
            if (other !== place) other.setAttribute("tabindex", "-1");
        place?.setAttribute("tabindex", "0");
    };
    const set = (place: Element) => {
        where.current = whereIs(place, root.current!);
        mark();
    };
    useLayoutEffect(mark);
    useEffect(() => {
        if (inside.current && document.activeElement === document.body) focus();
    }, [scene]);
    const move = (place: Element | null) => {
        if (!place) return;
        set(place);
        focus();
    };
    return { set, move, focus, inside };
}

/** Bring the focus to the board, where what had it is about to go. */
export function focusBoard() {
    document.querySelector<SVGElement>('.board [data-place][tabindex="0"]')?.focus();
}
