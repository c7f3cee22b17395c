// The items of a scene: boards in one column, panels beside it where there is room.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Item, Scene } from "../types";
import { Canvas } from "./canvas";
import { CardRow } from "./cards";
import { Grid } from "./grid";
import { Lanes } from "./lanes";
import { LegendView, Lines, List } from "./panels";

function ItemView({ item, scene, width }: { item: Item; scene: Scene; width: number }) {
    switch (item.type) {
        case "grid":
            return <Grid item={item} scene={scene} width={width} />;
        case "cards":
            return <CardRow item={item} />;
        case "lanes":
            return <Lanes item={item} width={width} />;
        case "canvas":
            return <Canvas item={item} />;
        case "list":
            return <List item={item} scene={scene} />;
        default:
            return <Lines item={item} scene={scene} />;
    }
}

/** Panels lie beside grids and canvases, and below lanes, which take the whole width. */
const wantsSide = (item: Item) => item.type === "grid" || item.type === "canvas";

const isPanel = (item: Item) => item.type === "list" || item.type === "text";

export function SceneView({ scene }: { scene: Scene }) {
    const boards = useRef<HTMLDivElement>(null);
    const [width, setWidth] = useState(720);
    useEffect(() => {
        if (!boards.current || typeof ResizeObserver === "undefined") return;
        const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
        observer.observe(boards.current);
        return () => observer.disconnect();
    }, []);
    const items = scene.items ?? [];
    const panels = items.filter(isPanel);
    return (
        <div class={`scene${panels.length && items.some(wantsSide) ? " with-panels" : ""}`}>
            <div class="boards" ref={boards}>
                {items
                    .filter((item) => !isPanel(item))
                    .map((item, i) => (
                        <ItemView key={i} item={item} scene={scene} width={width} />
                    ))}
                <LegendView scene={scene} />
            </div>
            {panels.length > 0 && (
                <div class="panels">
                    {panels.map((item) => (
                        <ItemView item={item} scene={scene} width={width} />
                    ))}
                </div>
            )}
        </div>
    );
}
