// Analysis: a position, what can be played from it, variations as a tree, the computer's opinion.
// The line that is shown is in the address, so a link shows the same.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { connection } from "../connection";
import { textOf, useAsked, useConnection } from "../hooks";
import { titlesOf } from "../kinds";
import { MoveButtons, TypedMove } from "../match/moves";
import { seatNames } from "../match/seats";
import { Fault, rulebookOf } from "../parts/fault";
import { LinkBox } from "../parts/link";
import { saveFile, saveText } from "../parts/save";
import { go, type Route } from "../route";
import { winnersInWords } from "../match/result";
import { Graph } from "../study/graph";
import { BestLines } from "../study/lines";
import { pngOf, svgText } from "../study/picture";
import { addressOf, fieldsOf, pathOf, sourceOf, type Source } from "../study/source";
import { StudyStart } from "../study/start";
import { emptyTree, step, without, withLine, type Path } from "../study/tree";
import { TreeView } from "../study/tree-view";
import type { Evaluated, Studied } from "../types";

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home"];

export function StudyPage({ route }: { route: Route }) {
    const source = sourceOf(route);
    if (!source) return <StudyStart />;
    return (
        <Study
            key={JSON.stringify({ ...source, ply: undefined })}
            source={source}
            path={pathOf(route)}
        />
    );
}

/** The tree as far as it was seen, with the line of the address in it. */
function useTree(source: Source, path: Path) {
    const start = JSON.stringify(source);
    const [kept, keep] = useState({ start, tree: withLine(emptyTree(), path) });
    const tree = withLine(kept.start === start ? kept.tree : emptyTree(), path);
    useEffect(() => keep({ start, tree }), [start, path.join(" ")]);
    return { tree, keep: (next: typeof tree) => keep({ start, tree: next }) };
}

function Study({ source, path }: { source: Source; path: Path }) {
    useConnection();
    const board = useRef<HTMLDivElement>(null);
    const { tree, keep } = useTree(source, path);
    const [fault, setFault] = useState<string | null>(null);
    const { data, error } = useAsked<Studied>("study", { ...fieldsOf(source), moves: path });
    const match = "match" in source ? source.match : null;
    const { data: scored } = useAsked<Evaluated>(match ? "evaluate" : null, { match });
    const show = (next: Path) => go(addressOf(source, next));

    if (!data)
        return (
            <main id="page" tabIndex={-1}>
                <h1>Analysis</h1>
                {error ? <Fault text={error} /> : <p>Loading…</p>}
            </main>
        );
    const { view, position } = data;
    const names = seatNames(view.scene);
    const base = view.ply - path.length;
    const play = (move: string) => {
        setFault(null);
        show([...path, move]);
    };
    const goBack = () => {
        if (path.length === 0) return "match" in source && atPly(Math.max(0, source.ply - 1));
        keep(without(tree, path));
        show(path.slice(0, -1));
    };
    const end = scored ? (scored.scores[scored.scores.length - 1]?.ply ?? 0) + 1 : Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
        if (!KEYS.includes(event.key)) return;
        event.preventDefault();
        show(step(tree, path, event.key));
    };
    const atPly = (ply: number) => match && go(addressOf({ match, ply }, []));
    const drawing = () =>
        board.current?.querySelector<SVGSVGElement>(".board .boards svg:not(.patterns)");
    const png = async () => {
        try {
            saveFile("board.png", await pngOf(drawing()!));
        } catch (failed) {
            setFault(textOf(failed));
        }
    };
    const transcript = async () => {
        try {
            const answer = await connection.request<{ transcript: string }>("transcript", {
                match,
            });
            saveText(`${match}.txt`, answer.transcript);
        } catch (refused) {
            setFault(textOf(refused));
        }
    };
    const rulebook = "ruleset" in source ? rulebookOf(source.ruleset) : undefined;
    const status = view.over
        ? `${winnersInWords(view.winner ?? [], names)}.`
        : view.scene.status || view.title;
    return (
        <main id="page" tabIndex={-1} class="match">
            <h1>{`Analysis: ${view.scene.title ?? ""}`}</h1>
            <div class="match-head">
                <p class="status">{`Ply ${view.ply}. ${status ?? ""}`}</p>
                <div class="toast">
                    <Fault
                        text={error ?? fault}
                        rulebook={rulebook}
                        onClose={() => setFault(null)}
                    />
                </div>
                {error && (
                    <button type="button" onClick={goBack}>
                        Back to the move before
                    </button>
                )}
            </div>
            <div ref={board}>
                <Board
                    scene={view.scene}
                    ply={view.ply}
                    moves={view.moves ?? []}
                    points={view.points ?? []}
                    titles={titlesOf(view)}
                    onPlay={play}
                    onWhy={(move) => setFault(`'${move}' is not legal here.`)}
                />
                <MoveButtons view={view} titles={titlesOf(view)} onPlay={play} />
                <div class="tools">
                    {(view.moves?.length ?? 0) > 0 && <TypedMove view={view} onTyped={play} />}
                </div>
            </div>
            <div class="side">
                <section aria-label="Moves" onKeyDown={onKeyDown}>
                    <h2>Moves</h2>
                    {match && (
                        <div class="tools">
                            <button type="button" disabled={base === 0} onClick={() => atPly(0)}>
                                First
                            </button>
                            <button
                                type="button"
                                disabled={base === 0}
                                onClick={() => atPly(base - 1)}
                            >
                                Ply back
                            </button>
                            <button
                                type="button"
                                disabled={base >= end}
                                onClick={() => atPly(base + 1)}
                            >
                                Ply on
                            </button>
                        </div>
                    )}
                    <TreeView tree={tree} path={path} base={base} onPath={show} />
                    {path.length > 0 && (
                        <button type="button" onClick={goBack}>
                            Remove this variation
                        </button>
                    )}
                </section>
                {scored && (
                    <Graph
                        scores={scored.scores}
                        at={base}
                        name={names[0] ?? "Seat 1"}
                        onPly={atPly}
                    />
                )}
                <BestLines
                    source={source}
                    moves={path}
                    name={names[view.to_move] ?? "the player"}
                    onLine={(pv) => show([...path, ...pv])}
                />
                <h2>Keep and share</h2>
                {!("transcript" in source) && (
                    <LinkBox label="Link to this position" link={addressOf(source, path)} />
                )}
                {position && (
                    <details>
                        <summary>Position as text</summary>
                        <textarea
                            readOnly
                            rows={3}
                            value={position}
                            aria-label="Position as text"
                        />
                    </details>
                )}
                <div class="tools">
                    {match && (
                        <button type="button" onClick={() => void transcript()}>
                            Save the transcript
                        </button>
                    )}
                    <button
                        type="button"
                        onClick={() => saveText("board.svg", svgText(drawing()!), "image/svg+xml")}
                    >
                        Save as SVG
                    </button>
                    <button type="button" onClick={() => void png()}>
                        Save as PNG
                    </button>
                </div>
            </div>
        </main>
    );
}
