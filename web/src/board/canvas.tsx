// A free canvas to scale, in a frame with the marks of its axes. What is too small to be written on
// has its label above it.
import { useContext } from "preact/hooks";
import { isThing, shapeColour, shapeInWords, shapeLetter, shapeMiddle } from "../scene/model";
import type { CanvasItem, Shape } from "../types";
import { widthClass } from "./grid";
import { Board, Outlines, placeName, pointed, usePlace } from "./place";
import { half, M, part } from "./measures";
import { Arrow, Badge, letters, MarkBox, patternOf, Text, tokenSign, type Point } from "./svg";

interface Frame {
    width: number;
    height: number;
    across(length: number): number;
    at(x: number, y: number): Point;
}

/** A length in another scale, to the nearest unit. */
const scaled = (length: number, to: number, of: number) =>
    Math.trunc((2 * length * to + (length < 0 ? -of : of)) / (2 * of));

function frameOf(item: CanvasItem): Frame {
    const { least } = M.plane;
    const high = scaled(item.height, M.plane.width, item.width) > M.plane.height;
    const width = high ? scaled(item.width, M.plane.height, item.height) : M.plane.width;
    const height = high ? M.plane.height : scaled(item.height, M.plane.width, item.width);
    const frame = { width: Math.max(least, width), height: Math.max(least, height) };
    const across = (length: number) => scaled(length, frame.width, item.width);
    return {
        ...frame,
        across,
        at: (x, y) => ({
            x: across(x - (item.left ?? 0)),
            y: frame.height - scaled(y - (item.bottom ?? 0), frame.height, item.height),
        }),
    };
}

interface BoxOf {
    x: number;
    y: number;
    width: number;
    height: number;
}

const middleOf = (box: BoxOf) => ({ x: box.x + half(box.width), y: box.y + half(box.height) });

/** The box of a shape without its turn, in units of the picture, of `least` units at least. */
function boxOf(frame: Frame, shape: Shape, least = 0): BoxOf {
    if (shape.points?.length) {
        const points = shape.points.map(([x, y]) => frame.at(x, y));
        const x = Math.min(...points.map((p) => p.x));
        const y = Math.min(...points.map((p) => p.y));
        return {
            x,
            y,
            width: Math.max(...points.map((p) => p.x)) - x,
            height: Math.max(...points.map((p) => p.y)) - y,
        };
    }
    const at = frame.at(...shapeMiddle(shape));
    const round = 2 * frame.across(shape.radius ?? 0);
    const width = Math.max(least, round || frame.across(shape.width ?? 0));
    const height = Math.max(least, round || frame.across(shape.height ?? 0));
    return { x: at.x - half(width), y: at.y - half(height), width, height };
}

const SEEN = 2; /* units: what is smaller would not be seen */

function Area({
    frame,
    shape,
    look,
    fill,
}: {
    frame: Frame;
    shape: Shape;
    look?: string;
    fill?: string;
}) {
    if (shape.shape === "circle") {
        const box = boxOf(frame, shape, 2 * SEEN);
        const r = half(box.width);
        return <circle class={look} fill={fill} cx={box.x + r} cy={box.y + r} r={r} />;
    }
    if (shape.shape === "rectangle")
        return <rect class={look} fill={fill} {...boxOf(frame, shape, SEEN)} />;
    const points = (shape.points ?? []).map(([x, y]) => frame.at(x, y));
    return (
        <polygon class={look} fill={fill} points={points.map((p) => `${p.x},${p.y}`).join(" ")} />
    );
}

function ShapeFront({ shape, box }: { shape: Shape; box: BoxOf }) {
    const { front_round, front_flat, front_least, front_most, front_tip } = M.plane;
    const { x, y } = middleOf(box);
    const top = y - half(box.height);
    const round = shape.shape === "circle";
    const wanted = round ? part(half(box.height), front_round) : part(box.width, front_flat);
    const side = Math.min(front_most, Math.max(front_least, wanted));
    const tip = top - part(side, front_tip);
    return (
        <polygon
            class="front"
            points={`${x},${tip} ${x - side},${top + 1} ${x + side},${top + 1}`}
        />
    );
}

function Way({ frame, shape }: { frame: Frame; shape: Shape }) {
    const points = (shape.points ?? []).map(([x, y]) => frame.at(x, y));
    if (shape.arrow) return <Arrow points={points} size={M.arrow.own} gap={0} look="own-arrow" />;
    const way = points.map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join("");
    return <path class="way" stroke-width={M.plane.way} d={way} />;
}

function Label({ frame, shape, box }: { frame: Frame; shape: Shape; box: BoxOf }) {
    const { scene } = useContext(Board);
    const ground = shape.fill === "ground";
    const thing = isThing(shape);
    const text = ground ? (shape.name ?? "") : shapeLetter(scene, shape) + (shape.text ?? "");
    const count = letters(text);
    const room = Math.min(box.width, box.height);
    const wide = shape.shape === "polygon" || ground ? box.width : room;
    const { ground_letters, letters_least } = M.plane;
    let size = ground ? ground_letters : M.plane.letters;
    const taken = () => part(count * size, M.face.wide);
    if (thing || ground) while (size > letters_least && taken() > wide - M.plane.room) size--;
    const inside = (thing || ground) && taken() <= wide && box.height >= size;
    if (!count || (ground && !inside)) return null;
    const at = frame.at(...shapeMiddle(shape));
    const above = at.y - half(room) - M.plane.above;
    const plain = (shape.seat ?? -1) < 0 && shapeColour(scene, shape) === "grey";
    return (
        <Text
            x={at.x}
            y={inside || !thing ? at.y + part(size, M.text.base) : above}
            size={size}
            look={inside && thing ? "ink" : plain ? "text" : ground ? "on-tint" : "on-page"}
        >
            {text}
        </Text>
    );
}

function ShapeView({ frame, shape, unit }: { frame: Frame; shape: Shape; unit: string }) {
    const { scene } = useContext(Board);
    const place = usePlace(shape, shapeInWords(scene, shape, unit));
    const box = boxOf(frame, shape);
    const area = shape.shape !== "line" && shape.shape !== "text";
    const fill = shape.fill ?? "solid";
    const look = fill === "none" ? "range" : fill === "ground" ? "tint edge" : "fill edge";
    const turn = ((shape.turn ?? 0) + 360) % 360;
    const turned = turn && area && shape.shape !== "polygon";
    const at = frame.at(...shapeMiddle(shape));
    const room = half(Math.min(box.width, box.height));
    const { badge, badge_gap, badge_step, mark } = M.plane;
    const isPlace = placeName(shape) !== null;
    return (
        <g
            class={`place paint-${shapeColour(scene, shape)}${place.look}`}
            {...pointed(shape)}
            {...place.props}
        >
            <title>{shapeInWords(scene, shape, unit)}</title>
            <g data-piece={isPlace ? "" : undefined} aria-hidden="true">
                <g transform={turned ? `rotate(${turn} ${at.x} ${at.y})` : undefined}>
                    {area && <Area frame={frame} shape={shape} look={look} />}
                    {area && fill === "ground" && (
                        <Area frame={frame} shape={shape} fill={patternOf(shape.text ?? "")} />
                    )}
                    {shape.shape === "line" && <Way frame={frame} shape={shape} />}
                    {shape.front && area && shape.shape !== "polygon" && (
                        <ShapeFront shape={shape} box={box} />
                    )}
                    {shape.mark && area && (
                        <MarkBox
                            mark={shape.mark}
                            x={box.x - mark}
                            y={box.y - mark}
                            width={box.width + 2 * mark}
                            height={box.height + 2 * mark}
                        />
                    )}
                </g>
                <Label frame={frame} shape={shape} box={box} />
                {shape.marks?.map((token, i) => (
                    <Badge
                        x={at.x + room + badge_gap + badge_step * i}
                        y={at.y - room}
                        r={badge}
                        sign={tokenSign(token)}
                    />
                ))}
            </g>
            {isPlace && (
                <Outlines
                    x={box.x - 7}
                    y={box.y - 7}
                    width={box.width + 14}
                    height={box.height + 14}
                    rx={8}
                />
            )}
        </g>
    );
}

/** The distance of the marks of an axis: 1, 2 or 5 times a power of ten, at most `most` of them. */
export function tickOf(length: number, most: number): number {
    for (let power = 1; ; power *= 10)
        for (const step of [power, 2 * power, 5 * power])
            if (Math.floor(length / step) <= most) return step;
}

function ticks(from: number, length: number, most: number): number[] {
    const step = tickOf(length, Math.floor(most));
    const marks: number[] = [];
    for (let at = Math.ceil(from / step) * step; at <= from + length; at += step) marks.push(at);
    return marks;
}

function Axes({ item, frame }: { item: CanvasItem; frame: Frame }) {
    const left = item.left ?? 0;
    const bottom = item.bottom ?? 0;
    const { tick, tick_gap, tick_base } = M.plane;
    const below = frame.height + M.plane.tick_below;
    return (
        <>
            {ticks(left, item.width, frame.width / M.plane.ticks_across + 1).map((at) => (
                <>
                    <path class="axis" d={`M${frame.at(at, 0).x} 0v${frame.height}`} />
                    <Text
                        x={frame.at(at, 0).x}
                        y={below}
                        size={tick}
                        bold={false}
                        look="faint"
                    >
                        {String(at)}
                    </Text>
                </>
            ))}
            {ticks(bottom, item.height, frame.height / M.plane.ticks_up + 1).map((at) => (
                <>
                    <path class="axis" d={`M0 ${frame.at(0, at).y}h${frame.width}`} />
                    <Text
                        x={-tick_gap}
                        y={frame.at(0, at).y + tick_base}
                        size={tick}
                        anchor="end"
                        bold={false}
                        look="faint"
                    >
                        {String(at)}
                    </Text>
                </>
            ))}
            <Text x={-tick_gap} y={below} size={tick} anchor="end" look="faint">
                {item.unit ?? ""}
            </Text>
        </>
    );
}

export function Canvas({ item }: { item: CanvasItem }) {
    const { scene } = useContext(Board);
    const frame = frameOf(item);
    const width = frame.width + M.plane.labels;
    const middles = new Map(
        (item.shapes ?? []).flatMap((s) =>
            s.zone ? [[s.zone, frame.at(...shapeMiddle(s))] as const] : [],
        ),
    );
    return (
        <div>
            {item.title && <h3 class="row-title">{item.title}</h3>}
            <svg
                class={`canvas ${widthClass(width)}`}
                role="group"
                aria-label={item.title || "Map"}
                viewBox={`${-M.plane.labels} -10 ${width + 22} ${frame.height + 36}`}
            >
                <rect class="field-light" x={0} y={0} width={frame.width} height={frame.height} />
                <Axes item={item} frame={frame} />
                <svg x={0} y={0} width={frame.width} height={frame.height}>
                    {(item.shapes ?? []).map((shape, i) => (
                        <ShapeView
                            key={placeName(shape) ?? i}
                            frame={frame}
                            shape={shape}
                            unit={item.unit ?? ""}
                        />
                    ))}
                    {(scene.arrows ?? []).map((arrow) => (
                        <Arrow
                            points={arrow.zones.flatMap((zone) => middles.get(zone) ?? [])}
                            size={M.arrow.plane}
                            gap={part(M.arrow.plane, M.arrow.gap)}
                            look="trail"
                        />
                    ))}
                </svg>
                <rect class="frame" x={0} y={0} width={frame.width} height={frame.height} />
            </svg>
        </div>
    );
}
