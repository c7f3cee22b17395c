// The parts of a scene with their defaults, as docs/scene.md states them: colours and shapes of
// seats, pieces, cells and their names, cards in words.
import type {
    Card,
    Cell,
    Colour,
    Facing,
    Ground,
    GridItem,
    Lane,
    LanesItem,
    Mark,
    Piece,
    Scene,
    Shape,
    Token,
} from "../types";

/** Default colours of seats, in turn. */
const SEAT_COLOURS: Colour[] = [
    "red",
    "blue",
    "yellow",
    "green",
    "purple",
    "orange",
    "cyan",
    "brown",
];

export interface SeatLook {
    name: string;
    letter: string;
    colour: Colour;
    side: number;
}

export function seatOf(scene: Scene, seat = -1): SeatLook {
    const entry = scene.seats?.[seat];
    if (!entry) return { name: "", letter: "", colour: "grey", side: -1 };
    return {
        name: entry.name ?? "",
        letter: entry.letter ?? "",
        colour: entry.colour ?? SEAT_COLOURS[seat % SEAT_COLOURS.length],
        side: entry.side ?? seat,
    };
}

/** Has some seat an ally? */
export function allied(scene: Scene): boolean {
    const sides = (scene.seats ?? []).map((seat, i) => seat.side ?? i);
    return new Set(sides).size < sides.length;
}

/** The number of the shape of a seat's pieces: a side has one where there are allies. */
export function formOf(scene: Scene, seat = -1): number {
    return allied(scene) ? seatOf(scene, seat).side : seatOf(scene, seat).side < 0 ? -1 : seat;
}

// ---- pieces ------------------------------------------------------------------------------------

export interface PieceLook {
    shape: "disc" | "wall" | "mark";
    text: string;
    letter: string;
    colour: Colour;
    form: number;
    facing: Facing | null;
    marks: Token[];
    words: string;
}

const WAYS: Record<Facing, string> = { n: "north", e: "east", s: "south", w: "west" };

export function marksInWords(marks: Token[] = []): string {
    return marks.map((mark) => ` with ${mark.name ?? mark.text ?? "*"}`).join("");
}

export function pieceOf(scene: Scene, piece: Piece): PieceLook {
    const seat = seatOf(scene, piece.seat);
    const shape = piece.shape ?? "disc";
    let text = piece.text ?? "";
    let letter = piece.letter ?? (shape !== "mark" || text === "" ? seat.letter : "");
    if (letter === text) letter = "";
    if (letter === "" && text === "") text = "?";
    const facing = piece.facing ?? null;
    return {
        shape,
        text,
        letter,
        colour: seat.colour,
        form: formOf(scene, piece.seat),
        facing,
        marks: piece.marks ?? [],
        words:
            (piece.name || letter + text) +
            (facing ? ` facing ${WAYS[facing]}` : "") +
            marksInWords(piece.marks),
    };
}

// ---- grids -------------------------------------------------------------------------------------

export function columnName(grid: GridItem, column: number): string {
    const letter = (n: number) => String.fromCharCode(97 + n);
    return (
        grid.column_names?.[column] ?? (column < 26 ? letter(column) : `a${letter(column - 26)}`)
    );
}

export function rowName(grid: GridItem, row: number): string {
    return grid.row_names?.[row] ?? String(row + 1);
}

export interface CellLook {
    column: number;
    row: number;
    zone: string;
    hole: boolean;
    ground: Required<Ground> | null;
    mark: Mark | null;
    stack: Piece[];
}

/** All cells of a grid, row 0 first, with those that the scene passes over. */
export function cellsOf(grid: GridItem): CellLook[] {
    const given = new Map<number, Cell>();
    for (const cell of grid.cells ?? []) given.set(cell.row * grid.columns + cell.column, cell);
    const cells: CellLook[] = [];
    for (let row = 0; row < grid.rows; row++)
        for (let column = 0; column < grid.columns; column++)
            cells.push(cellLook(grid, column, row, given.get(row * grid.columns + column)));
    return cells;
}

function cellLook(grid: GridItem, column: number, row: number, cell?: Cell): CellLook {
    const stack = cell?.stack ?? [];
    const ground = cell?.ground;
    const short = ground?.short ?? ground?.name ?? "";
    return {
        column,
        row,
        zone: cell?.zone ?? columnName(grid, column) + rowName(grid, row),
        hole: !!cell?.void && stack.length === 0,
        ground: short
            ? {
                  short,
                  name: ground?.name ?? "",
                  label: ground?.label ?? "",
                  colour: ground?.colour ?? "grey",
              }
            : null,
        mark: cell?.mark ?? null,
        stack,
    };
}

/** Is the grid drawn with room for stacks, facings and grounds? */
export function isRich(grid: GridItem, cells: CellLook[]): boolean {
    return !!grid.stacks || cells.some((c) => c.stack.length > 1 || c.ground || c.stack[0]?.facing);
}

/** What is written into the corner of a ground: the label where it has room, else the short
 *  name. */
export function groundSign(cell: CellLook, room: number): string {
    const { label, short } = cell.ground!;
    return label && [...label].length <= room && cell.stack.length < 2 ? label : short;
}

const MARK_WORDS: Record<Mark, string> = {
    last: "changed by the last turn",
    target: "a target",
    acting: "acts now",
    won: "decides the game",
};

export function markInWords(mark?: Mark | null): string {
    return mark ? `, ${MARK_WORDS[mark]}` : "";
}

/** A cell in words, for screen readers and the line below the board. */
export function cellInWords(scene: Scene, cell: CellLook): string {
    const pieces = cell.stack.map((piece) => pieceOf(scene, piece).words).join(", on it ");
    const ground = cell.ground ? `, ${cell.ground.name || cell.ground.short}` : "";
    return `${cell.zone}${ground}: ${pieces || "empty"}${markInWords(cell.mark)}`;
}

// ---- cards -------------------------------------------------------------------------------------

const SUITS: Record<string, { sign: string; colour: Colour | null; letter: string }> = {
    s: { letter: "s", sign: "♠", colour: null },
    h: { letter: "h", sign: "♥", colour: "red" },
    d: { letter: "d", sign: "♦", colour: "blue" },
    c: { letter: "c", sign: "♣", colour: "green" },
};

function suitOf(suit = "") {
    return SUITS[suit] ?? Object.values(SUITS).find((known) => known.sign === suit);
}

export interface CardLook extends Card {
    back: boolean;
    paint: Colour | null;
    index: string;
    /** Its suit as a sign, "" without one. */
    sign: string;
    words: string;
}

export function cardOf(scene: Scene, card: Card): CardLook {
    const suit = suitOf(card.suit);
    const back = card.face === false;
    const seated = (card.seat ?? -1) >= 0 && (back || !card.suit);
    const given = suit ? suit.colour : seated ? seatOf(scene, card.seat).colour : null;
    const sign = suit?.sign ?? card.suit ?? "";
    const face = (card.value ?? "") + sign;
    const count = card.count ?? 1;
    const index = face || card.text || (back ? "" : "?");
    const named =
        card.name || (back ? `a card from its back${card.text ? `, ${card.text}` : ""}` : index);
    return {
        ...card,
        back,
        paint: card.colour ?? given,
        index,
        sign,
        words:
            (count !== 1 ? `${count} times ` : "") +
            named +
            marksInWords(card.marks) +
            markInWords(card.mark),
    };
}

// ---- lanes -------------------------------------------------------------------------------------

export function laneSeat(scene: Scene, item: LanesItem, side: number): number {
    return item.sides[side]?.seat ?? (side < (scene.seats?.length ?? 0) ? side : -1);
}

export function laneTitle(scene: Scene, item: LanesItem, side: number): string {
    return item.sides[side]?.title ?? seatOf(scene, laneSeat(scene, item, side)).name;
}

/** The sides from the top of the page to the bottom: the near one is the last. */
export function sideOrder(item: LanesItem): number[] {
    const near = item.near ?? 0;
    return [...item.sides.keys()].filter((side) => side !== near).concat(near);
}

/** The largest number of places, and of cards in front, that a side has in any lane. */
export function sideDepth(item: LanesItem, side: number): { places: number; front: number } {
    let places = 1;
    let front = 0;
    for (const lane of item.lanes ?? []) {
        const here = lane.sides?.[side];
        places = Math.max(places, here?.cards?.length ?? 0, here?.slots ?? 0);
        front = Math.max(front, here?.front?.length ?? 0);
    }
    return { places, front };
}

export function laneInWords(scene: Scene, item: LanesItem, lane: Lane, name: string): string {
    const owner = lane.marker?.seat ?? -1;
    const sides = sideOrder(item).flatMap((side) => {
        const here = lane.sides?.[side];
        const cards = [...(here?.cards ?? []), ...(here?.front ?? [])];
        if (cards.length === 0) return [];
        const words = cards.map((card) => cardOf(scene, card).words).join(", ");
        return [`${laneTitle(scene, item, side)}: ${words}`];
    });
    return (
        `Lane ${name}${owner >= 0 ? ` of ${seatOf(scene, owner).name}` : ""}` +
        `${markInWords(lane.mark)}. ${sides.join(". ") || "Empty"}`
    );
}

// ---- canvases ----------------------------------------------------------------------------------

export function isThing(shape: Shape): boolean {
    return (shape.fill ?? "solid") === "solid" && shape.shape !== "line" && shape.shape !== "text";
}

export function shapeColour(scene: Scene, shape: Shape): Colour {
    return shape.colour ?? seatOf(scene, shape.seat).colour;
}

/** The middle of a shape: of the box of its points where no other is given. */
export function shapeMiddle(shape: Shape): [number, number] {
    const middle = (along: 0 | 1) => {
        const values = (shape.points ?? [[0, 0]]).map((point) => point[along]);
        return Math.trunc((Math.min(...values) + Math.max(...values)) / 2);
    };
    return [shape.x ?? middle(0), shape.y ?? middle(1)];
}

export function shapeLetter(scene: Scene, shape: Shape): string {
    const letter = shape.letter ?? (isThing(shape) ? seatOf(scene, shape.seat).letter : "");
    return letter === shape.text ? "" : letter;
}

export function shapeInWords(scene: Scene, shape: Shape, unit = ""): string {
    const named = shape.name || shapeLetter(scene, shape) + (shape.text ?? "");
    const at = shape.x === undefined ? "" : ` at ${shape.x}, ${shape.y}${unit ? ` ${unit}` : ""}`;
    const turn = shape.turn === undefined ? "" : `, turned to ${(shape.turn + 360) % 360} degrees`;
    return named + at + turn + marksInWords(shape.marks) + markInWords(shape.mark);
}
