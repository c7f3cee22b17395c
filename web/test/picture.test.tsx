// The page draws what the program's pictures draw: the same shapes at the same places, from the
// same measures. Rows of cards are placed by the page, and a narrow page has larger letters on
// grounds. MUSTER_BIN is the program; without it the one that the checkout has built.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Board } from "../src/board/board";
import { M } from "../src/board/measures";
import type { Scene } from "../src/types";

const PROGRAM = process.env.MUSTER_BIN ?? resolve("../build/muster");
const SCENES = "../tests/corpus/scene";

// ---- a game that shows a scene -----------------------------------------------------------------

const lua = (value: unknown): string => {
    if (Array.isArray(value)) return `{${value.map(lua)}}`;
    if (typeof value !== "object")
        return JSON.stringify(value).replace(/\\u(....)/g, "\\u{$1}");
    return `{${Object.entries(value!).map(([key, of]) => `["${key}"] = ${lua(of)}`)}}`;
};

const gameOf = (scene: Scene) => `muster.module { title = "Picture" }
muster.game { title = "Picture", seats = 2 }
muster.grid { columns = 1, rows = 1 }
local wait = muster.decision { "wait", title = "wait", seat = function() return 0 end }
muster.move { "pass", at = wait, title = "pass", text = "pass",
  apply = function() over("done") end }
muster.setup(function() go(wait) end)
muster.scene(function() return ${lua(scene)} end)
muster.rules { title = "How to play", { id = "P-1", ending = "done", text = "Pass." } }
`;

/** The picture that the program draws of a scene. */
function pictureOf(home: string, scene: Scene): Element {
    writeFileSync(join(home, "lua/small/picture.lua"), gameOf(scene));
    const words = ["--folder", home, "show", "picture", "--svg"];
    const text = execFileSync(PROGRAM, words, { encoding: "utf8" });
    return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

/** A page that is so wide that nothing is made to fit. */
class WideObserver {
    constructor(private told: (entries: object[]) => void) {}
    observe = () => this.told([{ contentRect: { width: 4000 } }]);
    disconnect() {}
}

/** What the page draws of it. */
function pageOf(scene: Scene): Element {
    const root = document.createElement("div");
    const none = () => {};
    vi.stubGlobal("ResizeObserver", WideObserver);
    const empty = { ply: 0, moves: [], points: [], onPlay: none, onWhy: none };
    act(() => render(<Board scene={scene} {...empty} />, root));
    const page = root.cloneNode(true) as Element;
    act(() => render(null, root));
    return page;
}

// ---- shapes ------------------------------------------------------------------------------------

interface At {
    x: number;
    y: number;
}

/** The numbers of a path moved: those of capital letters are places, the others are ways. */
function movedPath(path: string, by: At): string {
    return path.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, letter: string, list: string) => {
        const numbers = (list.match(/-?[\d.]+/g) ?? []).map(Number);
        const add = letter === "V" ? [by.y] : [by.x, by.y];
        const place = letter === letter.toUpperCase();
        return letter + numbers.map((n, i) => (place ? n + add[i % add.length] : n)).join(" ");
    });
}

function shapeOf(element: Element, by: At): string {
    const number = (name: string, add = 0) => {
        const value = element.getAttribute(name);
        return value === null ? "" : ` ${name}=${Number(value) + add}`;
    };
    const path = element.getAttribute("d") ?? "";
    const points = (element.getAttribute("points") ?? "").replace(/,/g, " ");
    const sizes = [...element.children].map((part) => part.getAttribute("font-size"));
    return [
        element.localName,
        number("x", by.x) + number("y", by.y) + number("cx", by.x) + number("cy", by.y),
        ["width", "height", "rx", "r", "font-size"].map((name) => number(name)).join(""),
        movedPath(path, by) + (points && movedPath(`M${points}`, by)),
        element.localName === "text" ? `${element.textContent} ${sizes}` : "",
    ].join("");
}

const PASSED = "title, desc, defs, style, .nothing, .outline-lit, .outline-picked, .ring";
const SHAPES = ["rect", "circle", "polygon", "path", "text"];

/** The shapes below an element, by the place that they belong to. */
function shapesOf(element: Element, by: At, place = "", into = new Map<string, string[]>()) {
    for (const child of element.children) {
        if (child.matches(PASSED)) continue;
        const name = child.getAttribute("data-move") ?? child.getAttribute("data-zone") ?? place;
        const list = into.get(name) ?? [];
        into.set(name, list);
        const turn = /^(\w+)\(([^)]*)\)/.exec(child.getAttribute("transform") ?? "");
        const middle = turn ? `M${turn[2].split(" ").slice(-2).join(" ")}` : "";
        if (turn) list.push(turn[1] + movedPath(middle, by));
        const inner = {
            x: by.x + Number(child.getAttribute("x") ?? 0),
            y: by.y + Number(child.getAttribute("y") ?? 0),
        };
        if (SHAPES.includes(child.localName)) list.push(shapeOf(child, by));
        else if (child.localName === "svg") shapesOf(child, inner, name, into);
        else shapesOf(child, turn?.[1] === "translate" ? { x: 0, y: 0 } : by, name, into);
    }
    return into;
}

const ORIGIN = { x: 0, y: 0 };

/** Where the first rectangle, circle or text of a place lies. */
function cornerOf(list: string[]): At | null {
    const [, x, y] = /(?:^|;)\w+ c?x=(\S+) c?y=(\S+)/.exec(list.join(";")) ?? [];
    return x ? { x: Number(x), y: Number(y) } : null;
}

/** Compare an SVG of the page with the picture: each place of it, laid over its place there. */
function compare(page: Element, picture: Map<string, string[]>): number {
    const places = [...shapesOf(page, ORIGIN)].filter(([place]) => place !== "");
    const first = places.find(([, shapes]) => cornerOf(shapes));
    if (!first) return 0;
    const there = cornerOf(picture.get(first[0])!)!;
    const here = cornerOf(first[1])!;
    const moved = shapesOf(page, { x: there.x - here.x, y: there.y - here.y });
    for (const [place, shapes] of moved)
        if (place !== "")
            expect([place, ...shapes].sort()).toEqual([place, ...picture.get(place)!].sort());
    // Names, axes and arrows belong to no place; the picture has titles and panels as well.
    for (const shape of moved.get("") ?? []) expect(picture.get("")).toContain(shape);
    return places.length;
}

describe("the page and the picture", () => {
    const home = mkdtempSync(join(tmpdir(), "muster-picture-"));
    beforeAll(() => {
        for (const folder of ["lua/small", "rulesets"])
            mkdirSync(join(home, folder), { recursive: true });
        const rules = "[game]\ntitle = Picture\n[modules]\nsmall.picture = on\n";
        writeFileSync(join(home, "rulesets/picture.ini"), rules);
    });
    afterAll(() => {
        rmSync(home, { recursive: true });
        vi.unstubAllGlobals();
    });

    // An empty card, as cards.json has one, would be a list in Lua.
    const names = readdirSync(SCENES).filter((name) => name !== "cards.json");
    it.each(names)("draw the same shapes: %s", { timeout: 60000 }, (name) => {
        const scene = JSON.parse(readFileSync(join(SCENES, name), "utf8")) as Scene;
        const picture = shapesOf(pictureOf(home, scene), ORIGIN);
        const drawn = pageOf(scene).querySelectorAll(".grid, .lanes, .canvas, .card-svg");
        const places = [...drawn].map((svg) => compare(svg, picture));
        expect(places.reduce((sum, count) => sum + count)).toBeGreaterThan(2);
    });
});

describe("measures", () => {
    const textOf = (folder: string, name: RegExp) =>
        readdirSync(folder)
            .filter((file) => name.test(file))
            .map((file) => readFileSync(join(folder, file), "utf8"))
            .join("\n");
    const program = textOf("../engine/faces/scene", /^svg.*\.[ch]$/);
    const page = textOf("src/board", /\.tsx?$/) + textOf("src/style", /^board.css$/);
    const unread = (group: string, name: string) => {
        const taken = `\\{[^{}]*\\b${name}\\b[^{}]*\\} = M\\.${group}\\b`;
        const here = `M\\.${group}\\.${name}\\b|--${group}-${name}\\b|${taken}`;
        return (
            !new RegExp(`\\bM_${group}_${name}\\b`, "i").test(program) ||
            // Of paints vite.config.ts makes classes.
            (group !== "paint" && !new RegExp(here).test(page))
        );
    };

    it("are read on both sides", () => {
        const all = Object.entries(M).flatMap(([group, list]) =>
            Object.keys(list).filter((name) => unread(group, name)),
        );
        expect(all).toEqual([]);
    });
});
