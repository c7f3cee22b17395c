// A stack opened into its pieces, beside its cell: the top one first, each drawn and in words.
import { useLayoutEffect, useRef } from "preact/hooks";
import { pieceOf } from "../scene/model";
import type { GridItem, Piece, Scene } from "../types";
import { cellsOf } from "../scene/model";
import { TopPiece } from "./pieces";
import { anchor } from "./popover";

/** The pieces of the cell of a name, from the bottom to the top. */
export function stackAt(scene: Scene, name: string | null): Piece[] {
    if (name === null) return [];
    for (const item of scene.items ?? [])
        if (item.type === "grid") {
            const cell = cellsOf(item as GridItem).find((other) => other.zone === name);
            if (cell) return cell.stack;
        }
    return [];
}

export function Fan({
    scene,
    name,
    root,
}: {
    scene: Scene;
    name: string | null;
    root: Element | null;
}) {
    const box = useRef<HTMLDivElement>(null);
    const stack = stackAt(scene, name);
    const open = stack.length > 1;
    useLayoutEffect(() => {
        if (box.current) anchor(box.current, root, name);
    }, [name, open]);
    if (!open) return null;
    return (
        <div class="fan popover" ref={box} aria-hidden="true">
            <b>{name}</b>
            <ol>
                {[...stack].reverse().map((piece) => {
                    const look = pieceOf(scene, piece);
                    return (
                        <li>
                            <svg viewBox="-30 -30 60 60" width="34" height="34">
                                <TopPiece piece={look} x={0} y={0} r={18} />
                            </svg>
                            {look.words}
                        </li>
                    );
                })}
            </ol>
        </div>
    );
}
