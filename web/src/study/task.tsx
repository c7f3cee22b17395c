// One mistake: its position, answers until a good one is found, hints in steps, and the best move.
import { useState } from "preact/hooks";
import { Board } from "../board/board";
import { textOf, useAsked } from "../hooks";
import { titlesOf } from "../kinds";
import { MoveButtons } from "../match/moves";
import { Fault } from "../parts/fault";
import { say } from "../parts/live";
import { href } from "../route";
import { pointsOn } from "../scene/places";
import type { Studied, View } from "../types";
import { valueOf } from "./judge";
import { percent } from "./lines";
import { hinted, verdictOn, type Done, type Mistake, type Verdict } from "./mistakes";
import { addressOf } from "./source";

interface Props {
    match: string;
    mistake: Mistake;
    name: string;
    onDone(how: Done): void;
    onNext?(): void;
}

const WORDS: Record<Verdict, string> = {
    good: "is a good move.",
    better: "is better than your move, but there is a better one.",
    same: "is no better than your move.",
    worse: "is worse than your move.",
};

function verdictInWords({ best, played, move: own }: Mistake, move: string, value: number) {
    if (move === own) return `${move} is the move that you played. Look for another one.`;
    const verdict = verdictOn(value, best, played);
    const left = `It leaves you ${percent(value)}; the best move, ${percent(best)}.`;
    return `${move} ${WORDS[verdict]} ${left}`;
}

/** How many hints are given before the move is shown: what it points at first, and next if that
 *  does not give the move away. */
function stepsOf(view: View, best: string): number {
    const at = (view.moves ?? []).indexOf(best);
    const points = pointsOn(view.scene, view.points);
    const count = points[at]?.length ?? 0;
    return count > 1 && hinted(points, at, 2).length > 1 ? 2 : Math.min(1, count);
}

/** The position with the moves that a hint leaves. */
function withHint(view: View, best: string, hint: number): View {
    const at = (view.moves ?? []).indexOf(best);
    if (hint === 0 || at < 0) return view;
    const points = pointsOn(view.scene, view.points);
    const left = hinted(points, at, hint);
    const moves = left.map((i) => view.moves![i]);
    return { ...view, moves, points: left.map((i) => points[i]) };
}

const HINTS = [
    "",
    "Now you can pick only what the best move begins with.",
    "Now you can pick only moves that begin and go on as the best move does.",
];

/** The answers to a mistake: what was said of the last one, hints, and how it ended. */
function useAnswers(match: string, mistake: Mistake, onDone: (how: Done) => void) {
    const best = mistake.lines[0].pv[0];
    const [said, setSaid] = useState<string | null>(null);
    const [hint, setHint] = useState(0);
    const [thinks, setThinks] = useState(false);
    const [ended, setEnded] = useState<string | null>(null);
    const [fault, setFault] = useState<string | null>(null);
    const answer = (text: string) => {
        setSaid(text);
        say(text);
    };
    const end = (move: string, how: Done) => {
        setEnded(move);
        onDone(how);
    };
    const play = async (move: string) => {
        setFault(null);
        setThinks(true);
        try {
            const value = await valueOf(match, mistake, mistake.lines, move);
            answer(verdictInWords(mistake, move, value));
            if (verdictOn(value, mistake.best, mistake.played) === "good") end(move, "found");
        } catch (refused) {
            setFault(textOf(refused));
        }
        setThinks(false);
    };
    /** The next of so many hints, or the move itself. */
    const help = (steps: number) => {
        if (hint < steps) {
            setHint(hint + 1);
            answer(HINTS[hint + 1]);
        } else {
            answer(
                `The best move is ${best}. It leaves you ${percent(mistake.best)}; ` +
                    `your move left ${percent(mistake.played)}.`,
            );
            end(best, "shown");
        }
    };
    return { best, said, hint, thinks, ended, fault, setFault, play, help };
}

interface ToolsProps {
    match: string;
    ply: number;
    ended: string | null;
    open: boolean;
    hints: boolean;
    onHelp(): void;
    onNext?(): void;
}

function TaskTools({ match, ply, ended, open, hints, onHelp, onNext }: ToolsProps) {
    return (
        <div class="tools">
            {!ended && (
                <button type="button" disabled={!open} onClick={onHelp}>
                    {hints ? "Give me a hint" : "Show the move"}
                </button>
            )}
            {onNext && (
                <button type="button" class={ended ? "primary" : ""} onClick={onNext}>
                    {ended ? "Next" : "Skip"}
                </button>
            )}
            {ended && (
                <a class="button" href={addressOf({ match, ply }, [ended])}>
                    Analyse
                </a>
            )}
            <a class="button" href={href("match", [match], { ply: String(ply) })}>
                See it in the match
            </a>
        </div>
    );
}

export function Task({ match, mistake, name, onDone, onNext }: Props) {
    const answers = useAnswers(match, mistake, onDone);
    const { best, said, hint, thinks, ended, fault, setFault, play, help } = answers;
    const { data, error } = useAsked<Studied>("study", {
        match,
        ply: mistake.ply,
        moves: ended ? [ended] : [],
    });
    if (!data) return error ? <Fault text={error} /> : <p>Loading…</p>;

    const { view } = data;
    const steps = stepsOf(view, best);
    const open = !ended && !thinks && view.ply === mistake.ply;
    const shown = open ? withHint(view, best, hint) : { ...view, moves: NONE, points: NO_POINTS };
    const titles = titlesOf(view);
    return (
        <>
            <p class="status">
                {`Ply ${mistake.ply + 1}: you played ${mistake.move} (${name}). `}
                Find a better move.
            </p>
            <p class="verdict">{thinks ? "The computer looks at your move…" : said}</p>
            <TaskTools
                match={match}
                ply={mistake.ply}
                ended={ended}
                open={open}
                hints={hint < steps}
                onHelp={() => help(steps)}
                onNext={onNext}
            />
            <div class="toast">
                <Fault text={fault ?? error} onClose={() => setFault(null)} />
            </div>
            <Board
                scene={view.scene}
                ply={view.ply}
                moves={shown.moves ?? NONE}
                points={shown.points ?? NO_POINTS}
                titles={titles}
                onPlay={(move) => void play(move)}
                onPoint={() => setFault(null)}
                onWhy={(move) => setFault(`'${move}' is not legal here.`)}
            />
            {open && (
                <MoveButtons view={shown} titles={titles} onPlay={(move) => void play(move)} />
            )}
        </>
    );
}

const NONE: string[] = [];
const NO_POINTS: string[][] = [];
