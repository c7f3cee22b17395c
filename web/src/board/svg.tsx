// What all drawings share: lines of text, bodies of pieces, badges, grounds, marks. Colours come
// from classes (style/board.css).
import type { Mark, Token } from "../types";
import { M, part } from "./measures";

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

/** How many letters of a size fit a width, or the size at which so many do. */
export function fitting(width: number, by: number): number {
    return Math.trunc((width * 1000) / (by * M.text.wide));
}

/** The largest font up to `size` in which a text fits a width. */
export function fittingSize(text: string, size: number, width: number): number {
    return Math.min(size, Math.max(M.text.least, fitting(width, letters(text) || 1)));
}

/** A text within a width: in a smaller font, or cut if that is not enough. */
export function Fitted({ width, ...text }: TextProps & { width: number }) {
    const count = letters(text.children);
    const size = fittingSize(text.children, text.size, width);
    const room = fitting(width, size);
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
        corners.map(([cx, cy]) => `${x + part(r, cx)},${y + part(r, cy)}`).join(" ");
    const square = part(r, M.body.square);
    switch (form < 0 ? 0 : form % 4) {
        case 1:
            return (
                <rect
                    class={look}
                    x={x - square}
                    y={y - square}
                    width={part(r, 2 * M.body.square)}
                    height={part(r, 2 * M.body.square)}
                    rx={part(r, M.body.square_round)}
                />
            );
        case 2:
            return <polygon class={look} points={polygon(M.body.hexagon)} />;
        case 3:
            return <polygon class={look} points={polygon(M.body.octagon)} />;
        default:
            return <circle class={look} cx={x} cy={y} r={r} />;
    }
}

export function Body({ form, x, y, r }: { form: number; x: number; y: number; r: number }) {
    const large = r > M.body.large;
    const look = `fill edge${large ? " thick" : ""}${form < 0 ? " dashed" : ""}`;
    return (
        <>
            <Outline form={form} x={x} y={y} r={r} look={look} />
            {large && <Outline form={form} x={x} y={y} r={r - M.body.rim} look="rim" />}
        </>
    );
}

export function Badge({ x, y, r, sign }: { x: number; y: number; r: number; sign: string }) {
    const count = letters(sign);
    const alone = part(r, M.badge.letters);
    const size = count > 1 ? Math.trunc((alone * 3) / (count + 2)) : alone;
    const high = count === 1 && M.badge.high.includes(sign);
    return (
        <>
            <circle class={`badge${r > M.badge.heavy ? " thick" : ""}`} cx={x} cy={y} r={r} />
            <Text
                x={x}
                y={y + part(size, high ? M.text.high : M.text.base)}
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

/** The patterns of grounds: once on a page. */
export function Patterns() {
    return (
        <svg class="patterns" width="0" height="0" aria-hidden="true">
            <defs>
                {M.ground.patterns.map((d, i) => (
                    <pattern
                        id={`ground${i}`}
                        width={M.ground.tile}
                        height={M.ground.tile}
                        patternUnits="userSpaceOnUse"
                    >
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
    return `url(#ground${first % M.ground.count})`;
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
            x={x + M.mark.inset}
            y={y + M.mark.inset}
            width={Math.max(1, width - 2 * M.mark.inset)}
            height={Math.max(1, height - 2 * M.mark.inset)}
            rx={M.mark.round}
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
    if (!before) return null;
    const dx = last.x - before.x;
    const dy = last.y - before.y;
    const length = Math.floor(Math.hypot(dx, dy));
    if (length === 0) return null;
    const along = (by: number) => ({
        x: Math.trunc((dx * by) / length),
        y: Math.trunc((dy * by) / length),
    });
    const head = along(part(size, M.arrow.head));
    const short = along(gap);
    const tip = { x: last.x - short.x, y: last.y - short.y };
    const base = { x: tip.x - head.x, y: tip.y - head.y };
    const width = part(size, M.arrow.line);
    const way = [...points.slice(0, -1), base]
        .map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`)
        .join("");
    return (
        <g class={look} pointer-events="none">
            <path class="arrow-halo" d={way} stroke-width={width + M.arrow.halo} />
            <path class="arrow-line" d={way} stroke-width={width} />
            <path
                class="arrow-head"
                d={`M${tip.x} ${tip.y}L${base.x - head.y} ${base.y + head.x}L${base.x + head.y} ${
                    base.y - head.x
                }z`}
            />
        </g>
    );
}
