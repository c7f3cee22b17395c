import { describe, expect, it } from "vitest";
import { nextSpot, type Spot } from "../src/board/spatial";

const grid: Spot[] = ["a1", "b1", "c1", "a2", "b2", "c2"].map((name, i) => ({
    name,
    x: (i % 3) * 50,
    y: i < 3 ? 50 : 0,
}));
const at = (name: string) => grid.find((spot) => spot.name === name)!;

describe("arrow keys", () => {
    it("lead to the neighbour", () => {
        expect(nextSpot(grid, at("a1"), "ArrowRight")?.name).toBe("b1");
        expect(nextSpot(grid, at("b1"), "ArrowUp")?.name).toBe("b2");
        expect(nextSpot(grid, at("b2"), "ArrowDown")?.name).toBe("b1");
    });

    it("stop at the edge", () => {
        expect(nextSpot(grid, at("a1"), "ArrowLeft")).toBeNull();
        expect(nextSpot(grid, at("a1"), "ArrowDown")).toBeNull();
    });

    it("cross over to another part of the page", () => {
        const hand = { name: "Kh", x: 60, y: 160 };
        expect(nextSpot([...grid, hand], at("b1"), "ArrowDown")?.name).toBe("Kh");
        expect(nextSpot([...grid, hand], hand, "ArrowUp")?.name).toBe("b1");
    });
});
