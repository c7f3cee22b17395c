import { describe, expect, it } from "vitest";
import { legendOf } from "../src/scene/legend";
import {
    cardOf,
    cellInWords,
    cellsOf,
    columnName,
    formOf,
    groundSign,
    isRich,
    pieceOf,
    seatOf,
    sideOrder,
} from "../src/scene/model";
import type { GridItem, LanesItem, Scene } from "../src/types";

const scene: Scene = {
    seats: [
        { name: "Flaym", letter: "F", colour: "red" },
        { name: "Frost", letter: "I" },
    ],
};

describe("seats", () => {
    it("have colours in turn and a shape each", () => {
        expect(seatOf(scene, 1).colour).toBe("blue");
        expect(seatOf(scene, -1).colour).toBe("grey");
        expect([formOf(scene, 0), formOf(scene, 1), formOf(scene, -1)]).toEqual([0, 1, -1]);
    });

    it("have the shape of their side where there are allies", () => {
        const four = { seats: [{ side: 0 }, { side: 1 }, { side: 0 }] };
        expect(formOf(four, 2)).toBe(0);
    });
});

describe("pieces", () => {
    it("show a letter that equals the text once, and never nothing", () => {
        expect(pieceOf(scene, { seat: 0, text: "F" })).toMatchObject({ letter: "", text: "F" });
        expect(pieceOf(scene, {})).toMatchObject({ letter: "", text: "?" });
        expect(pieceOf(scene, { seat: 0, shape: "mark", text: "X" }).letter).toBe("");
    });
});

describe("grids", () => {
    const grid: GridItem = {
        type: "grid",
        columns: 3,
        rows: 2,
        cells: [
            {
                column: 0,
                row: 0,
                mark: "last",
                stack: [
                    { text: "1", seat: 0, facing: "n", name: "Flaym battalion" },
                    { text: "2", seat: 1, marks: [{ text: "+", name: "Vigor" }] },
                ],
            },
            {
                column: 1,
                row: 0,
                zone: "x9",
                ground: { name: "Forest", short: "f", label: "Forest" },
            },
            { column: 2, row: 1, void: true },
        ],
    };
    const cells = cellsOf(grid);

    it("name their cells", () => {
        expect(cells.map((cell) => cell.zone)).toEqual(["a1", "x9", "c1", "a2", "b2", "c2"]);
        expect(columnName({ ...grid, columns: 40 }, 27)).toBe("ab");
        expect(cells[5].hole).toBe(true);
        expect(isRich(grid, cells)).toBe(true);
    });

    it("tell a cell in words", () => {
        expect(cellInWords(scene, cells[0])).toBe(
            "a1: Flaym battalion facing north, on it I2 with Vigor, changed by the last turn",
        );
        expect(cellInWords(scene, cells[1])).toBe("x9, Forest: empty");
    });

    it("label a ground where there is room", () => {
        expect(groundSign(cells[1], 12)).toBe("Forest");
        expect(groundSign(cells[1], 3)).toBe("f");
    });

    it("have a legend with each sign once", () => {
        const legend = legendOf({ ...scene, items: [grid] });
        expect(legend.tokens).toEqual([{ sign: "+", name: "Vigor" }]);
        expect(legend.grounds).toEqual([{ sign: "f", name: "Forest", colour: "grey" }]);
        expect(legend.marks).toEqual(["last"]);
    });
});

describe("cards", () => {
    it("have suits as signs with a colour", () => {
        expect(cardOf(scene, { value: "5", suit: "h" })).toMatchObject({
            index: "5♥",
            paint: "red",
        });
        expect(cardOf(scene, { value: "9", suit: "s" }).paint).toBeNull();
    });

    it("tell nothing from their back", () => {
        const back = cardOf(scene, { face: false, count: 4, seat: 1 });
        expect(back).toMatchObject({
            index: "",
            paint: "blue",
            words: "4 times a card from its back",
        });
    });

    it("lie at sides of which the near one is drawn last", () => {
        const item: LanesItem = { type: "lanes", sides: [{}, {}, {}], near: 1 };
        expect(sideOrder(item)).toEqual([0, 2, 1]);
    });
});
