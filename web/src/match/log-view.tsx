// What was played, in words, one entry a ply. An entry shows the position after its ply; the arrow
// keys step from entry to entry.
import { useEffect, useRef } from "preact/hooks";
import type { Ply } from "../types";

interface Props {
    log: Ply[];
    names: string[];
    /** The ply that is shown, and the last one. */
    at: number;
    last: number;
    onShow(ply: number): void;
}

export function stepOf(key: string, at: number, last: number): number | null {
    switch (key) {
        case "ArrowLeft":
        case "ArrowUp":
            return Math.max(0, at - 1);
        case "ArrowRight":
        case "ArrowDown":
            return Math.min(last, at + 1);
        case "Home":
            return 0;
        case "End":
            return last;
        default:
            return null;
    }
}

export function LogView({ log, names, at, last, onShow }: Props) {
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        const current = list.current?.querySelector<HTMLElement>('[aria-current="step"]');
        if (!current || !list.current) return;
        const top = current.offsetTop - list.current.offsetTop;
        if (
            top < list.current.scrollTop ||
            top + current.offsetHeight > list.current.scrollTop + list.current.clientHeight
        )
            list.current.scrollTop = top - list.current.clientHeight / 2;
        if (list.current.contains(document.activeElement)) current.focus();
    }, [at, log.length]);
    const onKeyDown = (event: KeyboardEvent) => {
        const step = stepOf(event.key, at, last);
        if (step === null) return;
        event.preventDefault();
        onShow(step);
    };
    return (
        <section aria-label="Log" onKeyDown={onKeyDown}>
            <h2>Log</h2>
            <div class="tools">
                <button
                    type="button"
                    disabled={at === 0}
                    aria-label="First position"
                    onClick={() => onShow(0)}
                >
                    «
                </button>
                <button
                    type="button"
                    disabled={at === 0}
                    aria-label="One ply back"
                    onClick={() => onShow(at - 1)}
                >
                    ‹
                </button>
                <button
                    type="button"
                    disabled={at >= last}
                    aria-label="One ply on"
                    onClick={() => onShow(at + 1)}
                >
                    ›
                </button>
                <button
                    type="button"
                    disabled={at >= last}
                    aria-label="Last position"
                    onClick={() => onShow(last)}
                >
                    »
                </button>
                <span class="faint-text">{`${at} of ${last}`}</span>
            </div>
            {log.length > 0 && (
                <ol class="log" ref={list}>
                    {log.map((entry) => {
                        const shown = entry.ply + 1 === at;
                        return (
                            <li key={entry.ply}>
                                <button
                                    type="button"
                                    aria-current={shown ? "step" : undefined}
                                    tabIndex={shown || (at === 0 && entry === log[0]) ? 0 : -1}
                                    onClick={() => onShow(entry.ply + 1)}
                                >
                                    <span class="faint-text">{`${entry.ply + 1}. `}</span>
                                    <b>{entry.seat < 0 ? "Chance" : names[entry.seat]}</b>
                                    {` ${entry.move ?? "(hidden)"}`}
                                    {entry.says?.map((text) => <span class="says">{text}</span>)}
                                </button>
                            </li>
                        );
                    })}
                </ol>
            )}
        </section>
    );
}
