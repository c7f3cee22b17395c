// What goes over the wire: docs/server-protocol.md and docs/scene.md as types. Nothing here is made
// up by the client; every field that the documents call optional is optional.

// ---- scenes ------------------------------------------------------------------------------------

export type Colour =
    | "red"
    | "blue"
    | "green"
    | "yellow"
    | "purple"
    | "orange"
    | "cyan"
    | "brown"
    | "grey"
    | "black"
    | "white";
export type Mark = "last" | "target" | "acting" | "won";
export type Facing = "n" | "e" | "s" | "w";

export interface Seat {
    name?: string;
    letter?: string;
    colour?: Colour;
    side?: number;
}

export interface Token {
    text?: string;
    name?: string;
}

export interface Piece {
    seat?: number;
    shape?: "disc" | "wall" | "mark";
    text?: string;
    letter?: string;
    facing?: Facing;
    marks?: Token[];
    name?: string;
}

export interface Ground {
    name?: string;
    short?: string;
    label?: string;
    colour?: Colour;
}

export interface Cell {
    column: number;
    row: number;
    zone?: string;
    void?: boolean;
    ground?: Ground;
    mark?: Mark;
    stack?: Piece[];
}

export interface GridItem {
    type: "grid";
    name?: string;
    columns: number;
    rows: number;
    column_names?: string[];
    row_names?: string[];
    stacks?: boolean;
    cells?: Cell[];
}

/** What pointing at a place means: a name in moves, or a whole move. */
export interface Pointed {
    zone?: string;
    move?: string;
}

export interface Card extends Pointed {
    value?: string;
    suit?: string;
    text?: string;
    caption?: string;
    name?: string;
    face?: boolean;
    count?: number;
    seat?: number;
    colour?: Colour;
    mark?: Mark;
    marks?: Token[];
}

export interface CardsItem extends Pointed {
    type: "cards";
    title?: string;
    seat?: number;
    cards?: Card[];
}

export interface LaneSide {
    cards?: Card[];
    slots?: number;
    front?: Card[];
    zone?: string;
}

export interface Lane extends Pointed {
    name?: string;
    marker?: { seat?: number; text?: string; name?: string };
    mark?: Mark;
    sides?: LaneSide[];
}

export interface LanesItem {
    type: "lanes";
    title?: string;
    sides: { seat?: number; title?: string }[];
    near?: number;
    lanes?: Lane[];
}

export interface Shape extends Pointed {
    shape: "circle" | "rectangle" | "polygon" | "line" | "text";
    x?: number;
    y?: number;
    radius?: number;
    width?: number;
    height?: number;
    turn?: number;
    front?: boolean;
    points?: [number, number][];
    arrow?: boolean;
    fill?: "solid" | "ground" | "none";
    text?: string;
    letter?: string;
    name?: string;
    seat?: number;
    colour?: Colour;
    mark?: Mark;
    marks?: Token[];
}

export interface CanvasItem {
    type: "canvas";
    title?: string;
    width: number;
    height: number;
    left?: number;
    bottom?: number;
    unit?: string;
    shapes?: Shape[];
}

export interface ListItem {
    type: "list";
    title?: string;
    seat?: number;
    mark?: Mark;
    entries?: { text?: string; name?: string; seat?: number; count?: number }[];
}

export interface TextItem {
    type: "text";
    title?: string;
    seat?: number;
    mark?: Mark;
    lines?: string[];
}

export type Item = GridItem | CardsItem | LanesItem | CanvasItem | ListItem | TextItem;

export interface Scene {
    title?: string;
    status?: string;
    ply?: number;
    to_move?: number;
    seats?: Seat[];
    items?: Item[];
    arrows?: { zones: string[]; seat?: number }[];
}

// ---- the server --------------------------------------------------------------------------------

export interface Person {
    id: string;
    name: string;
}

export interface Hello {
    server: string;
    protocol: number;
    now: number;
    person?: Person;
    /** Does the server take rules from persons? */
    uploads?: boolean;
}

export interface Game {
    ruleset: string;
    title: string;
    game: string;
    summary?: string;
    seats: number;
    secrets?: boolean;
    scenario?: {
        author?: string;
        story?: string;
        difficulty?: number;
        /** How many turns a puzzle has; absent for other scenarios. */
        puzzle?: number;
        /** The seat that solves it. */
        solver?: number;
        /** For each seat the level that the author has in mind, -1 for a person. */
        levels?: number[];
    };
}

export interface Games {
    games: Game[];
    /** False while the server still reads its rulesets. */
    complete?: boolean;
}

export type OptionValue = string | number | boolean;

export interface Option {
    section: string;
    key: string;
    type: "bool" | "int" | "choice" | "ints" | "size" | "text";
    default: OptionValue;
    value: OptionValue;
    help?: string;
    choices?: string[];
    min?: number;
    max?: number;
}

export type Settings = Record<string, OptionValue>;

export interface Options {
    options: Option[];
    faults: string[];
}

export interface Rules {
    title: string;
    html: string;
}

export type Clock =
    | { kind: "none" }
    | { kind: "live"; total: number; increment: number }
    | { kind: "days"; total: number };

export type RunningClock = Clock & { left?: number[]; since?: number | null };

export interface TableSeat {
    who: "person" | "level" | "open" | "invite" | "gone";
    name?: string;
    person?: string;
    level?: number;
    you?: boolean;
    here?: boolean;
}

export interface Result {
    winner: number[];
    how: "rules" | "resigned" | "time" | "agreed" | "claimed";
    by?: string;
}

export type Status = "open" | "running" | "over";

export interface Summary {
    match: string;
    title: string;
    game: string;
    ruleset: string;
    status: Status;
    seats: TableSeat[];
    clock: RunningClock;
    ply: number;
    to_move: number[];
    changed: number;
    result?: Result;
}

export type OfferKind = "draw" | "takeback" | "rematch";

export interface Table {
    match: string;
    title: string;
    game: string;
    ruleset: string;
    set?: Settings;
    public?: boolean;
    created?: number;
    status: Status;
    seats: TableSeat[];
    to_move: number[];
    clock: RunningClock;
    offers?: { kind: OfferKind; seat: number }[];
    claim?: number;
    result?: Result;
    rematch?: string;
    watchers?: number;
    commitment?: string;
    seed?: string;
    marked?: string;
}

export interface Ply {
    ply: number;
    seat: number;
    move?: string;
    says?: string[];
}

export interface View {
    ply: number;
    to_move: number;
    waiting?: number[];
    decision?: string;
    title?: string;
    over: boolean;
    winner?: number[];
    by?: string;
    scene: Scene;
    moves?: string[];
    /** The titles of the kinds of `moves`, in their order, and how many in a row have each. */
    kinds?: [title: string, count: number][];
    points?: string[][];
    log?: { since: number; plies: Ply[] };
}

export interface ChatLine {
    n: number;
    at: number;
    person?: string;
    name?: string;
    seat?: number;
    text: string;
}

export interface Opened {
    table: Table;
    /** Absent while seats are free. */
    view?: View;
    chat: ChatLine[];
    /** The rules fail, instead of a new view. */
    fault?: string;
}

export interface Line {
    line: number;
    score: number;
    depth: number;
    pv: string[];
}

export interface Studied {
    view: View;
    position?: string;
}

export interface Evaluated {
    scores: { ply: number; score: number }[];
}

export interface Push {
    push: string;
    match?: string;
    [field: string]: unknown;
}
