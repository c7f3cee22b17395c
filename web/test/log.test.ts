import { describe, expect, it } from "vitest";
import { mergeLog, plyInWords } from "../src/match/log";
import { stepOf } from "../src/match/log-view";
import type { Ply, View } from "../src/types";

const ply = (n: number): Ply => ({ ply: n, seat: n % 2, move: `m${n}` });
const view = (at: number, since: number, plies: Ply[]): View => ({
    ply: at,
    to_move: 0,
    over: false,
    scene: {},
    log: { since, plies },
});

describe("the log", () => {
    it("grows by what is new", () => {
        const log = mergeLog([ply(0)], view(2, 1, [ply(1)]));
        expect(log.map((entry) => entry.ply)).toEqual([0, 1]);
    });

    it("has no ply twice after a lost connection", () => {
        const log = mergeLog([ply(0), ply(1)], view(3, 1, [ply(1), ply(2)]));
        expect(log.map((entry) => entry.ply)).toEqual([0, 1, 2]);
    });

    it("drops what was taken back", () => {
        const log = mergeLog([ply(0), ply(1), ply(2)], view(1, 1, []));
        expect(log.map((entry) => entry.ply)).toEqual([0]);
    });

    it("tells a ply in words, and a hidden move as such", () => {
        expect(plyInWords({ ply: 0, seat: 0, move: "a1", says: ["It hits."] }, ["Red"])).toBe(
            "Red: a1. It hits.",
        );
        expect(plyInWords({ ply: 0, seat: -1 }, [])).toBe("Chance: a move that you do not see.");
    });

    it("is stepped through by keys", () => {
        expect(stepOf("ArrowLeft", 3, 9)).toBe(2);
        expect(stepOf("ArrowRight", 9, 9)).toBe(9);
        expect(stepOf("End", 3, 9)).toBe(9);
        expect(stepOf("x", 3, 9)).toBeNull();
    });
});
