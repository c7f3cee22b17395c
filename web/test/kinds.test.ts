import { describe, expect, it } from "vitest";
import { byTitle, titlesOf } from "../src/kinds";

const moves = ["M:a1", "M:b1", "Z", "K:a1"];
const titles = titlesOf({ moves, kinds: [["Maneuver", 2], ["Stall", 1], ["Sacrifice", 1]] });

describe("titles of moves", () => {
    it("are told in runs", () => {
        expect(moves.map(titles)).toEqual(["Maneuver", "Maneuver", "Stall", "Sacrifice"]);
        expect(titles("X")).toBe("");
        expect(titlesOf({ moves })("Z")).toBe("");
        expect(titlesOf({ moves: ["a"], kinds: [["A", 3]] })("a")).toBe("A");
    });

    it("group what is to be chosen from", () => {
        expect(byTitle(["K:a1", "M:a1", "M:b1"], titles)).toEqual([
            ["Sacrifice", ["K:a1"]],
            ["Maneuver", ["M:a1", "M:b1"]],
        ]);
    });
});
