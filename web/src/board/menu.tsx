// The small menu at the board, where the places pointed at leave several moves. Many moves are
// asked for in two steps: first what stands before and at the last place, then the whole.
import { useEffect, useRef, useState } from "preact/hooks";
import { byTitle, type Titles } from "../kinds";
import { anchor, uncover } from "./popover";

const MANY = 9;

/** The beginnings that tell moves apart: the text up to the last place pointed at. */
export function beginnings(moves: string[], last: string): string[] {
    if (moves.length < MANY) return [];
    const heads = new Set(moves.map((move) => headOf(move, last)));
    return heads.size > 1 && heads.size < moves.length ? [...heads] : [];
}

export function headOf(move: string, last: string): string {
    const at = move.lastIndexOf(last);
    return at < 0 ? move : move.slice(0, at + last.length);
}

interface Props {
    moves: string[];
    titles: Titles;
    last: string;
    root: Element | null;
    onPlay(move: string): void;
    onBack(): void;
}

export function MoveMenu({ moves, titles, last, root, onPlay, onBack }: Props) {
    const [head, setHead] = useState<string | null>(null);
    const box = useRef<HTMLDivElement>(null);
    const heads = head === null ? beginnings(moves, last) : [];
    const shown = head === null ? moves : moves.filter((move) => headOf(move, last) === head);
    useEffect(() => {
        if (box.current) anchor(box.current, root, last);
        if (box.current) uncover(box.current, root, last);
        box.current?.querySelector("button")?.focus();
    }, [head, last, moves.length]);
    const titleOf = (text: string) =>
        titles(moves.find((move) => move === text || headOf(move, last) === text) ?? "");
    const choose = (text: string) => (heads.length > 0 ? setHead(text) : onPlay(text));
    const close = () => (head === null ? onBack() : setHead(null));
    const onKeyDown = (event: KeyboardEvent) => {
        const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
        if (event.key === "Escape") close();
        else if (step) {
            const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
            const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
            buttons[(at + step + buttons.length) % buttons.length]?.focus();
        } else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div
            class="move-menu popover"
            ref={box}
            role="group"
            aria-label="Which move?"
            onKeyDown={onKeyDown}
        >
            <div class="menu-groups">
                {byTitle(heads.length > 0 ? heads : shown, titleOf).map(([title, texts]) => (
                    <div key={title} role="group" aria-label={title || undefined}>
                        {title && <p class="menu-title">{title}</p>}
                        <div class="menu-moves">
                            {texts.map((text) => (
                                <button type="button" onClick={() => choose(text)}>
                                    {heads.length > 0 ? `${text}…` : text}
                                </button>
                            ))}
                        </div>
                    </div>
                ))}
            </div>
            <button type="button" class="quiet" onClick={close}>
                Back
            </button>
        </div>
    );
}
