// The moves of one's own that lost much in a finished match, and what was made of them: which were
// found again, kept in this browser. A number is what a seat may expect, in thousandths, as the
// server's evaluations have it.
import { seatOf } from "../scene/model";
import { store, stored } from "../settings";
import type { Evaluated, Line, Ply, Scene } from "../types";

/** A move that may have been a mistake. */
export interface Suspect {
    ply: number;
    seat: number;
    move: string;
    loss: number;
}

/** A mistake, after a longer look. */
export interface Mistake extends Suspect {
    /** The best lines, the best one first, and what it may expect; and what was played. */
    lines: Line[];
    best: number;
    played: number;
}

/** How a mistake was dealt with: a better move was found, or shown. */
export type Done = "found" | "shown";

export interface Training {
    mistakes: Mistake[];
    done: Record<number, Done>;
}

export const LEAST = 100; /* what a mistake loses, at the least */
const MOST = 12; /* mistakes of a match, the gravest */
export const CLOSE = 40; /* a move that loses less is as good as the best */

/** What `seat` may expect where the first seat's side may expect `score`. */
export function forSeat(scene: Scene, seat: number, score: number): number {
    return seatOf(scene, seat).side === seatOf(scene, 0).side ? score : 1000 - score;
}

/** What a seat has at the end of a match. */
export function atEnd(scene: Scene, seat: number, winner: number[]): number {
    const { side } = seatOf(scene, seat);
    if (winner.length === 0) return 500;
    return winner.some((other) => seatOf(scene, other).side === side) ? 1000 : 0;
}

interface Match {
    scene: Scene;
    log: Ply[];
    scores: Evaluated["scores"];
    /** The seats of the person. */
    own: number[];
    /** Who won by the rules in the last position; null where it was not reached by the rules. */
    winner: number[] | null;
}

/** The person's moves after which much less could be expected, in the order of play. Where chance
 *  comes after a move, what it lost is not known, and it is passed over. */
export function suspects({ scene, log, scores, own, winner }: Match): Suspect[] {
    const known = new Map(scores.map(({ ply, score }) => [ply, score]));
    const last = log.length ? log[log.length - 1].ply : -1;
    const expected = (seat: number, ply: number) => {
        if (ply === last + 1 && winner) return atEnd(scene, seat, winner);
        const score = known.get(ply);
        return score === undefined ? null : forSeat(scene, seat, score);
    };
    const found = log.flatMap(({ ply, seat, move }) => {
        if (!own.includes(seat) || move === undefined) return [];
        const before = expected(seat, ply);
        const after = expected(seat, ply + 1);
        if (before === null || after === null || before - after < LEAST) return [];
        return [{ ply, seat, move, loss: before - after }];
    });
    return found
        .sort((a, b) => b.loss - a.loss)
        .slice(0, MOST)
        .sort((a, b) => a.ply - b.ply);
}

export type Verdict = "good" | "better" | "same" | "worse";

/** What is to be said of an answer that may expect `value`, where the best move may expect `best`
 *  and the one played in the match `played`. */
export function verdictOn(value: number, best: number, played: number): Verdict {
    if (best - value <= CLOSE) return "good";
    if (value >= played + CLOSE) return "better";
    return value > played - CLOSE ? "same" : "worse";
}

/** The score of a move among the best lines. */
export function scoreIn(lines: Line[], move: string): number | null {
    return lines.find((line) => line.pv[0] === move)?.score ?? null;
}

// ---- hints ------------------------------------------------------------------------------------

/** The numbers of the moves that a hint leaves: those that point at the first `count` places of the
 *  best one. */
export function hinted(points: string[][], best: number, count: number): number[] {
    const start = (points[best] ?? []).slice(0, count);
    return points.flatMap((list, i) => (start.every((name, k) => list[k] === name) ? [i] : []));
}

// ---- what is kept -----------------------------------------------------------------------------

const KEY = "muster.mistakes";
const KEPT = 50; /* matches */

type Kept = [match: string, training: Training][];

export function trainingOf(match: string): Training | null {
    return stored<Kept>(KEY, []).find(([id]) => id === match)?.[1] ?? null;
}

export function keepTraining(match: string, training: Training) {
    const others = stored<Kept>(KEY, []).filter(([id]) => id !== match);
    store(KEY, [[match, training], ...others].slice(0, KEPT));
}

/** "2 of 5 found", or nothing where a match was not looked at. */
export function progressOf(match: string): string {
    const training = trainingOf(match);
    if (!training) return "";
    const { mistakes, done } = training;
    if (mistakes.length === 0) return "none found";
    const found = mistakes.filter(({ ply }) => done[ply] === "found").length;
    return `${found} of ${mistakes.length} found`;
}
