// Pieces of a cell. The top piece of a stack is drawn whole; each lower one is a slab whose lower
// edge shows its label, facing and tokens, so that a stack reads from the bottom up.
import { pieceOf, type PieceLook } from "../scene/model";
import type { Facing, Piece, Scene } from "../types";
import { Badge, Body, letters, Text, tokenSign } from "./svg";

/** Letter and text, centred: the letter is smaller. */
function Face({
    piece,
    x,
    y,
    size,
    width,
    look,
}: {
    piece: PieceLook;
    x: number;
    y: number;
    size: number;
    width: number;
    look: string;
}) {
    const both = piece.letter !== "" && piece.text !== "";
    let small = !both ? size : size > 15 ? size * 0.6 : size * 0.9;
    const room = letters(piece.letter) * small + letters(piece.text) * size;
    if (room * 0.7 > width) {
        size = Math.max(5, (size * width) / (room * 0.7));
        small = both ? size * 0.75 : size;
    }
    return (
        <text
            x={x}
            y={y + size * 0.36}
            font-size={size}
            font-weight="bold"
            text-anchor="middle"
            class={look}
        >
            {piece.letter && <tspan font-size={small}>{piece.letter}</tspan>}
            {piece.text}
        </text>
    );
}

const AHEAD: Record<Facing, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

/** A triangle with its base `from` and its tip `to` units away. */
function Front({
    facing,
    x,
    y,
    from,
    to,
    half,
}: {
    facing: Facing;
    x: number;
    y: number;
    from: number;
    to: number;
    half: number;
}) {
    const [dx, dy] = AHEAD[facing];
    const points = [
        [x + dx * to, y + dy * to],
        [x + dx * from - dy * half, y + dy * from + dx * half],
        [x + dx * from + dy * half, y + dy * from - dx * half],
    ];
    return <polygon class="front" points={points.map((p) => p.join(",")).join(" ")} />;
}

/** Crenellated, with courses of stone. */
function Wall({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
    const step = w / 7;
    const notch = h / 4;
    const left = x - step * 3.5;
    const top = y - h / 2;
    const bottom = y + h / 2;
    const course = (bottom - top - notch) / 3;
    const tooth = `h${step}v${notch}h${step}v${-notch}`;
    const first = top + notch + course;
    let stones = `M${left} ${first}h${7 * step}M${left} ${first + course}h${7 * step}`;
    for (let i = 0; i < 3; i++)
        for (let n = 1; n < 4; n++)
            stones += `M${left + step * (2 * n - 1) + (i % 2 ? step / 2 : 0)} ${
                first + course * (i - 1)
            }v${course}`;
    return (
        <>
            <path
                class="fill edge thick"
                d={`M${left} ${bottom}V${top}${tooth.repeat(3)}h${step}V${bottom}Z`}
            />
            <path class="rim" d={stones} />
        </>
    );
}

const BADGES = [
    [1, -1],
    [-1, -1],
    [1, 1],
    [-1, 1],
    [2, 1],
    [-2, 1],
    [2, -1],
    [-2, -1],
];

function Badges({ piece, x, y, r }: { piece: PieceLook; x: number; y: number; r: number }) {
    const b = r >= 20 ? 9 : r * 0.45;
    const off = r * 0.85;
    return (
        <>
            {piece.marks.slice(0, 8).map((mark, i) => {
                const [side, down] = BADGES[i];
                const bx =
                    side > 0 ? off + (side - 1) * (2 * b - 1) : -off + (side + 1) * (2 * b - 1);
                return <Badge x={x + bx} y={y + down * off} r={b} sign={tokenSign(mark)} />;
            })}
        </>
    );
}

/** A piece drawn whole; `r` is half its size. */
export function TopPiece({
    piece,
    x,
    y,
    r,
}: {
    piece: PieceLook;
    x: number;
    y: number;
    r: number;
}) {
    return (
        <g class={`piece paint-${piece.colour}`} data-piece="">
            {piece.shape === "wall" && (
                <>
                    <Wall x={x} y={y} w={r * 2.5} h={r * 1.6} />
                    <rect
                        class="fill"
                        x={x - r * 0.6}
                        y={y - r / 4}
                        width={r * 1.2}
                        height={r * 0.8}
                        rx={3}
                    />
                    <Face
                        piece={piece}
                        x={x}
                        y={y + r / 6}
                        size={r * 0.8}
                        width={r * 1.5}
                        look="ink"
                    />
                </>
            )}
            {piece.shape === "disc" && (
                <>
                    <Body form={piece.form} x={x} y={y} r={r} />
                    <Face piece={piece} x={x} y={y} size={r * 1.1} width={r * 1.4} look="ink" />
                </>
            )}
            {piece.shape === "mark" && (
                <Face piece={piece} x={x} y={y} size={r * 2} width={r * 2} look="mark-sign" />
            )}
            {piece.facing && (
                <Front facing={piece.facing} x={x} y={y} from={r - 3} to={r + 9} half={r * 0.4} />
            )}
            <Badges piece={piece} x={x} y={y} r={r} />
        </g>
    );
}

/** A piece below the top: its lower edge is at `bottom`, and `d` units of it are seen. */
function Slab({
    piece,
    x,
    bottom,
    d,
    half,
}: {
    piece: PieceLook;
    x: number;
    bottom: number;
    d: number;
    half: number;
}) {
    const wall = piece.shape === "wall";
    const size = Math.min(14, d);
    const middle = bottom - d / 2;
    const form = piece.form % 4;
    const rounding = wall ? 0 : form === 1 ? 2 : form > 1 ? 5 : d / 2 + 2;
    const r = Math.min(7, d / 2 - 1);
    return (
        <g class={`paint-${piece.colour}`}>
            <rect
                class="fill edge"
                x={x - half}
                y={bottom - d - 6}
                width={2 * half}
                height={d + 6}
                rx={rounding}
            />
            {wall && (
                <path
                    class="courses"
                    d={`M${x - half / 3} ${middle}H${x + half - 5}`}
                    stroke-width={d / 2}
                />
            )}
            <Face
                piece={piece}
                x={x - half * 0.69}
                y={middle}
                size={size}
                width={half * 0.55}
                look="ink"
            />
            {piece.facing && (
                <g class="on-slab">
                    <Front
                        facing={piece.facing}
                        x={x - half * 0.26}
                        y={middle}
                        from={-size * 0.3}
                        to={size * 0.4}
                        half={size * 0.4}
                    />
                </g>
            )}
            {piece.marks.map((mark, i) => (
                <Badge
                    x={x + half - r - 5 - i * (2 * r + 1)}
                    y={middle}
                    r={r}
                    sign={tokenSign(mark)}
                />
            ))}
        </g>
    );
}

const SHOWN = 8; /* levels that are drawn; a higher stack says how many are hidden */

/** The stack of a cell, in the square of `size` with its upper left corner at x, y. */
export function Stack({
    scene,
    stack,
    x,
    y,
    size,
}: {
    scene: Scene;
    stack: Piece[];
    x: number;
    y: number;
    size: number;
}) {
    const levels = Math.min(stack.length, SHOWN);
    const hidden = stack.length - levels;
    if (levels === 0) return null;
    const looks = stack.slice(hidden).map((piece) => pieceOf(scene, piece));
    const only = looks[0];
    const plain = !only.facing && only.marks.length === 0 && only.shape === "disc";
    const whole = levels === 1 ? size * (plain ? 0.74 : 0.58) : size * (0.6 - 0.03 * levels);
    const steps = levels - 1 + (hidden > 0 ? 1 : 0);
    const d = steps > 0 ? Math.min((size - (2 * size) / 15 - whole) / steps, size * 0.15) : 0;
    const middle = x + size / 2;
    const bottom = y + (size + whole + steps * d) / 2;
    const base = bottom - (hidden > 0 ? d : 0);
    return (
        <>
            {hidden > 0 && (
                <Text x={middle} y={bottom - 1} size={d} look="text">{`+${hidden} below`}</Text>
            )}
            {looks.slice(0, -1).map((piece, i) => (
                <Slab piece={piece} x={middle} bottom={base - i * d} d={d} half={size * 0.36} />
            ))}
            <TopPiece
                piece={looks[levels - 1]}
                x={middle}
                y={base - (levels - 1) * d - whole / 2}
                r={whole / 2}
            />
        </>
    );
}
