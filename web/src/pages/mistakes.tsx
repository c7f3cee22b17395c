// Learning from a finished match: the person's own moves that lost much, one after the other, each
// to be played better.
import { useState } from "preact/hooks";
import { seatNames } from "../match/seats";
import { useMatch } from "../match/use-match";
import { Fault } from "../parts/fault";
import { href } from "../route";
import type { Done, Mistake, Training } from "../study/mistakes";
import { Task } from "../study/task";
import { useTraining } from "../study/use-training";
import type { Table } from "../types";

const SIGNS: Record<Done, string> = { found: " ✓ found", shown: " shown" };

function Progress({
    training,
    at,
    onAt,
}: {
    training: Training;
    at: number;
    onAt(at: number): void;
}) {
    return (
        <div class="tools" role="group" aria-label="Mistakes">
            {training.mistakes.map(({ ply, loss }, i) => (
                <button type="button" aria-pressed={i === at} onClick={() => onAt(i)}>
                    {`Ply ${ply + 1}: −${(loss / 10).toFixed(0)} %`}
                    {training.done[ply] && SIGNS[training.done[ply]]}
                </button>
            ))}
        </div>
    );
}

function Summary({ training, onAgain }: { training: Training; onAgain(): void }) {
    const count = training.mistakes.length;
    const found = Object.values(training.done).filter((how) => how === "found").length;
    return (
        <p class="row" role="status">
            <span>{`You found a better move for ${found} of ${count}.`}</span>
            <button type="button" onClick={onAgain}>
                Begin again
            </button>
        </p>
    );
}

/** The first mistake from a number on, and round, that is not done; -1: all are. */
function firstOpen(mistakes: Mistake[], done: Training["done"], from = 0): number {
    const order = [...mistakes.keys()].map((i) => (i + from) % mistakes.length);
    return order.find((i) => !done[mistakes[i].ply]) ?? -1;
}

interface ListProps {
    id: string;
    names: string[];
    training: Training;
    keep(training: Training): void;
}

function Tasks({ id, names, training, keep }: ListProps) {
    const { mistakes, done } = training;
    const [at, setAt] = useState(Math.max(0, firstOpen(mistakes, done)));
    const [round, setRound] = useState(0);
    if (mistakes.length === 0)
        return <p class="status">No move of yours lost much. Well played.</p>;
    const { ply, seat } = mistakes[at];
    const next = firstOpen(mistakes, done, at + 1);
    const again = () => {
        keep({ mistakes, done: {} });
        setAt(0);
        setRound(round + 1);
    };
    return (
        <>
            <Progress training={training} at={at} onAt={setAt} />
            {next < 0 && <Summary training={training} onAgain={again} />}
            <Task
                key={`${round} ${ply}`}
                match={id}
                mistake={mistakes[at]}
                name={names[seat]}
                onDone={(how) => {
                    if (done[ply] !== "found") keep({ mistakes, done: { ...done, [ply]: how } });
                }}
                onNext={next >= 0 && next !== at ? () => setAt(next) : undefined}
            />
        </>
    );
}

function Unfit({ table }: { table: Table }) {
    return (
        <p>
            {table.status === "over"
                ? "You had no seat in this match."
                : "You can learn from a match when it is over."}
        </p>
    );
}

export function MistakesPage({ id }: { id: string }) {
    const { state, error } = useMatch(id);
    const { training, keep, looked, error: refused, fit } = useTraining(id, state);
    const waits = !training && !refused && fit;
    return (
        <main id="page" tabIndex={-1}>
            <h1>{state ? `Your mistakes: ${state.table.title}` : "Your mistakes"}</h1>
            <p>
                <a href={href("match", [id])}>Back to the match</a>
            </p>
            <Fault text={error ?? refused} />
            {!state && !error && <p>Opening the match…</p>}
            {state && !fit && <Unfit table={state.table} />}
            {waits && (
                <p role="status">
                    {looked
                        ? `The computer looks longer at ${looked[0]} of ${looked[1]} moves of yours…`
                        : "The computer goes through the match. This may take a minute."}
                </p>
            )}
            {state && fit && training && (
                <Tasks
                    id={id}
                    names={seatNames(state.view.scene, state.table)}
                    training={training}
                    keep={keep}
                />
            )}
        </main>
    );
}
