// Cards: one of them as a group (in a lane) or as a picture of its own (in a row), and rows of
// them.
import { useContext } from "preact/hooks";
import { cardOf, seatOf, type CardLook } from "../scene/model";
import type { Card, CardsItem } from "../types";
import { Board, PlaceBox, placeName, pointed, usePlace } from "./place";
import { Badge, Fitted, letters, MarkBox, Text, tokenSign } from "./svg";

export const CARD_W = 62;
export const CARD_H = 86;

interface Box {
    x: number;
    y: number;
    w: number;
    h: number;
}

function Back({ card, x, y, w, h }: Box & { card: CardLook }) {
    let lines = "";
    for (let i = 12; i < w + h - 12; i += 12) {
        const start = i < h - 5 ? [x + 5, y + i] : [x + i - h + 10, y + h - 5];
        const end = i < w - 5 ? [x + i, y + 5] : [x + w - 5, y + i - w + 10];
        lines += `M${start.join(" ")}L${end.join(" ")}`;
    }
    const text = card.text ?? "";
    const size = Math.max(
        5,
        Math.min(h > 40 ? 24 : 14, ((w - 16) * 10) / (letters(text) * 6 || 1)),
    );
    return (
        <g class={`paint-${card.paint ?? "grey"}`}>
            <rect class="fill edge" x={x} y={y} width={w} height={h} rx={6} />
            <path class="rim" d={lines} />
            <rect class="rim" x={x + 5} y={y + 5} width={w - 10} height={h - 10} rx={3} />
            {text && <circle class="fill" cx={x + w / 2} cy={y + h / 2} r={h > 40 ? 19 : 12} />}
            {text && (
                <Text x={x + w / 2} y={y + h / 2 + size * 0.36} size={size} look="ink">
                    {text}
                </Text>
            )}
        </g>
    );
}

/** Words of a caption on lines of at most `room` letters; the last line takes the rest. */
export function captionLines(caption: string, room: number, most: number): string[] {
    const lines: string[] = [];
    for (const word of caption.split(" ")) {
        const last = lines[lines.length - 1];
        if (
            last !== undefined &&
            (letters(last) + 1 + letters(word) <= room || lines.length === most)
        )
            lines[lines.length - 1] = `${last} ${word}`;
        else lines.push(word);
    }
    return lines;
}

function FaceUp({ card, x, y, w, h }: Box & { card: CardLook }) {
    const ink = card.paint && card.paint !== "white" ? `paint-${card.paint}` : "";
    const look = ink ? "sign" : "on-card";
    const lines = card.caption ? captionLines(card.caption, 9, 3) : [];
    if (h < CARD_H)
        return (
            <g class={ink}>
                <rect class="card" x={x} y={y} width={w} height={h} rx={6} />
                <Fitted x={x + w / 2} y={y + 18} size={17} width={w - 14} look={look}>
                    {card.caption ? `${card.index} ${card.caption}` : card.index}
                </Fitted>
            </g>
        );
    return (
        <g class={ink}>
            <rect class="card" x={x} y={y} width={w} height={h} rx={6} />
            <Fitted x={x + 7} y={y + 21} size={19} width={w - 12} anchor="start" look={look}>
                {card.index}
            </Fitted>
            {lines.length === 0 && (
                <Fitted x={x + w / 2} y={y + 64} size={32} width={w - 14} look={look}>
                    {signOf(card)}
                </Fitted>
            )}
            {lines.map((line, i) => (
                <Fitted
                    x={x + w / 2}
                    y={y + h - 9 - (lines.length - 1 - i) * 13}
                    size={12}
                    width={w - 8}
                    bold={false}
                    look="on-card"
                >
                    {line}
                </Fitted>
            ))}
        </g>
    );
}

/** The large sign in the middle of a card: its suit, or what it says. */
function signOf(card: CardLook): string {
    return card.value ? card.index.slice(card.value.length) || card.value : card.index;
}

function Count({ count, x, y }: { count: number; x: number; y: number }) {
    const text = `×${count}`;
    const width = 12 + 9 * letters(text);
    return (
        <g aria-hidden="true">
            <rect class="badge" x={x - width} y={y - 22} width={width} height={22} rx={11} />
            <Text x={x - width / 2} y={y - 6} size={14} look="on-card">
                {text}
            </Text>
        </g>
    );
}

/** A card as a group, in a box. */
export function CardView({ card, x, y, w, h }: Box & { card: Card }) {
    const { scene } = useContext(Board);
    const look = cardOf(scene, card);
    const count = look.count ?? 1;
    const plain = placeName(card) === null;
    const named = plain ? { role: "img" as const, "aria-label": look.words } : {};
    return (
        <g {...pointed(card)} {...named}>
            {[2, 1]
                .filter((i) => i < count)
                .map((i) => (
                    <rect class="pile" x={x + 3 * i} y={y - 3 * i} width={w} height={h} rx={6} />
                ))}
            <g data-piece="" aria-hidden="true">
                {look.back ? (
                    <Back card={look} x={x} y={y} w={w} h={h} />
                ) : (
                    <FaceUp card={look} x={x} y={y} w={w} h={h} />
                )}
                {look.marks
                    ?.slice(0, 4)
                    .map((mark, i) => (
                        <Badge x={x + w - 10} y={y + 12 + i * 20} r={9} sign={tokenSign(mark)} />
                    ))}
            </g>
            {look.mark && (
                <MarkBox mark={look.mark} x={x - 4} y={y - 4} width={w + 8} height={h + 8} />
            )}
            {count > 1 && <Count count={count} x={x + w + 6} y={y + h - 4} />}
            <PlaceBox
                where={card}
                words={look.words}
                x={x - 4}
                y={y - 4}
                width={w + 8}
                height={h + 8}
                rx={8}
            />
        </g>
    );
}

/** A row of cards, which wraps. */
export function CardRow({ item }: { item: CardsItem }) {
    const { scene } = useContext(Board);
    const cards = (item.cards ?? []).filter((card) => (card.count ?? 1) > 0);
    const row = usePlace(item, item.title ?? "Cards");
    const isPlace = placeName(item) !== null;
    return (
        <div
            class={`card-row paint-${seatOf(scene, item.seat).colour}${row.look}`}
            {...pointed(item)}
        >
            {(item.title || isPlace) && (
                <h3 class="row-title">
                    {isPlace ? (
                        <span class="row-place" {...row.props}>
                            {item.title || "Here"}
                        </span>
                    ) : (
                        item.title
                    )}
                </h3>
            )}
            <div class="row-cards">
                {cards.length === 0 && <span class="faint-text">empty</span>}
                {cards.map((card, i) => {
                    const room = (card.count ?? 1) > 1 ? 20 : 12;
                    return (
                        <svg
                            key={`${placeName(card) ?? card.name}${i}`}
                            class="card-svg"
                            width={CARD_W + room}
                            viewBox={`-6 -8 ${CARD_W + room} ${CARD_H + 14}`}
                        >
                            <CardView card={card} x={0} y={0} w={CARD_W} h={CARD_H} />
                        </svg>
                    );
                })}
            </div>
        </div>
    );
}
