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

/** Keep the entry of the ply that is shown in sight, and the focus on it if the log has it. */
function useCurrentEntry(at: number, count: number) {
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
    }, [at, count]);
    return list;
}

interface StepProps {
    sign: string;
    label: string;
    disabled: boolean;
    onStep(): void;
}

function Step({ sign, label, disabled, onStep }: StepProps) {
    return (
        <button type="button" disabled={disabled} aria-label={label} onClick={onStep}>
            {sign}
        </button>
    );
}

interface EntryProps {
    entry: Ply;
    name: string;
    shown: boolean;
    /** Is it the entry that the tab key comes to? */
    reached: boolean;
    onShow(): void;
}

function Entry({ entry, name, shown, reached, onShow }: EntryProps) {
    return (
        <li>
            <button
                type="button"
                aria-current={shown ? "step" : undefined}
                tabIndex={reached ? 0 : -1}
                onClick={onShow}
            >
                <span class="faint-text">{`${entry.ply + 1}. `}</span>
                <b>{name}</b>
                {` ${entry.move ?? "(hidden)"}`}
                {entry.says?.map((text, index) => (
                    <span key={index} class="says">
                        {text}
                    </span>
                ))}
            </button>
        </li>
    );
}

export function LogView({ log, names, at, last, onShow }: Props) {
    const list = useCurrentEntry(at, log.length);
    const onKeyDown = (event: KeyboardEvent) => {
        const step = stepOf(event.key, at, last);
        if (step === null) return;
        event.preventDefault();
        onShow(step);
    };
    const first = at === 0;
    const end = at >= last;
    return (
        <section aria-label="Log" onKeyDown={onKeyDown}>
            <h2>Log</h2>
            <div class="tools">
                <Step sign="«" label="First position" disabled={first} onStep={() => onShow(0)} />
                <Step
                    sign="‹"
                    label="One ply back"
                    disabled={first}
                    onStep={() => onShow(at - 1)}
                />
                <Step sign="›" label="One ply on" disabled={end} onStep={() => onShow(at + 1)} />
                <Step sign="»" label="Last position" disabled={end} onStep={() => onShow(last)} />
                <span class="faint-text">{`${at} of ${last}`}</span>
            </div>
            {log.length > 0 && (
                <ol class="log" ref={list}>
                    {log.map((entry) => (
                        <Entry
                            key={entry.ply}
                            entry={entry}
                            name={entry.seat < 0 ? "Chance" : names[entry.seat]}
                            shown={entry.ply + 1 === at}
                            reached={entry.ply + 1 === at || (first && entry === log[0])}
                            onShow={() => onShow(entry.ply + 1)}
                        />
                    ))}
                </ol>
            )}
        </section>
    );
}
