// Which puzzles have been solved, kept in this browser.
import { store, stored } from "./settings";
import type { Table, View } from "./types";

const KEY = "muster.puzzles";

export function solvedPuzzles(): string[] {
    return stored<string[]>(KEY, []);
}

/** Remember that a person won; the page of puzzles looks up its own. */
export function solved(table: Table, view: View) {
    const winner = table.result?.winner ?? view.winner ?? [];
    const won = winner.some((seat) => table.seats[seat]?.you);
    if (won) store(KEY, [...new Set([...solvedPuzzles(), table.ruleset])]);
}
