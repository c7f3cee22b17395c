// Places: what can be pointed at. A place is a group with `data-zone` or `data-move`, as in the SVG
// pictures; groups may lie in each other, and a click means the innermost one that leads to a move.
// In the group lies one element with `data-place`: it takes the focus, has the place in words, and
// shows whether it is lit, picked or focused. Such elements never lie in each other.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Pointed, Scene } from "../types";

export interface BoardState {
    scene: Scene;
    /** Places that a legal move points at next. */
    lit: Set<string>;
    picked: string[];
    /** May places be pointed at, or only looked at? */
    active: boolean;
    /** Draw the first row at the top and the near side far? */
    flip: boolean;
}

export const Board = createContext<BoardState>({
    scene: {},
    lit: new Set(),
    picked: [],
    active: false,
    flip: false,
});

export function placeName(where: Pointed): string | null {
    return where.zone ?? where.move ?? null;
}

/** The name of a place that an element stands for. */
export function nameOf(element: Element): string | null {
    return element.getAttribute("data-zone") ?? element.getAttribute("data-move");
}

/** Attributes of the group of a place, for pointing with a mouse or a finger. */
export function pointed(where: Pointed) {
    return { "data-zone": where.zone, "data-move": where.move };
}

/** Attributes of the element of a place that takes the focus. */
export function usePlace(where: Pointed, words: string) {
    const board = useContext(Board);
    const name = placeName(where);
    if (name === null) return { look: "", props: {} };
    const lit = board.lit.has(name);
    const picked = board.picked.includes(name);
    const state = picked ? ", picked" : lit ? ", can be picked" : "";
    return {
        look: `${lit ? " lit" : ""}${picked ? " picked" : ""}`,
        props: {
            "data-place": name,
            role: board.active ? ("button" as const) : ("img" as const),
            tabindex: -1, // but for one, which useCursor chooses
            "aria-label": words + state,
            "aria-pressed": board.active ? picked : undefined,
        },
    };
}

interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
    rx?: number;
}

/** The element of a place that fills a box, above what is drawn there. A lane's lies below
 *  its cards. */
export function PlaceBox({ where, words, ...box }: Box & { where: Pointed; words: string }) {
    const { look, props } = usePlace(where, words);
    if (placeName(where) === null) return null;
    return (
        <g class={`place${look}`} {...props}>
            <rect class="nothing" x={box.x} y={box.y} width={box.width} height={box.height} />
            <Outlines {...box} />
        </g>
    );
}

/** The outlines of a place: whether it is lit or picked, and last the ring of the focus. */
export function Outlines(box: Box) {
    const inset = (by: number) => ({
        x: box.x + by,
        y: box.y + by,
        width: Math.max(1, box.width - 2 * by),
        height: Math.max(1, box.height - 2 * by),
        rx: box.rx ?? 4,
    });
    return (
        <>
            <rect class="outline-lit" {...inset(4)} />
            <rect class="outline-picked" {...inset(3)} />
            <rect class="ring" {...inset(1.5)} />
        </>
    );
}
