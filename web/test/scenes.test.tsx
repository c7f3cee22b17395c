// Every kind of item of docs/scene.md is drawn: its own examples are the scenes.
import { readFileSync } from "node:fs";
import { render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { Board } from "../src/board/board";
import type { Scene } from "../src/types";

const page = readFileSync("../docs/scene.md", "utf8");
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    (found) => JSON.parse(found[1]) as Scene,
);

function drawn(scene: Scene): HTMLElement {
    const root = document.createElement("div");
    act(() =>
        render(
            <Board
                scene={scene}
                ply={0}
                moves={[]}
                points={[]}
                onPlay={() => {}}
                onWhy={() => {}}
            />,
            root,
        ),
    );
    return root;
}

describe("the examples of docs/scene.md", () => {
    it("are three: a grid, lanes, a canvas", () => {
        expect(examples.map((scene) => scene.items?.some((item) => item.type === "grid"))).toEqual([
            true,
            false,
            false,
        ]);
        expect(examples.length).toBe(3);
    });

    it("draw a grid with stacks, grounds and what is beside it", () => {
        const root = drawn(examples[0]);
        expect(root.querySelectorAll("svg.grid [data-place]").length).toBe(5);
        expect(root.querySelector('[data-place="a1"]')!.getAttribute("aria-label")).toContain(
            "with Vigor",
        );
        expect(root.querySelector(".panel")!.textContent).toContain("Prison");
        expect(root.querySelector(".legend")!.textContent).toContain("Forest");
    });

    it("draw lanes, rows and piles", () => {
        const root = drawn(examples[1]);
        expect(root.querySelectorAll("svg.lanes [data-place]").length).toBe(2);
        expect(root.querySelector('[data-place="1"]')!.getAttribute("aria-label")).toContain(
            "Lane 1 of South",
        );
        expect(root.querySelector('[data-move="draw"]')!.textContent).toContain("×26");
        expect(root.querySelectorAll(".slot").length).toBe(6);
    });

    it("draw a canvas, with places for what can be pointed at", () => {
        const root = drawn(examples[2]);
        const places = [...root.querySelectorAll("svg.canvas [data-place]")];
        expect(places.map((place) => place.getAttribute("data-place"))).toEqual([
            "R1",
            "B2",
            "R1>3",
        ]);
    });

    it("need no style attribute, which the policy for content would refuse", () => {
        for (const scene of examples) expect(drawn(scene).querySelector("[style]")).toBeNull();
    });
});
