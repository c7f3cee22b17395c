// The board that moves are made on: by click, tap, drag and keys. It keeps what has been pointed
// at; a move that is left alone is played, several are asked for in a menu at the board. Pointing
// where no legal move points hands the move that was meant to `onWhy`.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Titles } from "../kinds";
import { back, choice, complete, left, lit, point, type Choice } from "../pick";
import { pointsOn } from "../scene/places";
import type { Scene } from "../types";
import { beginsAnew, meant } from "../why";
import { animateArrows } from "./animate";
import { placeFor, useCursor } from "./cursor";
import { useDrag } from "./drag";
import { Fan, stackAt } from "./fan";
import { MoveMenu } from "./menu";
import { Board as BoardContext, nameOf } from "./place";
import { SceneView } from "./scene";
import { isWay, nextLit, nextSpot, spotsOf } from "./spatial";
import { Patterns } from "./svg";

interface Props {
    scene: Scene;
    ply: number;
    moves: string[];
    points: string[][];
    titles?: Titles;
    flip?: boolean;
    onPlay(move: string): void;
    onWhy(move: string): void;
    /** A place was pointed at, and some move is left. */
    onPoint?(): void;
}

const NONE: string[] = [];
const untitled = () => "";

/** The names of the places at an element, the innermost first. */
function namesAt(target: Element, root: Element): string[] {
    const names: string[] = [];
    for (let at: Element | null = target; at && at !== root; at = at.parentElement) {
        const name = nameOf(at);
        if (name !== null) names.push(name);
    }
    return names;
}

/** What has been pointed at, and what pointing at a place does: another choice, or a move. */
function useChoice(props: Props) {
    const { scene, moves, points } = props;
    const fresh = useMemo(() => choice(moves, pointsOn(scene, points)), [scene, moves, points]);
    const [state, setState] = useState<{ of: Choice; now: Choice }>({ of: fresh, now: fresh });
    const now = state.of === fresh ? state.now : fresh; // new moves forget what was pointed at
    const setNow = (next: Choice) => setState({ of: fresh, now: next });
    const next = useMemo(() => lit(now), [now]);
    const active = moves.length > 0;

    function pointAt(names: string[], from: Choice = now): Choice {
        const name = names.find((other) => point(from, other)) ?? names[0];
        if (name === undefined || !active) return from;
        if (from.picked[from.picked.length - 1] === name && !next.has(name)) {
            setNow(back(from));
            return back(from);
        }
        const after = point(from, name) ?? (beginsAnew(from, name) ? point(fresh, name) : null);
        if (!after) {
            const looksAtStack = from.picked.length === 0 && stackAt(scene, name).length > 1;
            if (!looksAtStack) props.onWhy(meant(from, name));
            return from;
        }
        props.onPoint?.();
        const rest = left(after);
        if (rest.length === 1) {
            setNow(fresh);
            props.onPlay(rest[0]);
            return fresh;
        }
        setNow(after);
        return after;
    }

    return { fresh, now, setNow, next, active, pointAt };
}

type Chosen = ReturnType<typeof useChoice>;
type Root = { current: HTMLDivElement | null };
type Cursor = ReturnType<typeof useCursor>;

/** The keys of the board: to choose, to go back, and to move the cursor. */
function keysOf(root: Root, chosen: Chosen, cursor: Cursor) {
    const { now, setNow, pointAt } = chosen;
    return (event: KeyboardEvent) => {
        const place = event.target as Element;
        const at = place.getAttribute("data-place");
        if (event.key === "Escape" && now.picked.length > 0) setNow(back(now));
        else if (at === null || !root.current) return;
        else if (event.key === "Enter" || event.key === " ") pointAt([at]);
        else if (event.key === "PageDown" || event.key === "PageUp")
            cursor.move(nextLit(root.current, place, event.key === "PageDown" ? 1 : -1));
        else if (isWay(event.key)) {
            const spots = spotsOf(root.current);
            const from = spots.find((spot) => spot.element === place);
            const to = from && nextSpot(spots, from, event.key);
            if (to) cursor.move(to.element);
        } else return;
        event.preventDefault();
    };
}

/** The place that the pointer or the focus is at, for what fans out there. */
function useHover(root: Root, cursor: Cursor) {
    const [hover, setHover] = useState<string | null>(null);
    const events = {
        onFocusIn: (event: FocusEvent) => {
            cursor.inside.current = true;
            const place = event.target as Element;
            if (place.hasAttribute("data-place")) {
                cursor.set(place);
                setHover(place.getAttribute("data-place"));
            }
        },
        onFocusOut: (event: FocusEvent) => {
            if (event.relatedTarget)
                cursor.inside.current =
                    root.current?.contains(event.relatedTarget as Node) ?? false;
            setHover(null);
        },
        onPointerOver: (event: PointerEvent) => {
            if (event.pointerType === "mouse" && root.current)
                setHover(namesAt(event.target as Element, root.current)[0] ?? null);
        },
        onPointerLeave: () => setHover(null),
    };
    return { hover, events };
}

export function Board(props: Props) {
    const { scene, ply } = props;
    const root = useRef<HTMLDivElement>(null);
    const chosen = useChoice(props);
    const { fresh, now, setNow, next, active, pointAt } = chosen;
    const cursor = useCursor(root, scene);
    const { hover, events } = useHover(root, cursor);
    const last = now.picked[now.picked.length - 1];
    useAnimation(root, scene, ply);
    const drag = useDrag(root, {
        canStart: (name) => active && (next.has(name) || last === name || beginsAnew(now, name)),
        drop: (start, names) => {
            const begun = last === start ? now : pointAt([start]);
            if (begun.picked.length > 0) pointAt(names, begun);
        },
    });

    function onClick(event: MouseEvent) {
        if (drag.swallow() || !root.current) return;
        const target = event.target as Element;
        if (target.closest(".popover")) return;
        const names = namesAt(target, root.current);
        const name = names.find((other) => next.has(other)) ?? names[0];
        if (name !== undefined) cursor.move(placeFor(root.current, name, target));
        pointAt(names);
    }

    const options = now.picked.length > 0 ? complete(now) : NONE;
    return (
        <div
            class={`board${active ? " active" : ""}`}
            ref={root}
            onClick={onClick}
            onKeyDown={keysOf(root, chosen, cursor)}
            {...events}
            {...drag.events}
        >
            <h2 class="sr">Board</h2>
            <Patterns />
            <BoardContext.Provider
                value={{ scene, lit: next, picked: now.picked, active, flip: !!props.flip }}
            >
                <SceneView scene={scene} />
            </BoardContext.Provider>
            {options.length > 0 ? (
                <MoveMenu
                    moves={options}
                    titles={props.titles ?? untitled}
                    last={last}
                    root={root.current}
                    onPlay={(move) => {
                        cursor.focus();
                        setNow(fresh);
                        props.onPlay(move);
                    }}
                    onBack={() => {
                        setNow(back(now));
                        cursor.focus();
                    }}
                />
            ) : (
                <Fan scene={scene} name={hover} root={root.current} />
            )}
        </div>
    );
}

function useAnimation(root: { current: HTMLDivElement | null }, scene: Scene, ply: number) {
    const before = useRef(ply);
    useEffect(() => {
        if (ply > before.current && root.current) animateArrows(root.current, scene);
        before.current = ply;
    }, [ply]);
}
