// A free canvas to scale, in a frame with the marks of its axes. What is too small to be written on
// has its label above it.
import { useContext } from "preact/hooks";
import { isThing, shapeColour, shapeInWords, shapeLetter } from "../scene/model";
import type { CanvasItem, Shape } from "../types";
import { widthClass } from "./grid";
import { Board, Outlines, placeName, pointed, usePlace } from "./place";
import { Arrow, Badge, letters, MarkBox, patternOf, Text, tokenSign, type Point } from "./svg";

const LEFT = 44;
const WIDTH = 860;
const HEIGHT = 700;

interface Frame {
    width: number;
    height: number;
    across(length: number): number;
    at(x: number, y: number): Point;
}

function frameOf(item: CanvasItem): Frame {
    const scale = Math.min(WIDTH / item.width, HEIGHT / item.height);
    const height = item.height * scale;
    return {
        width: item.width * scale,
        height,
        across: (length) => length * scale,
        at: (x, y) => ({
            x: (x - (item.left ?? 0)) * scale,
            y: height - (y - (item.bottom ?? 0)) * scale,
        }),
    };
}

interface BoxOf {
    x: number;
    y: number;
    width: number;
    height: number;
}

/** The box of a shape without its turn, in units of the picture. */
function boxOf(frame: Frame, shape: Shape): BoxOf {
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
    const at = frame.at(shape.x ?? 0, shape.y ?? 0);
    const round = shape.shape === "circle";
    const width = Math.max(4, frame.across(round ? 2 * shape.radius! : (shape.width ?? 0)));
    const height = Math.max(4, frame.across(round ? 2 * shape.radius! : (shape.height ?? 0)));
    return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

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
    const box = boxOf(frame, shape);
    if (shape.shape === "circle")
        return (
            <circle
                class={look}
                fill={fill}
                cx={box.x + box.width / 2}
                cy={box.y + box.height / 2}
                r={box.width / 2}
            />
        );
    if (shape.shape === "rectangle") return <rect class={look} fill={fill} {...box} />;
    const points = (shape.points ?? []).map(([x, y]) => frame.at(x, y));
    return (
        <polygon class={look} fill={fill} points={points.map((p) => `${p.x},${p.y}`).join(" ")} />
    );
}

function ShapeFront({ shape, box }: { shape: Shape; box: BoxOf }) {
    const x = box.x + box.width / 2;
    const round = shape.shape === "circle";
    const half = Math.max(6, Math.min(12, round ? box.height * 0.2 : box.width / 6));
    const top = box.y;
    return (
        <polygon
            class="front"
            points={`${x},${top - (half * 4) / 3} ${x - half},${top + 1} ${x + half},${top + 1}`}
        />
    );
}

function Way({ frame, shape }: { frame: Frame; shape: Shape }) {
    const points = (shape.points ?? []).map(([x, y]) => frame.at(x, y));
    if (shape.arrow) return <Arrow points={points} size={70} gap={0} look="own-arrow" />;
    return <path class="way" d={points.map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join("")} />;
}

function Label({ frame, shape, box }: { frame: Frame; shape: Shape; box: BoxOf }) {
    const { scene } = useContext(Board);
    const ground = shape.fill === "ground";
    const thing = isThing(shape);
    const text = ground ? (shape.name ?? "") : shapeLetter(scene, shape) + (shape.text ?? "");
    const count = letters(text);
    const room = Math.min(box.width, box.height);
    const wide = shape.shape === "polygon" || ground ? box.width : room;
    let size = ground ? 13 : 16;
    while ((thing || ground) && count && size > 11 && count * size * 0.7 > wide - 4) size--;
    const inside = (thing || ground) && count * size * 0.7 <= wide && box.height >= size;
    if (!count || (ground && !inside)) return null;
    const at =
        shape.x !== undefined
            ? frame.at(shape.x, shape.y ?? 0)
            : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return (
        <Text
            x={at.x}
            y={inside || !thing ? at.y + size * 0.36 : at.y - room / 2 - 5}
            size={size}
            look={inside && thing ? "ink" : ground ? "on-tint" : "on-page"}
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
    const turned = shape.turn && area && shape.shape !== "polygon";
    const middle = `${box.x + box.width / 2} ${box.y + box.height / 2}`;
    const isPlace = placeName(shape) !== null;
    return (
        <g
            class={`place paint-${shapeColour(scene, shape)}${place.look}`}
            {...pointed(shape)}
            {...place.props}
        >
            <title>{shapeInWords(scene, shape, unit)}</title>
            <g data-piece={isPlace ? "" : undefined} aria-hidden="true">
                <g transform={turned ? `rotate(${shape.turn} ${middle})` : undefined}>
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
                            x={box.x - 4}
                            y={box.y - 4}
                            width={box.width + 8}
                            height={box.height + 8}
                        />
                    )}
                </g>
                <Label frame={frame} shape={shape} box={box} />
                {shape.marks?.map((mark, i) => (
                    <Badge
                        x={box.x + box.width + 6 + 15 * i}
                        y={box.y}
                        r={8}
                        sign={tokenSign(mark)}
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
        for (const step of [1, 2, 5]) if (length / (step * power) <= most) return step * power;
}

function ticks(from: number, length: number, most: number): number[] {
    const step = tickOf(length, most);
    const marks: number[] = [];
    for (let at = Math.ceil(from / step) * step; at <= from + length; at += step) marks.push(at);
    return marks;
}

function Axes({ item, frame }: { item: CanvasItem; frame: Frame }) {
    const left = item.left ?? 0;
    const bottom = item.bottom ?? 0;
    return (
        <>
            {ticks(left, item.width, frame.width / 80 + 1).map((at) => (
                <>
                    <path class="axis" d={`M${frame.at(at, 0).x} 0v${frame.height}`} />
                    <Text
                        x={frame.at(at, 0).x}
                        y={frame.height + 17}
                        size={13}
                        bold={false}
                        look="faint"
                    >
                        {String(at)}
                    </Text>
                </>
            ))}
            {ticks(bottom, item.height, frame.height / 60 + 1).map((at) => (
                <>
                    <path class="axis" d={`M0 ${frame.at(0, at).y}h${frame.width}`} />
                    <Text
                        x={-7}
                        y={frame.at(0, at).y + 4}
                        size={13}
                        anchor="end"
                        bold={false}
                        look="faint"
                    >
                        {String(at)}
                    </Text>
                </>
            ))}
            <Text x={-7} y={frame.height + 17} size={13} anchor="end" look="faint">
                {item.unit ?? ""}
            </Text>
        </>
    );
}

export function Canvas({ item }: { item: CanvasItem }) {
    const { scene } = useContext(Board);
    const frame = frameOf(item);
    const middles = new Map(
        (item.shapes ?? []).flatMap((s) =>
            s.zone ? [[s.zone, frame.at(s.x ?? 0, s.y ?? 0)] as const] : [],
        ),
    );
    return (
        <div>
            {item.title && <h3 class="row-title">{item.title}</h3>}
            <svg
                class={`canvas ${widthClass(frame.width + LEFT)}`}
                role="group"
                aria-label={item.title || "Map"}
                viewBox={`${-LEFT} -10 ${frame.width + LEFT + 22} ${frame.height + 36}`}
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
                            size={60}
                            gap={20}
                            look="trail"
                        />
                    ))}
                </svg>
                <rect class="frame" x={0} y={0} width={frame.width} height={frame.height} />
            </svg>
        </div>
    );
}
