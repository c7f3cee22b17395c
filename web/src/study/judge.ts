// Judges moves of a finished match by the server's evaluations. A move that is not among the best
// lines of its position is judged by the position after it.
//
// J1 A connection has one look at a position and one analysis at a time (docs/server-protocol.md),
//    so these requests are made one after the other, and not while a page waits for its own.
import { connection } from "../connection";
import { seatOf } from "../scene/model";
import type { Line, Studied } from "../types";
import { atEnd, LEAST, scoreIn, type Mistake, type Suspect } from "./mistakes";

const LINES = 5;
const LEVEL = 4;

async function bestLines(at: object, lines: number): Promise<Line[]> {
    const fields = { ...at, lines, level: LEVEL };
    return (await connection.request<{ lines: Line[] }>("analyse", fields)).lines;
}

/** What the seat may expect after a move, or null where that cannot be told, as before chance. */
async function valueAfter(match: string, { ply, seat }: Suspect, move: string) {
    const at = { match, ply, moves: [move] };
    const { view } = await connection.request<Studied>("study", at);
    if (view.over) return atEnd(view.scene, seat, view.winner ?? []);
    if (view.to_move < 0) return null;
    const [line] = await bestLines(at, 1);
    const own = seatOf(view.scene, view.to_move).side === seatOf(view.scene, seat).side;
    return line ? (own ? line.score : 1000 - line.score) : null;
}

/** What a move may expect in a position with these best lines: never more than the best one. */
export async function valueOf(match: string, suspect: Suspect, lines: Line[], move: string) {
    const listed = scoreIn(lines, move);
    if (listed !== null) return listed;
    const after = await valueAfter(match, suspect, move);
    const most = after === null ? lines[lines.length - 1] : lines[0];
    return Math.min(after ?? 1000, most?.score ?? 1000);
}

/** A longer look: the mistake, or null where the move was none. */
export async function lookLonger(match: string, suspect: Suspect): Promise<Mistake | null> {
    const lines = await bestLines({ match, ply: suspect.ply, moves: [] }, LINES);
    const played = await valueOf(match, suspect, lines, suspect.move);
    const best = lines[0]?.score ?? played;
    return best - played < LEAST ? null : { ...suspect, loss: best - played, lines, best, played };
}
