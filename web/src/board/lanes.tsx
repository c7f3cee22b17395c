// Lanes: places in a row that sides hold cards at. Cards of a side overlap; the first one lies by
// the marker. On a narrow page the lanes are drawn in several bands.
import { useContext } from "preact/hooks";
import {
    cardOf,
    laneInWords,
    laneSeat,
    laneTitle,
    seatOf,
    sideDepth,
    sideOrder,
} from "../scene/model";
import type { Card, Lane, LanesItem, Scene } from "../types";
import { CARD_H, CARD_W, CardView } from "./cards";
import { Board, PlaceBox, pointed } from "./place";
import { Body, Fitted, MarkBox, Text } from "./svg";

const STRIP = 27;
const LANE_GAP = 8;
const LANE_W = CARD_W + 12;
const FRONT_H = 26;
const MIDDLE = 44;
const SIDES = 24;

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
        const frontHeight = front * (FRONT_H + 4);
        const height = CARD_H + (places - 1) * STRIP + 12;
        if (near) {
            marker = y;
            y += MIDDLE;
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
    const yOf = (level: number) =>
        plan.near ? plan.y + 4 + level * STRIP : plan.y + plan.height - 8 - CARD_H - level * STRIP;
    const left = x + (LANE_W - CARD_W) / 2;
    return (
        <g {...pointed(where)}>
            {order
                .filter((level) => level >= cards.length)
                .map((level) => (
                    <rect
                        class="slot"
                        x={left}
                        y={yOf(level)}
                        width={CARD_W}
                        height={CARD_H}
                        rx={6}
                    />
                ))}
            <PlaceBox
                where={where}
                words={`${here?.zone ?? ""}: ${words}`}
                x={x}
                y={plan.y}
                width={LANE_W}
                height={plan.height}
            />
            {order
                .filter((level) => level < cards.length)
                .map((level) => (
                    <CardView card={cards[level]} x={left} y={yOf(level)} w={CARD_W} h={CARD_H} />
                ))}
        </g>
    );
}

function FrontCards({ cards, plan, x }: { cards: Card[]; plan: SidePlan; x: number }) {
    return (
        <>
            {cards.map((card, i) => (
                <CardView
                    card={card}
                    x={x + 4}
                    y={plan.front + i * (FRONT_H + 4) + 2}
                    w={LANE_W - 8}
                    h={FRONT_H}
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
                    <Body form={owner} x={x} y={y} r={17} />
                    <Fitted x={x} y={y + 6} size={16} width={26} look="ink">
                        {seat.letter}
                    </Fitted>
                </>
            ) : (
                <>
                    <circle class="badge thick" cx={x} cy={y} r={14} />
                    <Fitted x={x} y={y + 5} size={15} width={24} look="on-card">
                        {lane.marker?.text || name}
                    </Fitted>
                </>
            )}
            {lane.mark && <MarkBox mark={lane.mark} x={x - 26} y={y - 24} width={52} height={48} />}
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
    const own = owner >= 0 ? plan.sides.find((side) => side.seat === owner) : undefined;
    return (
        <g {...pointed(where)}>
            <g aria-hidden="true">
                <rect class="lane" x={x} y={0} width={LANE_W} height={plan.height} rx={8} />
                {own && (
                    <g class={`paint-${seatOf(scene, owner).colour}`}>
                        <rect
                            class="tint own"
                            x={x}
                            y={Math.min(own.y, own.front)}
                            width={LANE_W}
                            height={own.height + own.frontHeight}
                            rx={8}
                        />
                    </g>
                )}
                <Marker lane={lane} name={name} x={x + LANE_W / 2} y={plan.marker + MIDDLE / 2} />
                <Fitted
                    x={x + LANE_W / 2}
                    y={plan.height + 19}
                    size={15}
                    width={LANE_W}
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
                width={LANE_W + 6}
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
    const width = SIDES + across * (LANE_W + LANE_GAP);
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
                    transform={`translate(12 ${side.y + side.height / 2}) rotate(-90)`}
                >
                    <Fitted x={0} y={0} size={15} width={side.height} look="on-page">
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
                    x={SIDES + i * (LANE_W + LANE_GAP)}
                />
            ))}
        </svg>
    );
}

const SMALLEST = 0.68; /* the scale below which lanes are drawn in more bands */

/** How many lanes fit a page of `width`. */
export function lanesAcross(width: number): number {
    return Math.max(2, Math.floor((width / SMALLEST - SIDES) / (LANE_W + LANE_GAP)));
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
