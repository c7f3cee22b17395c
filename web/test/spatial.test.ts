import { describe, expect, it } from "vitest";
import { nearest, nextLit, nextSpot, type Spot } from "../src/board/spatial";

function spot(name: string, x: number, y: number): Spot {
    const element = document.createElement("div");
    element.id = name;
    return { element, x, y };
}

const grid = ["a1", "b1", "c1", "a2", "b2", "c2"].map((name, i) =>
    spot(name, (i % 3) * 50, i < 3 ? 50 : 0),
);
const at = (name: string) => grid.find(({ element }) => element.id === name)!;

describe("arrow keys", () => {
    it("lead to the neighbour", () => {
        expect(nextSpot(grid, at("a1"), "ArrowRight")?.element.id).toBe("b1");
        expect(nextSpot(grid, at("b1"), "ArrowUp")?.element.id).toBe("b2");
        expect(nextSpot(grid, at("b2"), "ArrowDown")?.element.id).toBe("b1");
    });

    it("stop at the edge", () => {
        expect(nextSpot(grid, at("a1"), "ArrowLeft")).toBeNull();
        expect(nextSpot(grid, at("a1"), "ArrowDown")).toBeNull();
    });

    it("cross over to another part of the page", () => {
        const hand = spot("Kh", 60, 160);
        expect(nextSpot([...grid, hand], at("b1"), "ArrowDown")?.element.id).toBe("Kh");
        expect(nextSpot([...grid, hand], hand, "ArrowUp")?.element.id).toBe("b1");
    });

    it("do not pass over a row for what lies straight ahead", () => {
        const [hand, deck, lane] = [spot("Kh", 76, 0), spot("deck", 0, 137), spot("lane", 76, 275)];
        expect(nextSpot([hand, deck, lane], hand, "ArrowDown")?.element.id).toBe("deck");
    });

    it("lead from one place that can be picked to the next", () => {
        const root = document.createElement("div");
        for (const look of ["place lit", "place", "place", "place lit"]) {
            const place = document.createElement("div");
            place.className = look;
            place.setAttribute("data-place", "a");
            root.append(place);
        }
        const [first, second, , last] = root.children;
        expect(nextLit(root, first, 1)).toBe(last);
        expect(nextLit(root, last, 1)).toBe(first);
        expect(nextLit(root, second, -1)).toBe(first);
        last.className = "place";
        expect(nextLit(root, first, -1)).toBeNull();
    });

    it("go to the nearest where a place is gone", () => {
        expect(nearest(grid, { x: 90, y: 55 })?.element.id).toBe("c1");
        expect(nearest([], { x: 0, y: 0 })).toBeNull();
    });
});
