// What the signs of a scene mean: tokens, grounds, marks, captions of cards. Each sign once.
import type { Card, Colour, Item, Mark, Scene, Token } from "../types";
import { cardOf, cellsOf, groundSign } from "./model";

export interface Legend {
    tokens: { sign: string; name: string }[];
    grounds: { sign: string; name: string; colour: Colour }[];
    marks: Mark[];
    captions: { sign: string; name: string }[];
}

const MARKS: Mark[] = ["last", "target", "acting", "won"];

class Collector {
    tokens = new Map<string, string>();
    grounds = new Map<string, { name: string; colour: Colour }>();
    marks = new Set<Mark>();
    captions = new Map<string, string>();

    token(marks: Token[] = []) {
        for (const mark of marks) if (mark.name) this.tokens.set(mark.text ?? "*", mark.name);
    }

    mark(mark?: Mark | null) {
        if (mark) this.marks.add(mark);
    }

    card(scene: Scene, card: Card, captioned: boolean) {
        this.token(card.marks);
        this.mark(card.mark);
        if (captioned && card.caption && card.face !== false)
            this.captions.set(cardOf(scene, card).index, card.caption);
    }

    item(scene: Scene, item: Item) {
        switch (item.type) {
            case "grid":
                for (const cell of cellsOf(item)) {
                    if (cell.hole) continue;
                    this.mark(cell.mark);
                    for (const piece of cell.stack) this.token(piece.marks);
                    if (cell.ground)
                        this.grounds.set(groundSign(cell, 0), {
                            name: cell.ground.name || cell.ground.short,
                            colour: cell.ground.colour,
                        });
                }
                break;
            case "cards":
                for (const card of item.cards ?? []) this.card(scene, card, false);
                break;
            case "lanes":
                for (const lane of item.lanes ?? []) {
                    this.mark(lane.mark);
                    for (const side of lane.sides ?? [])
                        for (const card of [...(side.cards ?? []), ...(side.front ?? [])])
                            this.card(scene, card, true);
                }
                break;
            case "canvas":
                for (const shape of item.shapes ?? []) {
                    this.mark(shape.mark);
                    this.token(shape.marks);
                    if (shape.fill === "ground" && shape.text)
                        this.grounds.set(shape.text, {
                            name: shape.name ?? shape.text,
                            colour: shape.colour ?? "grey",
                        });
                }
                break;
            default:
                this.mark(item.mark);
        }
    }
}

export function legendOf(scene: Scene): Legend {
    const all = new Collector();
    for (const item of scene.items ?? []) all.item(scene, item);
    const pairs = (map: Map<string, string>) => [...map].map(([sign, name]) => ({ sign, name }));
    return {
        tokens: pairs(all.tokens),
        grounds: [...all.grounds].map(([sign, ground]) => ({ sign, ...ground })),
        marks: MARKS.filter((mark) => all.marks.has(mark)),
        captions: pairs(all.captions),
    };
}
