// Places: what can be pointed at. A place is a group with `data-zone` or `data-move`, as in the SVG
// pictures; groups may lie in each other, and a click means the innermost one that leads to a move.
// What takes the focus has `data-place` as well; such elements never lie in each other.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Pointed, Scene } from "../types";

export interface BoardState {
  scene: Scene;
  /** Places that a legal move points at next. */
  lit: Set<string>;
  picked: string[];
  /** The place that the Tab key reaches. */
  cursor: string | null;
  /** May places be pointed at, or only looked at? */
  active: boolean;
  /** Draw the first row at the top and the near side far? */
  flip: boolean;
}

export const Board = createContext<BoardState>({
  scene: {},
  lit: new Set(),
  picked: [],
  cursor: null,
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

/** Attributes of the element of a place that takes the focus. `alone`: it is the group as well. */
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
      tabindex: board.cursor === name ? 0 : -1,
      "aria-label": words + state,
      "aria-pressed": board.active ? picked : undefined,
    },
  };
}

/** The outlines of a place: whether it is lit or picked, and last the ring of the focus. */
export function Outlines(box: { x: number; y: number; width: number; height: number; rx?: number }) {
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
