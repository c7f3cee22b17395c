// What the kinds of moves are called, so that nobody has to know the notation to choose one.
import type { View } from "./types";

/** The title of the kind of a move; "" where it has none. */
export type Titles = (move: string) => string;

export function titlesOf({ moves = [], kinds = [] }: Pick<View, "moves" | "kinds">): Titles {
    const titles = new Map<string, string>();
    let at = 0;
    for (const [title, count] of kinds)
        for (const end = at + count; at < end && at < moves.length; at++)
            titles.set(moves[at], title);
    return (move) => titles.get(move) ?? "";
}

/** Moves, or beginnings of moves, by their titles, in the order in which they come first. */
export function byTitle(texts: string[], titleOf: Titles): [title: string, texts: string[]][] {
    const groups = new Map<string, string[]>();
    for (const text of texts) {
        const title = titleOf(text);
        groups.set(title, [...(groups.get(title) ?? []), text]);
    }
    return [...groups];
}
