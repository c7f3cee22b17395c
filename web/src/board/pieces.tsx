// Pieces of a cell. The top piece of a stack is drawn whole; each lower one is a slab whose lower
// edge shows its label, facing and tokens, so that a stack reads from the bottom up.
import { pieceOf, type PieceLook } from "../scene/model";
import type { Facing, Piece, Scene } from "../types";
import { half, M, part } from "./measures";
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
    const share = size > M.face.large ? M.face.small_large : M.face.small;
    let small = both ? part(size, share) : size;
    const room = letters(piece.letter) * small + letters(piece.text) * size;
    if (part(room, M.face.wide) > width) {
        size = Math.max(M.text.least, Math.trunc((size * width * 1000) / (room * M.face.wide)));
        small = both ? size - part(size, M.face.smaller) : size;
    }
    return (
        <text
            x={x}
            y={y + part(size, M.text.base)}
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
    side,
}: {
    facing: Facing;
    x: number;
    y: number;
    from: number;
    to: number;
    side: number;
}) {
    const [dx, dy] = AHEAD[facing];
    const points = [
        [x + dx * to, y + dy * to],
        [x + dx * from - dy * side, y + dy * from + dx * side],
        [x + dx * from + dy * side, y + dy * from - dx * side],
    ];
    return <polygon class="front" points={points.map((p) => p.join(",")).join(" ")} />;
}

/** Crenellated, with courses of stone. */
function Wall({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
    const { steps, courses } = M.wall;
    const step = Math.trunc(w / steps);
    const notch = part(h, M.wall.notch);
    const left = x - half(step * steps);
    const right = left + step * steps;
    const top = y - half(h);
    const bottom = y + half(h);
    const course = Math.trunc((bottom - top - notch) / courses);
    const tooth = `h${step}v${notch}h${step}v${-notch}`;
    const first = top + notch + course;
    let stones = `M${left} ${first}H${right}M${left} ${first + course}H${right}`;
    for (let i = 0; i < courses; i++)
        for (let n = 1; n <= half(steps); n++)
            stones += `M${left + step * (2 * n - 1) + (i % 2 ? half(step) : 0)} ${
                first + course * (i - 1)
            }v${course}`;
    return (
        <>
            <path
                class="fill edge thick"
                d={`M${left} ${bottom}V${top}${tooth.repeat(half(steps))}h${step}V${bottom}Z`}
            />
            <path class="rim stones" d={stones} />
        </>
    );
}

function Badges({ piece, x, y, r }: { piece: PieceLook; x: number; y: number; r: number }) {
    const b = r >= M.badge.large ? M.badge.radius : part(r, M.badge.small);
    const off = part(r, M.badge.off);
    return (
        <>
            {piece.marks.slice(0, M.badge.most).map((mark, i) => {
                const [side, down] = M.badge.places[i];
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
                    <Wall x={x} y={y} w={part(r, M.wall.width)} h={part(r, M.wall.height)} />
                    <rect
                        class="fill"
                        x={x - part(r, M.wall.plate)}
                        y={y - part(r, M.wall.plate_top)}
                        width={part(r, 2 * M.wall.plate)}
                        height={part(r, M.wall.plate_height)}
                        rx={M.wall.plate_round}
                    />
                    <Face
                        piece={piece}
                        x={x}
                        y={y + part(r, M.wall.base)}
                        size={part(r, M.wall.letters)}
                        width={part(r, M.wall.room)}
                        look="ink"
                    />
                </>
            )}
            {piece.shape === "disc" && (
                <>
                    <Body form={piece.form} x={x} y={y} r={r} />
                    <Face
                        piece={piece}
                        x={x}
                        y={y}
                        size={part(r, M.disc.letters)}
                        width={part(r, M.disc.room)}
                        look="ink"
                    />
                </>
            )}
            {piece.shape === "mark" && (
                <Face
                    piece={piece}
                    x={x}
                    y={y}
                    size={part(r, M.sign.letters)}
                    width={part(r, M.sign.room)}
                    look="mark-sign"
                />
            )}
            {piece.facing && (
                <Front
                    facing={piece.facing}
                    x={x}
                    y={y}
                    from={r - M.front.inside}
                    to={r + M.front.outside}
                    side={part(r, M.front.half)}
                />
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
    side,
}: {
    piece: PieceLook;
    x: number;
    bottom: number;
    d: number;
    side: number;
}) {
    const wall = piece.shape === "wall";
    const size = Math.min(M.slab.letters, d);
    const middle = bottom - half(d);
    const { square, cornered, round } = M.slab;
    const rounding = [half(d) + round, square, cornered, cornered][Math.max(0, piece.form % 4)];
    const r = Math.min(M.slab.badge, half(d) - 1);
    return (
        <g class={`paint-${piece.colour}`}>
            <rect
                class="fill edge"
                x={x - side}
                y={bottom - d - M.slab.lip}
                width={2 * side}
                height={d + M.slab.lip}
                rx={wall ? 0 : rounding}
            />
            {wall && (
                <path
                    class="courses"
                    d={`M${x - Math.trunc(side / 3)} ${middle}H${x + side - M.slab.courses}`}
                    stroke-width={half(d)}
                />
            )}
            <Face
                piece={piece}
                x={x - part(side, M.slab.face)}
                y={middle}
                size={size}
                width={part(side, M.slab.room)}
                look="ink"
            />
            {piece.facing && (
                <g class="on-slab">
                    <Front
                        facing={piece.facing}
                        x={x - part(side, M.slab.front)}
                        y={middle}
                        from={-part(size, M.slab.front_from)}
                        to={part(size, M.slab.front_to)}
                        side={part(size, M.slab.front_half)}
                    />
                </g>
            )}
            {piece.marks.map((mark, i) => (
                <Badge
                    x={x + side - r - M.slab.badge_gap - i * (2 * r + 1)}
                    y={middle}
                    r={r}
                    sign={tokenSign(mark)}
                />
            ))}
        </g>
    );
}

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
    const levels = Math.min(stack.length, M.stack.most);
    const hidden = stack.length - levels;
    if (levels === 0) return null;
    const looks = stack.slice(hidden).map((piece) => pieceOf(scene, piece));
    const only = looks[0];
    const plain = !only.facing && only.marks.length === 0 && only.shape === "disc";
    const single = plain ? M.stack.alone : M.stack.armed;
    const whole = part(size, levels === 1 ? single : M.stack.top - M.stack.level * levels);
    const steps = levels - 1 + (hidden > 0 ? 1 : 0);
    const room = size - 2 * part(size, M.stack.edge) - whole;
    const d = steps > 0 ? Math.min(Math.trunc(room / steps), part(size, M.stack.step)) : 0;
    const middle = x + half(size);
    const bottom = y + half(size + whole + steps * d);
    const base = bottom - (hidden > 0 ? d : 0);
    return (
        <>
            {hidden > 0 && (
                <Text x={middle} y={bottom - 1} size={d} look="text">{`+${hidden} below`}</Text>
            )}
            {looks.slice(0, -1).map((piece, i) => (
                <Slab
                    piece={piece}
                    x={middle}
                    bottom={base - i * d}
                    d={d}
                    side={part(size, M.stack.half)}
                />
            ))}
            <TopPiece
                piece={looks[levels - 1]}
                x={middle}
                y={base - (levels - 1) * d - half(whole)}
                r={half(whole)}
            />
        </>
    );
}
