// Pointing at moves. A move has a list of places to point at, in order; each place pointed at
// leaves the moves that point there. The rule is that of the terminal (engine/scene/pick.h):
//
// K1 The places pointed at leave at least one move; a place that would leave none is refused.
// K2 While some move begins with the places pointed at, in their order, only such moves are left.
//    Otherwise those that point at all of them in any order.

export interface Choice {
    moves: string[];
    points: string[][];
    picked: string[];
}

export function choice(moves: string[] = [], points: string[][] = []): Choice {
    return { moves, points: moves.map((_, i) => points[i] ?? []), picked: [] };
}

function begins(points: string[], picked: string[]): boolean {
    return points.length >= picked.length && picked.every((name, i) => points[i] === name);
}

function times(list: string[], name: string): number {
    return list.filter((other) => other === name).length;
}

function contains(points: string[], picked: string[]): boolean {
    return picked.every((name) => times(points, name) >= times(picked, name));
}

/** K2: does some move begin with the places? */
function inOrder(from: Choice, picked: string[]): boolean {
    return from.points.some((points) => begins(points, picked));
}

/** The numbers of the moves that these places leave. */
function leaves(from: Choice, picked: string[]): number[] {
    const fits = inOrder(from, picked) ? begins : contains;
    return from.points.flatMap((points, i) => (fits(points, picked) ? [i] : []));
}

/** The moves that are left. */
export function left(from: Choice): string[] {
    return leaves(from, from.picked).map((i) => from.moves[i]);
}

/** Those of them that point nowhere else. */
export function complete(from: Choice): string[] {
    return leaves(from, from.picked)
        .filter((i) => from.points[i].length === from.picked.length)
        .map((i) => from.moves[i]);
}

/** The next points of the moves that are left. */
export function lit(from: Choice): Set<string> {
    const ordered = inOrder(from, from.picked);
    const names = new Set<string>();
    for (const i of leaves(from, from.picked)) {
        const points = from.points[i];
        if (ordered) {
            if (points.length > from.picked.length) names.add(points[from.picked.length]);
        } else {
            for (const name of points)
                if (times(points, name) > times(from.picked, name)) names.add(name);
        }
    }
    return names;
}

/** Does pointing there leave a move (K1)? */
export function leads(from: Choice, name: string): boolean {
    return leaves(from, [...from.picked, name]).length > 0;
}

/** Point at a place. Null if that would leave no move. */
export function point(from: Choice, name: string): Choice | null {
    return leads(from, name) ? { ...from, picked: [...from.picked, name] } : null;
}

/** Take the last point back. */
export function back(from: Choice): Choice {
    return { ...from, picked: from.picked.slice(0, -1) };
}

/** The moves that no place stands for. */
export function pointless(from: Choice): string[] {
    return from.moves.filter((_, i) => from.points[i].length === 0);
}
