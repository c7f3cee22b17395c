// Cards: one of them as a group (in a lane) or as a picture of its own (in a row), and rows of
// them.
import { useContext } from "preact/hooks";
import { cardOf, seatOf, type CardLook } from "../scene/model";
import type { Card, CardsItem } from "../types";
import { Board, PlaceBox, placeName, pointed, usePlace } from "./place";
import { half, M, part } from "./measures";
import { Badge, Fitted, fitting, fittingSize, letters, MarkBox, Text, tokenSign } from "./svg";

interface Box {
    x: number;
    y: number;
    w: number;
    h: number;
}

function Back({ card, x, y, w, h }: Box & { card: CardLook }) {
    const { inset, slant } = M.card;
    let lines = "";
    for (let i = slant; i < w + h - slant; i += slant) {
        const low = Math.max(0, i - h + inset);
        const right = Math.max(0, i - w + inset);
        lines += `M${x + inset + low} ${y + i - low}L${x + i - right} ${y + inset + right}`;
    }
    const text = card.text ?? "";
    const small = h <= M.card.low;
    const largest = small ? M.card.back_small : M.card.back_large;
    const size = fittingSize(text, largest, w - M.card.back_room);
    const middle = { x: x + half(w), y: y + half(h) };
    return (
        <g class={`paint-${card.paint ?? "grey"}`}>
            <rect class="fill edge" x={x} y={y} width={w} height={h} rx={M.card.round} />
            <path class="rim slant" d={lines} />
            <rect
                class="rim inner"
                x={x + inset}
                y={y + inset}
                width={w - 2 * inset}
                height={h - 2 * inset}
                rx={M.card.inset_round}
            />
            {text && (
                <circle
                    class="fill"
                    cx={middle.x}
                    cy={middle.y}
                    r={small ? M.card.disc_small : M.card.disc_large}
                />
            )}
            {text && (
                <Text x={middle.x} y={middle.y + part(size, M.text.base)} size={size} look="ink">
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

interface Line {
    text: string;
    y: number;
}

/** The lines of a caption: below a sign one or two, else as many words on each as have room. */
function captionOf(card: CardLook, y: number): { size: number; room: number; lines: Line[] } {
    const caption = card.caption!;
    const { width, words, words_side, words_base, words_step } = M.card;
    if (!card.sign) {
        const room = fitting(width - words_side, words);
        const lines = captionLines(caption, room, M.card.words_lines);
        return {
            size: words,
            room: width - words_side,
            lines: lines.map((text, i) => ({ text, y: y + words_base + i * words_step })),
        };
    }
    const size = M.card.caption;
    const foot = y + M.card.height - M.card.caption_foot;
    const blank = letters(caption) > M.card.caption_long ? caption.indexOf(" ") : -1;
    const lines = [{ text: caption.slice(blank + 1), y: foot }];
    if (blank >= 0) lines.unshift({ text: caption.slice(0, blank), y: foot - size });
    return { size, room: width - M.card.caption_side, lines };
}

function Caption({ card, x, y }: { card: CardLook; x: number; y: number }) {
    const { size, room, lines } = captionOf(card, y);
    return (
        <>
            {lines.map((line) => (
                <Fitted x={x} y={line.y} size={size} width={room} bold={false} look="on-card">
                    {line.text}
                </Fitted>
            ))}
        </>
    );
}

/** What a whole card shows: its index in the corner, its suit or index large, and its caption. */
function Whole({ card, x, y, look }: { card: CardLook; x: number; y: number; look: string }) {
    const { width, side, raised, raised_base, sign, sign_base } = M.card;
    const middle = x + half(width);
    const room = width - side;
    return (
        <>
            <Fitted
                x={x + M.card.index_left}
                y={y + M.card.index_base}
                size={M.card.index}
                width={room}
                anchor="start"
                look={look}
            >
                {card.index}
            </Fitted>
            {(card.sign || !card.caption) && (
                <Fitted
                    x={middle}
                    y={y + (card.caption ? raised_base : sign_base)}
                    size={card.caption ? raised : sign}
                    width={room}
                    bold={false}
                    look={look}
                >
                    {card.sign || card.index}
                </Fitted>
            )}
            {card.caption && <Caption card={card} x={middle} y={y} />}
        </>
    );
}

function FaceUp({ card, x, y, w, h }: Box & { card: CardLook }) {
    const ink = card.paint && card.paint !== "white" ? `paint-${card.paint}` : "";
    const look = ink ? "sign" : "on-card";
    return (
        <g class={ink}>
            <rect class="card" x={x} y={y} width={w} height={h} rx={M.card.round} />
            {h < M.card.height ? (
                <Fitted
                    x={x + half(w)}
                    y={y + M.card.label_base}
                    size={M.card.label}
                    width={w - M.card.side}
                    look={look}
                >
                    {card.caption ? `${card.index} ${card.caption}` : card.index}
                </Fitted>
            ) : (
                <Whole card={card} x={x} y={y} look={look} />
            )}
        </g>
    );
}

function Count({ count, x, y }: { count: number; x: number; y: number }) {
    const text = `×${count}`;
    const { height, side, digit } = M.count;
    const width = side + digit * letters(text);
    return (
        <g aria-hidden="true">
            <rect
                class="badge"
                x={x - width}
                y={y - height}
                width={width}
                height={height}
                rx={half(height)}
            />
            <Text
                x={x - half(width)}
                y={y - M.count.base}
                size={M.count.letters}
                look="on-card"
            >
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
    const { frame, pile } = M.card;
    const around = { x: x - frame, y: y - frame, width: w + 2 * frame, height: h + 2 * frame };
    const named = plain ? { role: "img" as const, "aria-label": look.words } : {};
    return (
        <g {...pointed(card)} {...named}>
            {[2, 1]
                .filter((i) => i < count)
                .map((i) => (
                    <rect
                        class="pile"
                        x={x + pile * i}
                        y={y - pile * i}
                        width={w}
                        height={h}
                        rx={M.card.round}
                    />
                ))}
            <g data-piece="" aria-hidden="true">
                {look.back ? (
                    <Back card={look} x={x} y={y} w={w} h={h} />
                ) : (
                    <FaceUp card={look} x={x} y={y} w={w} h={h} />
                )}
                {look.marks
                    ?.slice(0, M.card.badges)
                    .map((mark, i) => (
                        <Badge
                            x={x + w - M.card.badge_right}
                            y={y + M.card.badge_top + i * M.card.badge_step}
                            r={M.card.badge}
                            sign={tokenSign(mark)}
                        />
                    ))}
            </g>
            {look.mark && <MarkBox mark={look.mark} {...around} />}
            {count > 1 && (
                <Count count={count} x={x + w + M.count.right} y={y + h - M.count.up} />
            )}
            <PlaceBox where={card} words={look.words} {...around} rx={8} />
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
                            width={M.card.width + room}
                            viewBox={`-6 -8 ${M.card.width + room} ${M.card.height + 14}`}
                        >
                            <CardView card={card} x={0} y={0} w={M.card.width} h={M.card.height} />
                        </svg>
                    );
                })}
            </div>
        </div>
    );
}
