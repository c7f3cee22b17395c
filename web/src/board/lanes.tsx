// Lanes: places in a row that sides hold cards at. Cards of a side overlap; the first one lies by
// the marker. On a narrow page the lanes are drawn in several bands.
import { useContext } from "preact/hooks";
import {
    cardOf,
    formOf,
    laneInWords,
    laneSeat,
    laneTitle,
    seatOf,
    sideDepth,
    sideOrder,
} from "../scene/model";
import type { Card, Lane, LanesItem, Scene } from "../types";
import { CardView } from "./cards";
import { half, M } from "./measures";
import { Board, PlaceBox, pointed } from "./place";
import { Body, Fitted, MarkBox, Text } from "./svg";

interface SidePlan {
    side: number;
    near: boolean;
    seat: number;
    y: number;
    height: number;
    front: number;
    frontHeight: number;
}

interface Plan {
    sides: SidePlan[];
    marker: number;
    height: number;
}

/** Where each side and the marker of a lane are, from the top down. */
export function planOf(scene: Scene, item: LanesItem, flip: boolean): Plan {
    const order = flip ? [...sideOrder(item)].reverse() : sideOrder(item);
    const sides: SidePlan[] = [];
    let y = 0;
    let marker = 0;
    order.forEach((side, place) => {
        const near = place === order.length - 1;
        const { places, front } = sideDepth(item, side);
        const frontHeight = front * M.lane.front_step;
        const height = M.card.height + (places - 1) * M.lane.strip + M.lane.spare;
        if (near) {
            marker = y;
            y += M.lane.middle;
        }
        const seat = laneSeat(scene, item, side);
        sides.push({
            side,
            near,
            seat,
            height,
            frontHeight,
            y: near ? y + frontHeight : y,
            front: near ? y : y + height,
        });
        y += height + frontHeight;
    });
    return { sides, marker, height: y };
}

function Slots({ lane, plan, x }: { lane: Lane; plan: SidePlan; x: number }) {
    const { scene } = useContext(Board);
    const here = lane.sides?.[plan.side];
    const cards = here?.cards ?? [];
    const where = { zone: here?.zone };
    const words = cards.map((card) => cardOf(scene, card).words).join(", ") || "empty";
    const depth = Math.max(here?.slots ?? 0, cards.length);
    const levels = [...Array(depth).keys()];
    const order = plan.near ? levels : levels.reverse();
    const { width: w, height: h } = M.card;
    const { top, spare, strip } = M.lane;
    const first = plan.near ? plan.y + top : plan.y + plan.height - (spare - top) - h;
    const yOf = (level: number) => first + (plan.near ? level : -level) * strip;
    const left = x + half(M.lane.width - w);
    return (
        <g {...pointed(where)}>
            {order
                .filter((level) => level >= cards.length)
                .map((level) => (
                    <rect
                        class="slot"
                        x={left}
                        y={yOf(level)}
                        width={w}
                        height={h}
                        rx={M.card.round}
                    />
                ))}
            <PlaceBox
                where={where}
                words={`${here?.zone ?? ""}: ${words}`}
                x={x}
                y={plan.y}
                width={M.lane.width}
                height={plan.height}
            />
            {order
                .filter((level) => level < cards.length)
                .map((level) => (
                    <CardView card={cards[level]} x={left} y={yOf(level)} w={w} h={h} />
                ))}
        </g>
    );
}

function FrontCards({ cards, plan, x }: { cards: Card[]; plan: SidePlan; x: number }) {
    const { width, front, front_left, front_step, front_top } = M.lane;
    return (
        <>
            {cards.map((card, i) => (
                <CardView
                    card={card}
                    x={x + front_left}
                    y={plan.front + i * front_step + front_top}
                    w={width - 2 * front_left}
                    h={front}
                />
            ))}
        </>
    );
}

function Marker({ lane, name, x, y }: { lane: Lane; name: string; x: number; y: number }) {
    const { scene } = useContext(Board);
    const owner = lane.marker?.seat ?? -1;
    const seat = seatOf(scene, owner);
    return (
        <g class={`paint-${seat.colour}`} data-piece="">
            {owner >= 0 ? (
                <>
                    <Body form={formOf(scene, owner)} x={x} y={y} r={M.lane.owner} />
                    <Fitted
                        x={x}
                        y={y + M.lane.owner_base}
                        size={M.lane.owner_letters}
                        width={M.lane.owner_room}
                        look="ink"
                    >
                        {seat.letter}
                    </Fitted>
                </>
            ) : (
                <>
                    <circle class="badge thick" cx={x} cy={y} r={M.lane.sign} />
                    <Fitted
                        x={x}
                        y={y + M.lane.sign_base}
                        size={M.lane.sign_letters}
                        width={M.lane.sign_room}
                        look="on-card"
                    >
                        {lane.marker?.text || name}
                    </Fitted>
                </>
            )}
            {lane.mark && (
                <MarkBox
                    mark={lane.mark}
                    x={x - M.lane.mark_left}
                    y={y - M.lane.mark_top}
                    width={2 * M.lane.mark_left}
                    height={2 * M.lane.mark_top}
                />
            )}
        </g>
    );
}

function LaneView({
    item,
    lane,
    index,
    plan,
    x,
}: {
    item: LanesItem;
    lane: Lane;
    index: number;
    plan: Plan;
    x: number;
}) {
    const { scene } = useContext(Board);
    const name = lane.name ?? String(index + 1);
    const where = { zone: lane.zone ?? (lane.move ? undefined : name), move: lane.move };
    const owner = lane.marker?.seat ?? -1;
    const middle = x + half(M.lane.width);
    const own = owner >= 0 ? plan.sides.find((side) => side.seat === owner) : undefined;
    return (
        <g {...pointed(where)}>
            <g aria-hidden="true">
                <rect
                    class="lane"
                    x={x}
                    y={0}
                    width={M.lane.width}
                    height={plan.height}
                    rx={M.lane.round}
                />
                {own && (
                    <g class={`paint-${seatOf(scene, owner).colour}`}>
                        <rect
                            class="tint own"
                            x={x}
                            y={Math.min(own.y, own.front)}
                            width={M.lane.width}
                            height={heightOf(own)}
                            rx={M.lane.round}
                        />
                    </g>
                )}
                <Marker lane={lane} name={name} x={middle} y={plan.marker + half(M.lane.middle)} />
                <Fitted
                    x={middle}
                    y={plan.height + M.lane.name_base}
                    size={M.lane.names}
                    width={M.lane.width}
                    bold={false}
                    look="faint"
                >
                    {name}
                </Fitted>
            </g>
            <PlaceBox
                where={where}
                words={laneInWords(scene, item, lane, name)}
                x={x - 3}
                y={-3}
                width={M.lane.width + 6}
                height={plan.height + 6}
                rx={10}
            />
            {plan.sides.map((side) => (
                <>
                    <Slots lane={lane} plan={side} x={x} />
                    <FrontCards cards={lane.sides?.[side.side]?.front ?? []} plan={side} x={x} />
                </>
            ))}
        </g>
    );
}

const heightOf = (side: SidePlan) => side.height + side.frontHeight;
const middleOf = (side: SidePlan) => Math.min(side.y, side.front) + half(heightOf(side));

function Band({
    item,
    plan,
    from,
    across,
}: {
    item: LanesItem;
    plan: Plan;
    from: number;
    across: number;
}) {
    const { scene } = useContext(Board);
    const lanes = (item.lanes ?? []).slice(from, from + across);
    const { sides, gap, names, title_left } = M.lane;
    const width = sides + across * (M.lane.width + gap);
    return (
        <svg
            class="lanes"
            width={width}
            viewBox={`-4 -6 ${width + 8} ${plan.height + 34}`}
            role="group"
            aria-label={item.title || "Lanes"}
        >
            {plan.sides.map((side) => (
                <g
                    class={`paint-${seatOf(scene, side.seat).colour}`}
                    transform={`translate(${title_left} ${middleOf(side)}) rotate(-90)`}
                >
                    <Fitted x={0} y={0} size={names} width={heightOf(side)} look="on-page">
                        {laneTitle(scene, item, side.side)}
                    </Fitted>
                </g>
            ))}
            {lanes.map((lane, i) => (
                <LaneView
                    item={item}
                    lane={lane}
                    index={from + i}
                    plan={plan}
                    x={sides + i * (M.lane.width + gap)}
                />
            ))}
        </svg>
    );
}

const SMALLEST = 0.68; /* the scale below which lanes are drawn in more bands */

/** How many lanes fit a page of `width`. */
export function lanesAcross(width: number): number {
    return Math.max(2, Math.floor((width / SMALLEST - M.lane.sides) / (M.lane.width + M.lane.gap)));
}

export function Lanes({ item, width }: { item: LanesItem; width: number }) {
    const { scene, flip } = useContext(Board);
    const plan = planOf(scene, item, flip);
    const count = item.lanes?.length ?? 0;
    const bands = Math.ceil(count / lanesAcross(width));
    const across = Math.ceil(count / Math.max(1, bands));
    return (
        <div class="lanes-item">
            {item.title && <h3 class="row-title">{item.title}</h3>}
            {count === 0 && <Empty />}
            {[...Array(bands).keys()].map((band) => (
                <Band item={item} plan={plan} from={band * across} across={across} />
            ))}
        </div>
    );
}

function Empty() {
    return (
        <svg class="lanes" viewBox="0 0 80 24" width="80">
            <Text x={4} y={16} size={14} anchor="start" bold={false} look="faint">
                empty
            </Text>
        </svg>
    );
}
