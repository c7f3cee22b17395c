// Lists and texts beside the board, the seats above it, and the legend below.
import { legendOf } from "../scene/legend";
import { allied, formOf, seatOf } from "../scene/model";
import type { ListItem, Mark, Scene, TextItem } from "../types";
import { Badge, Body, MarkBox, patternOf, Text } from "./svg";

/** The body of a seat, as its pieces have it. */
export function SeatSign({ scene, seat }: { scene: Scene; seat: number }) {
    const look = seatOf(scene, seat);
    return (
        <svg
            class={`seat-sign paint-${look.colour}`}
            viewBox="-12 -12 24 24"
            width="24"
            height="24"
            aria-hidden="true"
        >
            <Body form={formOf(scene, seat)} x={0} y={0} r={10} />
            <Text x={0} y={4} size={11} look="ink">
                {look.letter.slice(0, 2)}
            </Text>
        </svg>
    );
}

/** "and" or "against", between seats where some are allies. */
export function bondOf(scene: Scene, seat: number): string {
    if (seat === 0 || !allied(scene)) return "";
    return seatOf(scene, seat).side === seatOf(scene, seat - 1).side ? "and" : "against";
}

export function List({ item, scene }: { item: ListItem; scene: Scene }) {
    const entries = (item.entries ?? []).filter((entry) => (entry.count ?? 1) > 0);
    return (
        <section
            class={`panel paint-${seatOf(scene, item.seat).colour}${item.mark ? ` panel-${item.mark}` : ""}`}
        >
            <h3>{item.title}</h3>
            {entries.length === 0 && <p class="faint-text">none</p>}
            <ul class="chips">
                {entries.map((entry) => {
                    const form = formOf(scene, entry.seat) % 4 === 1 ? " square" : "";
                    return (
                        <li>
                            <span
                                class={`chip paint-${seatOf(scene, entry.seat).colour}${form}`}
                                title={entry.name}
                            >
                                {entry.text || entry.name || "?"}
                            </span>
                            {entry.name && entry.text && <span class="sr">{` ${entry.name}`}</span>}
                            {(entry.count ?? 1) !== 1 && ` ×${entry.count}`}
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}

export function Lines({ item, scene }: { item: TextItem; scene: Scene }) {
    return (
        <section class={`panel paint-${seatOf(scene, item.seat).colour}`}>
            <h3>{item.title}</h3>
            {(item.lines ?? []).map((line) => (
                <p class="panel-line">{line}</p>
            ))}
        </section>
    );
}

const MARK_TITLES: Record<Mark, string> = {
    last: "last move",
    target: "target",
    acting: "acting",
    won: "decides the game",
};

function Sign({
    paint = "grey",
    children,
}: {
    paint?: string;
    children: preact.ComponentChildren;
}) {
    return (
        <svg class={`paint-${paint}`} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            {children}
        </svg>
    );
}

export function LegendView({ scene }: { scene: Scene }) {
    const legend = legendOf(scene);
    return (
        <ul class="legend" aria-label="Legend">
            {legend.tokens.map(({ sign, name }) => (
                <li>
                    <Sign>
                        <Badge x={12} y={12} r={9} sign={sign} />
                    </Sign>
                    {name}
                </li>
            ))}
            {legend.grounds.map(({ sign, name, colour }) => (
                <li>
                    <Sign paint={colour}>
                        <rect class="tint border" x={2} y={2} width={20} height={20} />
                        <rect fill={patternOf(sign)} x={2} y={2} width={20} height={20} />
                        <Text x={12} y={17} size={13} look="on-tint">
                            {sign}
                        </Text>
                    </Sign>
                    {name}
                </li>
            ))}
            {legend.captions.map(({ sign, name }) => (
                <li>
                    <b>{sign}</b> {name}
                </li>
            ))}
            {legend.marks.map((mark) => (
                <li>
                    <Sign>
                        <MarkBox mark={mark} x={0} y={0} width={24} height={24} />
                    </Sign>
                    {MARK_TITLES[mark]}
                </li>
            ))}
        </ul>
    );
}
