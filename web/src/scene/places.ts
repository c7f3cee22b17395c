// The names of the places of a scene: what a point of a move can be. A point of another name, such
// as that of a piece in a list, is passed over, as on the terminal.
import type { Item, Pointed, Scene } from "../types";
import { cellsOf } from "./model";

function namesOf(item: Item): (string | undefined)[] {
    const name = (where: Pointed) => where.zone ?? where.move;
    switch (item.type) {
        case "grid":
            return cellsOf(item)
                .filter((cell) => !cell.hole)
                .map((cell) => cell.zone);
        case "cards":
            return [item, ...(item.cards ?? [])].map(name);
        case "lanes":
            return (item.lanes ?? []).flatMap((lane, i) => [
                name(lane) ?? lane.name ?? String(i + 1),
                ...(lane.sides ?? []).flatMap((side) =>
                    [{ zone: side.zone }, ...(side.cards ?? []), ...(side.front ?? [])].map(name),
                ),
            ]);
        case "canvas":
            return (item.shapes ?? []).map(name);
        default:
            return [];
    }
}

export function placesOf(scene: Scene): Set<string> {
    const names = (scene.items ?? []).flatMap(namesOf);
    return new Set(names.filter((name): name is string => name !== undefined));
}

/** The points of moves that are places of the scene. */
export function pointsOn(scene: Scene, points: string[][] = []): string[][] {
    const places = placesOf(scene);
    return points.map((list) => list.filter((name) => places.has(name)));
}
