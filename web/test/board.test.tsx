import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board } from "../src/board/board";
import type { Scene } from "../src/types";

const scene: Scene = {
    seats: [
        { name: "Red", letter: "R" },
        { name: "Blue", letter: "B" },
    ],
    items: [
        {
            type: "grid",
            columns: 2,
            rows: 2,
            cells: [
                {
                    column: 0,
                    row: 0,
                    stack: [
                        { seat: 0, name: "red man" },
                        { seat: 1, name: "blue man" },
                    ],
                },
            ],
        },
        {
            type: "cards",
            title: "Hand",
            cards: [{ value: "K", suit: "h", zone: "Kh", name: "king of hearts" }],
        },
        { type: "list", title: "Prison", entries: [{ text: "B", seat: 1, count: 2 }] },
    ],
};

describe("the board", () => {
    let root: HTMLElement;
    const onPlay = vi.fn();
    const onWhy = vi.fn();

    const draw = (moves: string[], points: string[][]) =>
        act(() =>
            render(
                <Board
                    scene={scene}
                    ply={0}
                    moves={moves}
                    points={points}
                    onPlay={onPlay}
                    onWhy={onWhy}
                />,
                root,
            ),
        );
    const place = (name: string) => root.querySelector<SVGElement>(`[data-place="${name}"]`)!;
    const click = (name: string) =>
        act(() => void place(name).dispatchEvent(new MouseEvent("click", { bubbles: true })));
    const key = (on: Element, name: string) =>
        act(
            () => void on.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })),
        );

    beforeEach(() => {
        root = document.createElement("div");
        document.body.append(root);
        onPlay.mockReset();
        onWhy.mockReset();
    });
    afterEach(() => {
        render(null, root);
        root.remove();
    });

    it("names every place for screen readers, and no place twice", () => {
        draw([], []);
        expect(place("a1").getAttribute("aria-label")).toBe("a1: red man, on it blue man");
        expect(place("a1").getAttribute("role")).toBe("img");
        expect(root.querySelectorAll("[data-place]").length).toBe(5);
        expect(root.querySelectorAll('[data-place][tabindex="0"]').length).toBe(1);
    });

    it("lights what can be pointed at, and plays the move that is left", () => {
        draw(
            ["a1b2", "a1b1", "Kh@a2"],
            [
                ["a1", "b2"],
                ["a1", "b1"],
                ["Kh", "a2"],
            ],
        );
        expect(place("a1").getAttribute("class")).toContain("lit");
        expect(place("b2").getAttribute("class")).not.toContain("lit");
        click("a1");
        expect(place("a1").getAttribute("aria-pressed")).toBe("true");
        click("b2");
        expect(onPlay).toHaveBeenCalledWith("a1b2");
    });

    it("plays at once where a place stands for one move", () => {
        draw(
            ["a1b2", "Kh@a2"],
            [
                ["a1", "b2"],
                ["Kh", "a2"],
            ],
        );
        click("Kh");
        expect(onPlay).toHaveBeenCalledWith("Kh@a2");
    });

    it("asks why where no legal move points", () => {
        draw(
            ["a1b2", "a1b1"],
            [
                ["a1", "b2"],
                ["a1", "b1"],
            ],
        );
        click("a1");
        click("a2");
        expect(onPlay).not.toHaveBeenCalled();
        expect(onWhy).toHaveBeenCalledWith("a1a2");
    });

    it("only opens a stack where nothing is picked", () => {
        draw(
            ["b1b2", "b1a2"],
            [
                ["b1", "b2"],
                ["b1", "a2"],
            ],
        );
        click("a1");
        expect(onWhy).not.toHaveBeenCalled();
        expect(root.querySelector(".fan")!.textContent).toContain("blue man");
        click("Kh");
        expect(onWhy).toHaveBeenCalledWith("Khb2");
    });

    it("is played by keys: Enter points, Esc takes back", () => {
        draw(
            ["a1b2", "a1b1"],
            [
                ["a1", "b2"],
                ["a1", "b1"],
            ],
        );
        key(place("a1"), "Enter");
        expect(place("a1").getAttribute("aria-pressed")).toBe("true");
        key(place("b1"), "Escape");
        expect(place("a1").getAttribute("aria-pressed")).toBe("false");
        key(place("a1"), "Enter");
        key(place("b1"), "Enter");
        expect(onPlay).toHaveBeenCalledWith("a1b1");
    });

    it("tells equal cards apart for the keys, and has one place for Tab", () => {
        const hand = (count: number): Scene => ({
            items: ["Lane", "Hand"].map((title) => ({
                type: "cards",
                title,
                cards: ["9h", "7s", "Ks"].slice(0, count).map((zone) => ({ zone, name: zone })),
            })),
        });
        const show = (drawn: Scene) =>
            act(() =>
                render(
                    <Board
                        scene={drawn}
                        ply={0}
                        moves={["7s"]}
                        points={[["7s"]]}
                        onPlay={onPlay}
                        onWhy={onWhy}
                    />,
                    root,
                ),
            );
        const tabbed = () => [...root.querySelectorAll('[data-place][tabindex="0"]')];
        show(hand(3));
        const sevens = [...root.querySelectorAll<SVGElement>('[data-place="7s"]')];
        expect(tabbed()).toEqual([sevens[0]]);
        act(() => sevens[1].focus());
        expect(tabbed()).toEqual([sevens[1]]);
        show({ ...hand(3) });
        expect(tabbed()).toEqual([sevens[1]]);
        expect(document.activeElement).toBe(sevens[1]);
        act(() => root.querySelectorAll<SVGElement>('[data-place="Ks"]')[1].focus());
        show(hand(2));
        expect(tabbed().length).toBe(1);
    });

    it("offers a menu where the places name several moves", () => {
        draw(["a1n", "a1e", "b1n"], [["a1"], ["a1"], ["b1"]]);
        click("a1");
        const buttons = [
            ...root.querySelectorAll<HTMLButtonElement>(".move-menu .menu-moves button"),
        ];
        expect(buttons.map((button) => button.textContent)).toEqual(["a1n", "a1e"]);
        act(() => buttons[1].click());
        expect(onPlay).toHaveBeenCalledWith("a1e");
    });

    it("passes over points that are no places", () => {
        draw(
            ["F1a1n", "F2a1n", "F1b2n"],
            [
                ["F1", "a1"],
                ["F2", "a1"],
                ["F1", "b2"],
            ],
        );
        expect(place("b2").getAttribute("class")).toContain("lit");
        click("b2");
        expect(onPlay).toHaveBeenCalledWith("F1b2n");
    });

    it("begins anew when the moves change", () => {
        draw(
            ["a1b2", "a1b1"],
            [
                ["a1", "b2"],
                ["a1", "b1"],
            ],
        );
        click("a1");
        draw(
            ["a2b2", "a2b1"],
            [
                ["a2", "b2"],
                ["a2", "b1"],
            ],
        );
        expect(root.querySelector(".picked")).toBeNull();
    });
});
