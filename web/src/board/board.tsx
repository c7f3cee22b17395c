// The board that moves are made on: by click, tap, drag and keys. It keeps what has been pointed
// at; a move that is left alone is played, several are asked for in a menu at the board. Pointing
// where no legal move points hands the move that was meant to `onWhy`.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { back, choice, complete, left, lit, point, type Choice } from "../pick";
import { pointsOn } from "../scene/places";
import type { Scene } from "../types";
import { beginsAnew, meant } from "../why";
import { animateArrows } from "./animate";
import { useDrag } from "./drag";
import { Fan, stackAt } from "./fan";
import { MoveMenu } from "./menu";
import { Board as BoardContext, nameOf } from "./place";
import { SceneView } from "./scene";
import { isWay, nextSpot, placeElement, spotsOf } from "./spatial";
import { Patterns } from "./svg";

interface Props {
    scene: Scene;
    ply: number;
    moves: string[];
    points: string[][];
    flip?: boolean;
    onPlay(move: string): void;
    onWhy(move: string): void;
    /** A place was pointed at, and some move is left. */
    onPoint?(): void;
}

const NONE: string[] = [];

/** The names of the places at an element, the innermost first. */
function namesAt(target: Element, root: Element): string[] {
    const names: string[] = [];
    for (let at: Element | null = target; at && at !== root; at = at.parentElement) {
        const name = nameOf(at);
        if (name !== null) names.push(name);
    }
    return names;
}

/** Arrows move through the places in the order of the page; focus follows. */
function useCursor(root: { current: HTMLDivElement | null }, scene: Scene) {
    const [cursor, setCursor] = useState<string | null>(null);
    const inside = useRef(false);
    useLayoutEffect(() => {
        if (!root.current) return;
        const there = placeElement(root.current, cursor);
        if (!there) {
            const first = root.current.querySelector("[data-place]");
            setCursor(first?.getAttribute("data-place") ?? null);
        } else if (inside.current && document.activeElement === document.body) there.focus();
    }, [scene, cursor]);
    const move = (name: string) => {
        setCursor(name);
        placeElement(root.current, name)?.focus();
    };
    return { cursor, setCursor, move, inside };
}

export function Board(props: Props) {
    const { scene, ply, moves, points } = props;
    const root = useRef<HTMLDivElement>(null);
    const fresh = useMemo(() => choice(moves, pointsOn(scene, points)), [scene, moves, points]);
    const [state, setState] = useState<{ of: Choice; now: Choice }>({ of: fresh, now: fresh });
    const now = state.of === fresh ? state.now : fresh;
    const setNow = (next: Choice) => setState({ of: fresh, now: next });
    const { cursor, setCursor, move, inside } = useCursor(root, scene);
    const [hover, setHover] = useState<string | null>(null);
    const next = useMemo(() => lit(now), [now]);
    const last = now.picked[now.picked.length - 1];
    const active = moves.length > 0;
    useAnimation(root, scene, ply);

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
        if (names[0] !== undefined) move(names.find((name) => next.has(name)) ?? names[0]);
        pointAt(names);
    }

    function onKeyDown(event: KeyboardEvent) {
        const at = (event.target as Element).getAttribute("data-place");
        if (event.key === "Escape" && now.picked.length > 0) setNow(back(now));
        else if (at === null || !root.current) return;
        else if (event.key === "Enter" || event.key === " ") pointAt([at]);
        else if (isWay(event.key)) {
            const spots = spotsOf(root.current);
            const from = spots.find((spot) => spot.name === at);
            const to = from && nextSpot(spots, from, event.key);
            if (to) move(to.name);
        } else return;
        event.preventDefault();
    }

    const options = now.picked.length > 0 ? complete(now) : NONE;
    return (
        <div
            class={`board${active ? " active" : ""}`}
            ref={root}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onFocusIn={(event: FocusEvent) => {
                inside.current = true;
                const name = (event.target as Element).getAttribute("data-place");
                if (name !== null) {
                    setCursor(name);
                    setHover(name);
                }
            }}
            onFocusOut={(event: FocusEvent) => {
                if (event.relatedTarget)
                    inside.current = root.current?.contains(event.relatedTarget as Node) ?? false;
                setHover(null);
            }}
            onPointerOver={(event: PointerEvent) => {
                if (event.pointerType === "mouse" && root.current)
                    setHover(namesAt(event.target as Element, root.current)[0] ?? null);
            }}
            onPointerLeave={() => setHover(null)}
            {...drag.events}
        >
            <h2 class="sr">Board</h2>
            <Patterns />
            <BoardContext.Provider
                value={{ scene, lit: next, picked: now.picked, cursor, active, flip: !!props.flip }}
            >
                <SceneView scene={scene} />
            </BoardContext.Provider>
            {options.length > 0 ? (
                <MoveMenu
                    moves={options}
                    last={last}
                    root={root.current}
                    onPlay={(chosen) => {
                        setNow(fresh);
                        props.onPlay(chosen);
                    }}
                    onBack={() => {
                        setNow(back(now));
                        placeElement(root.current, last)?.focus();
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
