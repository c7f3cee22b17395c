// Lists of matches: in the lobby, among one's own, in the archive.
import { ago, clockWords } from "../clock";
import { connection } from "../connection";
import { sitterOf } from "../match/seats";
import { href } from "../route";
import { progressOf } from "../study/mistakes";
import type { Summary } from "../types";

function stateOf(match: Summary): string {
    if (match.status === "open") return "waits for players";
    if (match.status === "running") {
        return isDue(match) ? "Your turn" : `ply ${match.ply}`;
    }
    const winner = match.result?.winner ?? [];
    const won = winner.map((seat) => nameIn(match, seat)).join(" and ");
    return winner.length ? `won by ${won}` : "over, nobody won";
}

function nameIn(match: Summary, seat: number): string {
    const sitter = match.seats[seat];
    return sitter ? sitterOf(sitter) : `seat ${seat + 1}`;
}

/** Those in which it is one's turn come first; otherwise the order stays. */
export function dueFirst(matches: Summary[]): Summary[] {
    return [...matches].sort((a, b) => Number(isDue(b)) - Number(isDue(a)));
}

export function isDue(match: Summary): boolean {
    return match.status === "running" && match.to_move.some((seat) => match.seats[seat]?.you);
}

function Lesson({ match }: { match: string }) {
    const progress = progressOf(match);
    return (
        <p>
            <a href={href("mistakes", [match])}>Learn from mistakes</a>
            {progress && `: ${progress}`}
        </p>
    );
}

function Entry({ match }: { match: Summary }) {
    return (
        <li class={`card-box${isDue(match) ? " due" : ""}`}>
            <h2>
                <a href={href("match", [match.match])}>{match.title}</a>
            </h2>
            <p>{match.seats.map(sitterOf).join(", ")}</p>
            <p>
                <b>{stateOf(match)}</b>
                {match.status !== "over" && `, ${clockWords(match.clock)}`}
            </p>
            {match.status === "over" && match.seats.some((seat) => seat.you) && (
                <Lesson match={match.match} />
            )}
            <p class="faint-text">{ago(match.changed, connection.now())}</p>
        </li>
    );
}

export function Matches({ matches, none }: { matches: Summary[] | undefined; none: string }) {
    if (!matches) return <p>Loading…</p>;
    if (matches.length === 0) return <p class="faint-text">{none}</p>;
    return (
        <ul class="matches">
            {matches.map((match) => (
                <Entry key={match.match} match={match} />
            ))}
        </ul>
    );
}
