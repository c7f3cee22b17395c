// The best lines of a position, as far as the computer is.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../connection";
import { isOffline, textOf } from "../hooks";
import { Fault } from "../parts/fault";
import type { Line } from "../types";
import { fieldsOf, type Source } from "./source";

interface Props {
    source: Source;
    moves: string[];
    name: string;
    onLine(pv: string[]): void;
}

export function percent(score: number): string {
    return `${(score / 10).toFixed(0)} %`;
}

/** Lines with newer ones in the place of those of their number. */
export function withLines(old: Line[], fresh: Line[]): Line[] {
    const lines = new Map([...old, ...fresh].map((line) => [line.line, line]));
    return [...lines.values()].sort((a, b) => a.line - b.line);
}

/** Ask for the best lines of a position while `on`. */
function useLines({ source, moves, on }: { source: Source; moves: string[]; on: boolean }) {
    const [lines, set] = useState<Line[]>([]);
    const [error, setError] = useState<string | null>(null);
    const [done, setDone] = useState(false);
    const key = JSON.stringify([source, moves]);
    useEffect(() => {
        set([]);
        setError(null);
        setDone(false);
        if (!on) return;
        let live = true;
        const end = connection.on("thinking", (push) => {
            if (live) set((old) => withLines(old, [push.info as Line]));
        });
        connection
            .request<{
                lines: Line[];
            }>("analyse", { ...fieldsOf(source), moves, lines: 3, level: 3 })
            .then(
                (answer) => {
                    if (!live) return;
                    set(answer.lines);
                    setDone(true);
                },
                (refused) => live && !isOffline(refused) && setError(textOf(refused)),
            );
        return () => {
            live = false;
            end();
        };
    }, [key, on]);
    return { lines, error, done };
}

export function BestLines(props: Props) {
    const [on, setOn] = useState(false);
    const { lines, error, done } = useLines({ ...props, on });
    return (
        <section aria-label="Best lines">
            <h2>Best lines</h2>
            <button type="button" aria-pressed={on} onClick={() => setOn(!on)}>
                {on ? "Stop" : "Ask the computer"}
            </button>
            {on && !error && !done && (
                <p class="faint-text" role="status">
                    Thinking…
                </p>
            )}
            <Fault text={error} />
            <ol class="lines">
                {lines.map((line) => (
                    <li>
                        <span class="score" title={`What ${props.name} may expect`}>
                            {percent(line.score)}
                        </span>
                        <button type="button" class="quiet" onClick={() => props.onLine(line.pv)}>
                            {line.pv.join(" ")}
                        </button>
                    </li>
                ))}
            </ol>
        </section>
    );
}
