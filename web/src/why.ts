// Which move did somebody mean who points where no legal move points? It is written like the legal
// ones: the next point of a similar move is replaced by the place. The server then says what
// forbids it. Also finds the ids of rules in such a sentence.
import { leads, type Choice } from "./pick";

/** A move that points at the places picked and then at `name`, in the notation of the legal
 *  moves. */
export function meant(from: Choice, name: string): string {
    const depth = from.picked.length;
    for (let i = 0; i < from.moves.length; i++) {
        const points = from.points[i];
        if (points.length <= depth || !from.picked.every((point, k) => points[k] === point))
            continue;
        const move = replacePoint(from.moves[i], points, depth, name);
        if (move) return move;
    }
    return [...from.picked, name].join("");
}

/** Replace the point number `at` in the text of a move, or nothing where it is not written
 *  there. */
function replacePoint(move: string, points: string[], at: number, name: string): string | null {
    let from = 0;
    for (let i = 0; i <= at; i++) {
        const place = move.indexOf(points[i], from);
        if (place < 0) return null;
        if (i === at) return move.slice(0, place) + name + move.slice(place + points[i].length);
        from = place + points[i].length;
    }
    return null;
}

/** Is the place the beginning of some other move? Then pointing there begins anew. */
export function beginsAnew(from: Choice, name: string): boolean {
    return from.picked.length > 0 && leads({ ...from, picked: [] }, name);
}

const RULE = /\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[a-z]?\b/g;

/** A sentence cut into texts and ids of rules; every second part is an id. */
export function ruleParts(sentence: string): string[] {
    const parts: string[] = [];
    let end = 0;
    for (const found of sentence.matchAll(RULE)) {
        parts.push(sentence.slice(end, found.index), found[0]);
        end = found.index + found[0].length;
    }
    return [...parts, sentence.slice(end)];
}
