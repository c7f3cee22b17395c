import { describe, expect, it } from "vitest";
import { choice, point } from "../src/pick";
import { beginsAnew, meant, ruleParts } from "../src/why";

describe("the move that was meant", () => {
    it("is written like the legal ones", () => {
        const now = point(
            choice(
                ["F1a2-a3n", "F1a2-b3n"],
                [
                    ["a2", "a3"],
                    ["a2", "b3"],
                ],
            ),
            "a2",
        )!;
        expect(meant(now, "h8")).toBe("F1a2-h8n");
    });

    it("replaces the first point where nothing is picked", () => {
        expect(meant(choice(["As@1"], [["As", "1"]]), "Kd")).toBe("Kd@1");
    });

    it("is made of the places where no move is like it", () => {
        expect(meant({ ...choice(["pass"], [[]]), picked: ["a1"] }, "b2")).toBe("a1b2");
    });

    it("begins anew where another move begins", () => {
        const now = point(
            choice(
                ["a2a3", "b2b3"],
                [
                    ["a2", "a3"],
                    ["b2", "b3"],
                ],
            ),
            "a2",
        )!;
        expect(beginsAnew(now, "b2")).toBe(true);
        expect(beginsAnew(now, "h8")).toBe(false);
    });
});

describe("ids of rules in a sentence", () => {
    it("are found", () => {
        expect(ruleParts("'a1' is refused. TTT-1: the cell must be empty.")).toEqual([
            "'a1' is refused. ",
            "TTT-1",
            ": the cell must be empty.",
        ]);
        expect(ruleParts("no id here")).toEqual(["no id here"]);
    });
});
