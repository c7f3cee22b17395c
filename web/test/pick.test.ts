import { describe, expect, it } from "vitest";
import { back, choice, complete, leads, left, lit, point, pointless } from "../src/pick";

const board = () =>
    choice(
        ["a2a3", "a2b3", "b2b3", "pass", "a2a3x"],
        [["a2", "a3"], ["a2", "b3"], ["b2", "b3"], [], ["a2", "a3", "c1"]],
    );

describe("pointing at moves", () => {
    it("lights the first points", () => {
        expect([...lit(board())].sort()).toEqual(["a2", "b2"]);
    });

    it("K1 refuses a place that would leave no move", () => {
        expect(leads(board(), "h8")).toBe(false);
        expect(point(board(), "h8")).toBeNull();
        expect(point(point(board(), "b2")!, "a3")).toBeNull();
    });

    it("K2 leaves the moves that begin with the places, in their order", () => {
        const now = point(board(), "a2")!;
        expect(left(now)).toEqual(["a2a3", "a2b3", "a2a3x"]);
        expect([...lit(now)].sort()).toEqual(["a3", "b3"]);
    });

    it("K2 falls back to any order where no move begins so", () => {
        const now = point(board(), "b3")!;
        expect(left(now)).toEqual(["a2b3", "b2b3"]);
        expect([...lit(now)].sort()).toEqual(["a2", "b2"]);
        expect(left(point(now, "a2")!)).toEqual(["a2b3"]);
    });

    it("counts a place that a move points at twice", () => {
        const twice = choice(
            ["a1a1", "a1b1"],
            [
                ["a1", "a1"],
                ["a1", "b1"],
            ],
        );
        const now = point(twice, "a1")!;
        expect([...lit(now)]).toEqual(["a1", "b1"]);
        expect(left(point(now, "a1")!)).toEqual(["a1a1"]);
    });

    it("knows the moves that need no more points", () => {
        const now = point(point(board(), "a2")!, "a3")!;
        expect(complete(now)).toEqual(["a2a3"]);
        expect(left(now)).toEqual(["a2a3", "a2a3x"]);
    });

    it("takes a point back", () => {
        expect(back(point(board(), "a2")!).picked).toEqual([]);
        expect(back(board()).picked).toEqual([]);
    });

    it("lists the moves without points", () => {
        expect(pointless(board())).toEqual(["pass"]);
    });
});
