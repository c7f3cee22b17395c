// What all drawings share: lines of text, bodies of pieces, badges, grounds, marks. The measures
// are those of the SVG pictures (engine/scene/svg_*.c); colours come from classes
// (style/board.css).
import type { Mark, Token } from "../types";

export function letters(text: string): number {
    return [...text].length;
}

interface TextProps {
    x: number;
    y: number;
    size: number;
    anchor?: "start" | "middle" | "end";
    bold?: boolean;
    look: string;
    children: string;
}

export function Text({ x, y, size, anchor = "middle", bold = true, look, children }: TextProps) {
    return (
        <text
            x={x}
            y={y}
            class={look}
            font-size={size}
            text-anchor={anchor}
            font-weight={bold ? "bold" : undefined}
        >
            {children}
        </text>
    );
}

/** A text within a width: in a smaller font, or cut if that is not enough. */
export function Fitted({ width, ...text }: TextProps & { width: number }) {
    const count = letters(text.children);
    const size = Math.max(
        5,
        Math.min(text.size, count ? Math.floor((width * 10) / (count * 6)) : 99),
    );
    const room = Math.floor((width * 10) / (size * 6));
    const cut =
        count > room
            ? `${[...text.children].slice(0, Math.max(0, room - 1)).join("")}…`
            : text.children;
    return (
        <Text {...text} size={size}>
            {cut}
        </Text>
    );
}

/** A disc, square, hexagon or octagon in turn; `form` -1 is nobody's. */
export function Outline({
    form,
    x,
    y,
    r,
    look,
}: {
    form: number;
    x: number;
    y: number;
    r: number;
    look: string;
}) {
    const polygon = (corners: number[][]) =>
        corners.map(([cx, cy]) => `${x + (cx * r) / 100},${y + (cy * r) / 100}`).join(" ");
    switch (form < 0 ? 0 : form % 4) {
        case 1:
            return (
                <rect
                    class={look}
                    x={x - r * 0.92}
                    y={y - r * 0.92}
                    width={r * 1.84}
                    height={r * 1.84}
                    rx={r / 5}
                />
            );
        case 2:
            return <polygon class={look} points={polygon(HEXAGON)} />;
        case 3:
            return <polygon class={look} points={polygon(OCTAGON)} />;
        default:
            return <circle class={look} cx={x} cy={y} r={r} />;
    }
}

const HEXAGON = [
    [-104, 0],
    [-58, -92],
    [58, -92],
    [104, 0],
    [58, 92],
    [-58, 92],
];
const OCTAGON = [
    [-98, -42],
    [-42, -98],
    [42, -98],
    [98, -42],
    [98, 42],
    [42, 98],
    [-42, 98],
    [-98, 42],
];

export function Body({ form, x, y, r }: { form: number; x: number; y: number; r: number }) {
    const look = `fill edge${r > 15 ? " thick" : ""}${form < 0 ? " dashed" : ""}`;
    return (
        <>
            <Outline form={form} x={x} y={y} r={r} look={look} />
            {r > 15 && <Outline form={form} x={x} y={y} r={r - 5} look="rim" />}
        </>
    );
}

const HIGH = ["'", "^", '"', "`", "*"];

export function Badge({ x, y, r, sign }: { x: number; y: number; r: number; sign: string }) {
    const count = letters(sign);
    const size = count > 1 ? (r * 1.6 * 3) / (count + 2) : r * 1.6;
    return (
        <>
            <circle class={`badge${r > 7 ? " thick" : ""}`} cx={x} cy={y} r={r} />
            <Text
                x={x}
                y={y + size * (HIGH.includes(sign) ? 0.55 : 0.36)}
                size={size}
                look="on-card"
            >
                {sign}
            </Text>
        </>
    );
}

export function tokenSign(token: Token): string {
    return token.text ?? "*";
}

// ---- grounds and marks -------------------------------------------------------------------------

const STROKES = [
    "M0 8h16", // level
    "M8 0v16", // upright
    "M0 16L16 0M-4 4L4 -4M12 20L20 12", // rising
    "M0 0L16 16M12 -4L20 4M-4 12L4 20", // falling
    "M0 0L16 16M0 16L16 0", // crossed
    "M0 12L8 4L16 12", // peaks
    "M7 8h2M-1 0h2M15 0h2M-1 16h2M15 16h2", // dots
    "M0 10q4 -6 8 0t8 0", // waves
];

/** The patterns of grounds: once on a page. */
export function Patterns() {
    return (
        <svg class="patterns" width="0" height="0" aria-hidden="true">
            <defs>
                {STROKES.map((d, i) => (
                    <pattern id={`ground${i}`} width="16" height="16" patternUnits="userSpaceOnUse">
                        <path d={d} class="pattern" />
                    </pattern>
                ))}
            </defs>
        </svg>
    );
}

/** The pattern that a sign chooses. */
export function patternOf(sign: string): string {
    const first = new TextEncoder().encode(sign)[0] ?? 0;
    return `url(#ground${first % STROKES.length})`;
}

export function MarkBox({
    mark,
    x,
    y,
    width,
    height,
}: {
    mark: Mark;
    x: number;
    y: number;
    width: number;
    height: number;
}) {
    return (
        <rect
            class={`mark-${mark}`}
            x={x + 4}
            y={y + 4}
            width={Math.max(1, width - 8)}
            height={Math.max(1, height - 8)}
            rx={4}
        />
    );
}

// ---- arrows ------------------------------------------------------------------------------------

export interface Point {
    x: number;
    y: number;
}

/** An arrow along points that ends `gap` before the last one. */
export function Arrow({
    points,
    size,
    gap,
    look,
}: {
    points: Point[];
    size: number;
    gap: number;
    look: string;
}) {
    const last = points[points.length - 1];
    const before = points[points.length - 2];
    const length = before ? Math.hypot(last.x - before.x, last.y - before.y) : 0;
    if (length === 0) return null;
    const ux = (last.x - before.x) / length;
    const uy = (last.y - before.y) / length;
    const head = size / 8;
    const tip = { x: last.x - ux * gap, y: last.y - uy * gap };
    const base = { x: tip.x - ux * head, y: tip.y - uy * head };
    const way = [...points.slice(0, -1), base]
        .map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`)
        .join("");
    return (
        <g class={look} pointer-events="none">
            <path class="arrow-halo" d={way} stroke-width={size / 14 + 3} />
            <path class="arrow-line" d={way} stroke-width={size / 14} />
            <path
                class="arrow-head"
                d={`M${tip.x} ${tip.y}L${base.x - uy * head} ${base.y + ux * head}L${base.x + uy * head} ${
                    base.y - ux * head
                }z`}
            />
        </g>
    );
}
