// The evaluation of a match as a line from ply to ply, with the plies where it turned.
import type { Evaluated } from "../types";

export type Scores = Evaluated["scores"];

/** The plies after which the evaluation changed most, at least by `least` thousandths. */
export function turningPoints(
    scores: Scores,
    least = 150,
    most = 8,
): { ply: number; by: number }[] {
    return scores
        .slice(1)
        .map((score, i) => ({ ply: score.ply, by: score.score - scores[i].score }))
        .filter(({ by }) => Math.abs(by) >= least)
        .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
        .slice(0, most)
        .sort((a, b) => a.ply - b.ply);
}

export function graphPath(scores: Scores): string {
    return scores.map(({ ply, score }, i) => `${i ? "L" : "M"}${ply} ${1000 - score}`).join("");
}

interface Props {
    scores: Scores;
    at: number;
    name: string;
    onPly(ply: number): void;
}

export function Graph({ scores, at, name, onPly }: Props) {
    if (scores.length < 2) return null;
    const last = scores[scores.length - 1].ply;
    const turns = turningPoints(scores);
    const click = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        onPly(Math.round(((event.clientX - box.left) / box.width) * last));
    };
    return (
        <figure>
            <svg
                class="graph"
                viewBox={`0 -20 ${last} 1040`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`What ${name} could expect after each of ${last} plies`}
                onClick={click}
            >
                <path class="graph-half" d={`M0 500H${last}`} />
                <path class="graph-line" d={graphPath(scores)} />
                <path class="graph-at" d={`M${at} 0V1000`} />
            </svg>
            <figcaption>{`Top: ${name} wins. Bottom: ${name} loses.`}</figcaption>
            {turns.length > 0 && (
                <ul class="turning" aria-label="Turning points">
                    {turns.map(({ ply, by }) => (
                        <li>
                            <button type="button" onClick={() => onPly(ply)}>
                                {`Ply ${ply}: ${by > 0 ? "+" : "−"}${Math.abs(by / 10).toFixed(0)} %`}
                            </button>
                        </li>
                    ))}
                </ul>
            )}
        </figure>
    );
}
