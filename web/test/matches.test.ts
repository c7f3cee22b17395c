// The order of one's own matches.
import { expect, test } from "vitest";
import { dueFirst } from "../src/parts/matches";
import type { Summary } from "../src/types";

function match(name: string, status: string, toMove: number[]): Summary {
    const seats = [{ who: "person", you: true }, { who: "level" }];
    return { match: name, status, to_move: toMove, seats } as unknown as Summary;
}

test("matches in which it is one's turn come first, the others stay in order", () => {
    const sorted = dueFirst([
        match("theirs", "running", [1]),
        match("over", "over", [0]),
        match("mine", "running", [0]),
        match("open", "open", []),
        match("mine too", "running", [0, 1]),
    ]);
    expect(sorted.map((one) => one.match)).toEqual(["mine", "mine too", "theirs", "over", "open"]);
});
