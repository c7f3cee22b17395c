import { beforeEach, describe, expect, it } from "vitest";
import {
    atEnd,
    forSeat,
    hinted,
    keepTraining,
    progressOf,
    scoreIn,
    suspects,
    trainingOf,
    verdictOn,
    type Mistake,
} from "../src/study/mistakes";
import type { Scene } from "../src/types";

const two: Scene = { seats: [{ name: "White" }, { name: "Black" }] };
const four: Scene = { seats: [{ side: 0 }, { side: 0 }, { side: 1 }, { side: 1 }] };
const ply = (ply: number, seat: number, move?: string) => ({ ply, seat, move });
const score = (ply: number, score: number) => ({ ply, score });
const match = {
    scene: two,
    log: [ply(0, 0, "a"), ply(1, 1, "b"), ply(2, 0, "c"), ply(3, 1, "d")],
    scores: [score(0, 500), score(1, 480), score(2, 900), score(3, 300)],
    own: [0],
    winner: null,
};
const mistake: Mistake = {
    ply: 2,
    seat: 0,
    move: "c",
    loss: 600,
    lines: [{ line: 1, score: 900, depth: 1, pv: ["x", "y"] }],
    best: 900,
    played: 300,
};

describe("what a seat may expect", () => {
    it("is the score of the first seat's side, or what is left of it", () => {
        expect([forSeat(two, 0, 700), forSeat(two, 1, 700)]).toEqual([700, 300]);
        expect([0, 1, 2, 3].map((seat) => forSeat(four, seat, 700))).toEqual([700, 700, 300, 300]);
    });

    it("is settled at the end", () => {
        expect([0, 1, 2].map((seat) => atEnd(four, seat, [1]))).toEqual([1000, 1000, 0]);
        expect(atEnd(two, 0, [])).toBe(500);
    });
});

describe("suspected mistakes", () => {
    it("are one's own moves after which much less can be expected", () => {
        expect(suspects(match)).toEqual([{ ply: 2, seat: 0, move: "c", loss: 600 }]);
        expect(suspects({ ...match, own: [1] }).map(({ move }) => move)).toEqual(["b"]);
        expect(suspects({ ...match, own: [] })).toEqual([]);
    });

    it("include a last move that loses by the rules", () => {
        expect(suspects({ ...match, own: [1], winner: [0] }).map(({ move, loss }) => [move, loss]))
            .toEqual([["b", 420], ["d", 700]]);
    });

    it("leave out what chance decided, and moves that are not known", () => {
        const scores = match.scores.filter((one) => one.ply !== 3);
        expect(suspects({ ...match, scores })).toEqual([]);
        expect(suspects({ ...match, log: [ply(2, 0)] })).toEqual([]);
    });

    it("are the gravest, in the order of play", () => {
        const log = [...Array(40).keys()].map((at) => ply(at, at % 2, `m${at}`));
        const scores = log.map(({ ply }) => score(ply, ply % 2 ? 500 - 3 * ply : 650));
        const found = suspects({ ...match, log, scores });
        expect(found.length).toBe(12);
        expect(found.map(({ ply }) => ply)).toEqual(
            [...found].map(({ ply }) => ply).sort((a, b) => a - b),
        );
        expect(found[0].ply).toBeGreaterThan(2);
    });
});

describe("an answer", () => {
    it("is good where it is as good as the best, within a little", () => {
        expect(verdictOn(880, 900, 300)).toBe("good");
        expect(verdictOn(600, 900, 300)).toBe("better");
        expect(verdictOn(320, 900, 300)).toBe("same");
        expect(verdictOn(100, 900, 300)).toBe("worse");
    });

    it("is looked up among the best lines", () => {
        expect(scoreIn(mistake.lines, "x")).toBe(900);
        expect(scoreIn(mistake.lines, "y")).toBeNull();
    });
});

describe("hints", () => {
    const points = [["a", "b"], ["a", "c"], ["d"], []];

    it("leave the moves that begin as the best one does", () => {
        expect(hinted(points, 0, 0)).toEqual([0, 1, 2, 3]);
        expect(hinted(points, 0, 1)).toEqual([0, 1]);
        expect(hinted(points, 0, 2)).toEqual([0]);
        expect(hinted(points, 2, 2)).toEqual([2]);
    });
});

describe("what is kept", () => {
    beforeEach(() => localStorage.clear());

    it("is a training for each match, the newest fifty", () => {
        for (let i = 0; i < 60; i++) keepTraining(`m${i}`, { mistakes: [mistake], done: {} });
        keepTraining("m30", { mistakes: [mistake], done: { 2: "found" } });
        expect(trainingOf("m9")).toBeNull();
        expect(trainingOf("m10")?.mistakes).toEqual([mistake]);
        expect(trainingOf("m30")?.done).toEqual({ 2: "found" });
    });

    it("is told in a few words", () => {
        expect(progressOf("m")).toBe("");
        keepTraining("m", { mistakes: [], done: {} });
        expect(progressOf("m")).toBe("none found");
        keepTraining("m", { mistakes: [mistake, { ...mistake, ply: 4 }], done: { 2: "found" } });
        expect(progressOf("m")).toBe("1 of 2 found");
    });
});
