// A grid as one SVG: cells from the top row down, their grounds, marks and stacks, names at the
// edges, and the arrows of the last turn above all.
import { useContext } from "preact/hooks";
import { cellInWords, cellsOf, columnName, groundSign, isRich, rowName } from "../scene/model";
import type { CellLook } from "../scene/model";
import type { GridItem, Scene } from "../types";
import { Stack } from "./pieces";
import { Board, Outlines, pointed, usePlace } from "./place";
import { Arrow, MarkBox, patternOf, Text, type Point } from "./svg";

const LABELS = 24;
const RICH = 120;
const PLAIN = 64;
const LARGE = 88;

function cellSize(grid: GridItem, cells: CellLook[]): number {
  if (isRich(grid, cells)) return RICH;
  return grid.columns <= 4 && grid.rows <= 4 ? LARGE : PLAIN;
}

function GroundOf({ cell, x, y, size }: { cell: CellLook; x: number; y: number; size: number }) {
  const ground = cell.ground!;
  const label = groundSign(cell, Math.floor(size / 10));
  const base = y + 7 + size / 12;
  return (
    <g class={`paint-${ground.colour}`}>
      <rect class="tint border" x={x} y={y} width={size} height={size} />
      <rect fill={patternOf(ground.short)} x={x} y={y} width={size} height={size} />
      <Text x={x + 9} y={base} size={size / 10} anchor="start" look="on-tint">{label}</Text>
      {label !== ground.short && (
        <Text x={x + size - 7} y={base} size={size / 10} anchor="end" look="on-tint">
          {ground.short}
        </Text>
      )}
    </g>
  );
}

function CellView({ cell, x, y, size }: { cell: CellLook; x: number; y: number; size: number }) {
  const { scene } = useContext(Board);
  const { look, props } = usePlace(cell, cellInWords(scene, cell));
  const field = (cell.column + cell.row) % 2 ? "field-light" : "field";
  return (
    <g class={`place${look}`} {...pointed(cell)} {...props}>
      {cell.ground ? (
        <GroundOf cell={cell} x={x} y={y} size={size} />
      ) : (
        <rect class={`${field} border`} x={x} y={y} width={size} height={size} />
      )}
      {cell.mark && <MarkBox mark={cell.mark} x={x} y={y} width={size} height={size} />}
      <Stack scene={scene} stack={cell.stack} x={x} y={y} size={size} />
      <Outlines x={x} y={y} width={size} height={size} />
    </g>
  );
}

/** The middles of the zones of an arrow that are in the grid. */
function wayOf(zones: string[], middles: Map<string, Point>): Point[] {
  return zones.flatMap((zone) => middles.get(zone) ?? []);
}

export function Grid({ item, scene }: { item: GridItem; scene: Scene }) {
  const { flip } = useContext(Board);
  const cells = cellsOf(item);
  const size = cellSize(item, cells);
  const xOf = (column: number) => LABELS + (flip ? item.columns - 1 - column : column) * size;
  const yOf = (row: number) => 2 + (flip ? row : item.rows - 1 - row) * size;
  const width = LABELS + item.columns * size + 2;
  const height = item.rows * size + 28;
  const middles = new Map(
    cells.map((c) => [c.zone, { x: xOf(c.column) + size / 2, y: yOf(c.row) + size / 2 }]),
  );
  const order = flip ? cells : [...cells].sort((a, b) => b.row - a.row || a.column - b.column);
  const rows = [...Array(item.rows).keys()];
  const columns = [...Array(item.columns).keys()];
  return (
    <svg class={`grid ${widthClass(width)}`} viewBox={`0 0 ${width} ${height}`} role="group"
      aria-label={item.name || "Board"}>
      {rows.map((row) => (
        <Text x={LABELS - 9} y={yOf(row) + size / 2 + 5} size={15} anchor="end" bold={false} look="faint">
          {rowName(item, row)}
        </Text>
      ))}
      {order
        .filter((cell) => !cell.hole)
        .map((cell) => (
          <CellView key={cell.zone} cell={cell} x={xOf(cell.column)} y={yOf(cell.row)} size={size} />
        ))}
      {columns.map((column) => (
        <Text x={xOf(column) + size / 2} y={height - 8} size={15} bold={false} look="faint">
          {columnName(item, column)}
        </Text>
      ))}
      {(scene.arrows ?? []).map((arrow) => (
        <Arrow points={wayOf(arrow.zones, middles)} size={size} gap={size / 3} look="trail" />
      ))}
    </svg>
  );
}

/** A class that keeps a small board from being drawn too large. */
export function widthClass(units: number): string {
  return units < 320 ? "w-small" : units < 560 ? "w-medium" : units < 800 ? "w-large" : "w-full";
}
