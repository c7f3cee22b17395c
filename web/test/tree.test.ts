import { describe, expect, it } from "vitest";
import { graphPath, turningPoints } from "../src/study/graph";
import { addressOf, pathOf, sourceOf } from "../src/study/source";
import { emptyTree, nodeAt, step, without, withLine } from "../src/study/tree";
import { withLines } from "../src/study/lines";
import { parseRoute } from "../src/route";

const tree = withLine(withLine(withLine(emptyTree(), ["a", "b", "c"]), ["a", "x"]), [
    "a",
    "b",
    "d",
]);

describe("variations", () => {
    it("share what they have in common, the first one being the main line", () => {
        expect(tree.children.map((node) => node.move)).toEqual(["a"]);
        expect(nodeAt(tree, ["a"])!.children.map((node) => node.move)).toEqual(["b", "x"]);
        expect(nodeAt(tree, ["z"])).toBeNull();
    });

    it("are stepped through by arrow keys", () => {
        expect(step(tree, ["a"], "ArrowRight")).toEqual(["a", "b"]);
        expect(step(tree, ["a", "b"], "ArrowLeft")).toEqual(["a"]);
        expect(step(tree, ["a", "b"], "ArrowDown")).toEqual(["a", "x"]);
        expect(step(tree, ["a", "x"], "ArrowUp")).toEqual(["a", "b"]);
        expect(step(tree, ["a", "x"], "ArrowDown")).toEqual(["a", "x"]);
        expect(step(tree, [], "ArrowUp")).toEqual([]);
        expect(step(tree, ["a", "b"], "Home")).toEqual([]);
    });

    it("are removed with what follows", () => {
        const less = without(tree, ["a", "b"]);
        expect(nodeAt(less, ["a"])!.children.map((node) => node.move)).toEqual(["x"]);
    });
});

describe("addresses of an analysis", () => {
    it("lead back to the same line", () => {
        const route = parseRoute(
            addressOf({ match: "m1", ply: 4 }, ["a2a3", "b+c d".replace(" ", "")]),
        );
        expect(sourceOf(route)).toEqual({ match: "m1", ply: 4 });
        expect(pathOf(route)).toEqual(["a2a3", "b+cd"]);
    });

    it("keep a position and a name with a slash", () => {
        const route = parseRoute(
            addressOf({ ruleset: "puzzles/masons", position: "move turn=1 a&b" }, []),
        );
        expect(sourceOf(route)).toEqual({ ruleset: "puzzles/masons", position: "move turn=1 a&b" });
    });
});

describe("the graph of the evaluation", () => {
    const scores = [500, 520, 200, 210, 900].map((score, ply) => ({ ply, score }));

    it("finds where it turned", () => {
        expect(turningPoints(scores)).toEqual([
            { ply: 2, by: -320 },
            { ply: 4, by: 690 },
        ]);
        expect(turningPoints(scores, 150, 1)).toEqual([{ ply: 4, by: 690 }]);
    });

    it("is a path with wins at the top", () => {
        expect(graphPath(scores.slice(0, 2))).toBe("M0 500L1 480");
    });
});

describe("lines of the computer", () => {
    const line = (n: number, score: number) => ({ line: n, score, depth: 1, pv: [] });

    it("take the place of older ones of their number", () => {
        const lines = withLines([line(1, 500), line(2, 400)], [line(1, 600)]);
        expect(lines.map(({ score }) => score)).toEqual([600, 400]);
    });
});
