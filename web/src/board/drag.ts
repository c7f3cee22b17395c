// Dragging a piece: the place where it begins is pointed at, then the one where it ends. The piece
// follows the pointer. A press that hardly moves is a click, and is left to the click.
import { useRef } from "preact/hooks";
import { nameOf } from "./place";

const FAR = 8; /* pixels */

interface Rules {
    canStart(name: string): boolean;
    drop(start: string, names: string[]): void;
}

interface Held {
    name: string;
    x: number;
    y: number;
    piece: SVGGraphicsElement | null;
    moving: boolean;
}

function chain(element: Element | null, root: Element): Element[] {
    const places: Element[] = [];
    for (let at = element; at && at !== root; at = at.parentElement)
        if (nameOf(at) !== null) places.push(at);
    return places;
}

export function useDrag(root: { current: HTMLDivElement | null }, rules: Rules) {
    const held = useRef<Held | null>(null);
    const swallowed = useRef(false);

    function onPointerDown(event: PointerEvent) {
        swallowed.current = false;
        if (!root.current || event.button !== 0) return;
        const place = chain(event.target as Element, root.current).find((other) =>
            rules.canStart(nameOf(other)!),
        );
        held.current = place
            ? {
                  name: nameOf(place)!,
                  x: event.clientX,
                  y: event.clientY,
                  piece: place.querySelector<SVGGraphicsElement>("[data-piece]"),
                  moving: false,
              }
            : null;
    }

    function onPointerMove(event: PointerEvent) {
        const drag = held.current;
        if (!drag?.piece) return;
        const dx = event.clientX - drag.x;
        const dy = event.clientY - drag.y;
        if (!drag.moving && Math.hypot(dx, dy) < FAR) return;
        drag.moving = true;
        const matrix = (drag.piece.parentNode as SVGGraphicsElement).getScreenCTM?.();
        const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
        drag.piece.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
        drag.piece.setAttribute("pointer-events", "none");
    }

    function end(event: PointerEvent, dropped: boolean) {
        const drag = held.current;
        held.current = null;
        drag?.piece?.removeAttribute("transform");
        drag?.piece?.removeAttribute("pointer-events");
        if (!drag?.moving || !root.current) return;
        swallowed.current = true;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const names = chain(under, root.current).map((place) => nameOf(place)!);
        if (dropped && names.length > 0 && names[0] !== drag.name) rules.drop(drag.name, names);
    }

    return {
        /** Was the click that comes now a drag? Asked once. */
        swallow() {
            const was = swallowed.current;
            swallowed.current = false;
            return was;
        },
        events: {
            onPointerDown,
            onPointerMove,
            onPointerUp: (event: PointerEvent) => end(event, true),
            onPointerCancel: (event: PointerEvent) => end(event, false),
        },
    };
}
