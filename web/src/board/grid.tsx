// A grid as one SVG: cells from the top row down, their grounds, marks and stacks, names at the
// edges, and the arrows of the last turn above all.
import { useContext } from "preact/hooks";
import { cellInWords, cellsOf, columnName, groundSign, isRich, rowName } from "../scene/model";
import type { CellLook } from "../scene/model";
import type { GridItem, Scene } from "../types";
import { Stack } from "./pieces";
import { Board, PlaceBox, pointed } from "./place";
import { half, M, part } from "./measures";
import { Arrow, letters as count, MarkBox, patternOf, Text, type Point } from "./svg";

function cellSize(grid: GridItem, cells: CellLook[]): number {
    if (isRich(grid, cells)) return M.grid.rich;
    const small = grid.columns <= M.grid.few && grid.rows <= M.grid.few;
    return small ? M.grid.large : M.grid.plain;
}

interface CellBox {
    cell: CellLook;
    x: number;
    y: number;
    size: number;
    /** Letters of what is written beside pieces: larger where the board is drawn small. */
    letters: number;
}

function GroundOf({ cell, x, y, size, letters }: CellBox) {
    const ground = cell.ground!;
    const label = groundSign(cell, Math.floor(size / letters));
    const base = y + M.grid.ground_base + letters;
    return (
        <g class={`paint-${ground.colour}`}>
            <rect class="tint border" x={x} y={y} width={size} height={size} />
            <rect fill={patternOf(ground.short)} x={x} y={y} width={size} height={size} />
            <Text
                x={x + M.grid.ground_left}
                y={base}
                size={letters}
                anchor="start"
                look="on-tint"
            >
                {label}
            </Text>
            {label !== ground.short && (
                <Text
                    x={x + size - M.grid.ground_right}
                    y={base}
                    size={letters}
                    anchor="end"
                    look="on-tint"
                >
                    {ground.short}
                </Text>
            )}
        </g>
    );
}

function CellView({ cell, x, y, size, letters }: CellBox) {
    const { scene } = useContext(Board);
    const field = (cell.column + cell.row) % 2 ? "field-light" : "field";
    return (
        <g {...pointed(cell)}>
            <g aria-hidden="true">
                {cell.ground ? (
                    <GroundOf cell={cell} x={x} y={y} size={size} letters={letters} />
                ) : (
                    <rect class={`${field} border`} x={x} y={y} width={size} height={size} />
                )}
                {cell.mark && <MarkBox mark={cell.mark} x={x} y={y} width={size} height={size} />}
                <Stack scene={scene} stack={cell.stack} x={x} y={y} size={size} />
            </g>
            <PlaceBox
                where={cell}
                words={cellInWords(scene, cell)}
                x={x}
                y={y}
                width={size}
                height={size}
            />
        </g>
    );
}

/** The middles of the zones of an arrow that are in the grid. */
function wayOf(zones: string[], middles: Map<string, Point>): Point[] {
    return zones.flatMap((zone) => middles.get(zone) ?? []);
}

const LEAST = 10; /* pixels of a letter on a page that is narrow */

/** Names of rows that are longer than the room for them widen the picture at its left. */
function leadOf(item: GridItem, size: number): number {
    const names = [...Array(item.rows).keys()].map((row) => count(rowName(item, row)));
    const longest = part(Math.max(...names) * size, M.face.wide);
    return Math.max(0, longest - M.grid.labels + M.grid.row_gap);
}

export function Grid({
    item,
    scene,
    width: room,
}: {
    item: GridItem;
    scene: Scene;
    width: number;
}) {
    const { flip } = useContext(Board);
    const cells = cellsOf(item);
    const size = cellSize(item, cells);
    const xOf = (column: number) =>
        M.grid.labels + (flip ? item.columns - 1 - column : column) * size;
    const yOf = (row: number) => 2 + (flip ? row : item.rows - 1 - row) * size;
    const width = M.grid.labels + item.columns * size + 2;
    const height = item.rows * size + 28;
    const scale = Math.min(1, room / width);
    const letters = Math.min(size / 3, Math.max(part(size, M.grid.ground_letters), LEAST / scale));
    const names = Math.min(26, Math.max(M.grid.names, LEAST / scale));
    const middles = new Map(
        cells.map((c) => [c.zone, { x: xOf(c.column) + half(size), y: yOf(c.row) + half(size) }]),
    );
    const order = flip ? cells : [...cells].sort((a, b) => b.row - a.row || a.column - b.column);
    const rows = [...Array(item.rows).keys()];
    const lead = leadOf(item, names);
    const columns = [...Array(item.columns).keys()];
    return (
        <svg
            class={`grid ${widthClass(width)}`}
            viewBox={`${-lead} 0 ${width + lead} ${height}`}
            role="group"
            aria-label={item.name || "Board"}
        >
            {rows.map((row) => (
                <Text
                    x={M.grid.labels - M.grid.row_gap}
                    y={yOf(row) + half(size) + M.grid.row_base}
                    size={names}
                    anchor="end"
                    bold={false}
                    look="faint"
                >
                    {rowName(item, row)}
                </Text>
            ))}
            {order
                .filter((cell) => !cell.hole)
                .map((cell) => (
                    <CellView
                        key={cell.zone}
                        cell={cell}
                        x={xOf(cell.column)}
                        y={yOf(cell.row)}
                        size={size}
                        letters={letters}
                    />
                ))}
            {columns.map((column) => (
                <Text
                    x={xOf(column) + half(size)}
                    y={item.rows * size + 2 + M.grid.column_base}
                    size={names}
                    bold={false}
                    look="faint"
                >
                    {columnName(item, column)}
                </Text>
            ))}
            {(scene.arrows ?? []).map((arrow) => (
                <Arrow
                    points={wayOf(arrow.zones, middles)}
                    size={size}
                    gap={part(size, M.arrow.gap)}
                    look="trail"
                />
            ))}
        </svg>
    );
}

/** A class that keeps a small board from being drawn too large. */
export function widthClass(units: number): string {
    return units < 320 ? "w-small" : units < 560 ? "w-medium" : units < 800 ? "w-large" : "w-full";
}
