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
import type { Evaluated, Studied, View } from "../types";

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

/** Where the line goes: on by a move, back, along the tree by keys, to a ply of the match. */
function useSteps(source: Source, path: Path, onStep: () => void) {
    const { tree, keep } = useTree(source, path);
    const match = "match" in source ? source.match : null;
    const show = (next: Path) => go(addressOf(source, next));
    const atPly = (ply: number) => {
        if (match) go(addressOf({ match, ply }, []));
    };
    const play = (move: string) => {
        onStep();
        show([...path, move]);
    };
    const goBack = () => {
        if (path.length === 0) {
            if ("match" in source) atPly(Math.max(0, source.ply - 1));
            return;
        }
        keep(without(tree, path));
        show(path.slice(0, -1));
    };
    const onKeyDown = (event: KeyboardEvent) => {
        if (!KEYS.includes(event.key)) return;
        event.preventDefault();
        show(step(tree, path, event.key));
    };
    return { tree, match, show, atPly, play, goBack, onKeyDown };
}

type Steps = ReturnType<typeof useSteps>;

interface MovesProps {
    steps: Steps;
    path: Path;
    /** The ply of the match from which the line leads, and the last one. */
    base: number;
    end: number;
}

/** The tree of variations, with steps along the match. */
function Moves({ steps, path, base, end }: MovesProps) {
    const { tree, match, show, atPly, goBack, onKeyDown } = steps;
    return (
        <section aria-label="Moves" onKeyDown={onKeyDown}>
            <h2>Moves</h2>
            {match && (
                <div class="tools">
                    <button type="button" disabled={base === 0} onClick={() => atPly(0)}>
                        First
                    </button>
                    <button type="button" disabled={base === 0} onClick={() => atPly(base - 1)}>
                        Ply back
                    </button>
                    <button type="button" disabled={base >= end} onClick={() => atPly(base + 1)}>
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
    );
}

interface KeepProps {
    source: Source;
    path: Path;
    position?: string;
    board: { current: HTMLDivElement | null };
    onFault(text: string): void;
}

/** Links, texts and pictures of what is shown. */
function Keep({ source, path, position, board, onFault }: KeepProps) {
    const match = "match" in source ? source.match : null;
    const drawing = () =>
        board.current?.querySelector<SVGSVGElement>(".board .boards svg:not(.patterns)");
    const save = async (work: () => Promise<void>) => {
        try {
            await work();
        } catch (failed) {
            onFault(textOf(failed));
        }
    };
    const png = () => save(async () => saveFile("board.png", await pngOf(drawing()!)));
    const transcript = () =>
        save(async () => {
            const answer = await connection.request<{ transcript: string }>("transcript", {
                match,
            });
            saveText(`${match}.txt`, answer.transcript);
        });
    const svg = () => saveText("board.svg", svgText(drawing()!), "image/svg+xml");
    return (
        <>
            <h2>Keep and share</h2>
            {!("transcript" in source) && (
                <LinkBox label="Link to this position" link={addressOf(source, path)} />
            )}
            {position && (
                <details>
                    <summary>Position as text</summary>
                    <textarea readOnly rows={3} value={position} aria-label="Position as text" />
                </details>
            )}
            <div class="tools">
                {match && (
                    <button type="button" onClick={() => void transcript()}>
                        Save the transcript
                    </button>
                )}
                <button type="button" onClick={svg}>
                    Save as SVG
                </button>
                <button type="button" onClick={() => void png()}>
                    Save as PNG
                </button>
            </div>
        </>
    );
}

interface BoardProps {
    view: View;
    board: { current: HTMLDivElement | null };
    onPlay(move: string): void;
    onWhy(move: string): void;
}

function StudyBoard({ view, board, onPlay, onWhy }: BoardProps) {
    const titles = titlesOf(view);
    return (
        <div ref={board}>
            <Board
                scene={view.scene}
                ply={view.ply}
                moves={view.moves ?? []}
                points={view.points ?? []}
                titles={titles}
                onPlay={onPlay}
                onWhy={onWhy}
            />
            <MoveButtons view={view} titles={titles} onPlay={onPlay} />
            <div class="tools">
                {(view.moves?.length ?? 0) > 0 && <TypedMove view={view} onTyped={onPlay} />}
            </div>
        </div>
    );
}

function statusOf(view: View, names: string[]) {
    if (view.over) return `${winnersInWords(view.winner ?? [], names)}.`;
    return view.scene.status || view.title;
}

function Study({ source, path }: { source: Source; path: Path }) {
    useConnection();
    const board = useRef<HTMLDivElement>(null);
    const [fault, setFault] = useState<string | null>(null);
    const steps = useSteps(source, path, () => setFault(null));
    const { match, show, atPly, play, goBack } = steps;
    const { data, error } = useAsked<Studied>("study", { ...fieldsOf(source), moves: path });
    const { data: scored } = useAsked<Evaluated>(match ? "evaluate" : null, { match });

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
    const end = scored ? (scored.scores[scored.scores.length - 1]?.ply ?? 0) + 1 : Infinity;
    return (
        <main id="page" tabIndex={-1} class="match">
            <h1>{`Analysis: ${view.scene.title ?? ""}`}</h1>
            <div class="match-head">
                <p class="status">{`Ply ${view.ply}. ${statusOf(view, names) ?? ""}`}</p>
                <div class="toast">
                    <Fault
                        text={error ?? fault}
                        rulebook={"ruleset" in source ? rulebookOf(source.ruleset) : undefined}
                        onClose={() => setFault(null)}
                    />
                </div>
                {error && (
                    <button type="button" onClick={goBack}>
                        Back to the move before
                    </button>
                )}
            </div>
            <StudyBoard
                view={view}
                board={board}
                onPlay={play}
                onWhy={(move) => setFault(`'${move}' is not legal here.`)}
            />
            <div class="side">
                <Moves steps={steps} path={path} base={base} end={end} />
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
                <Keep
                    source={source}
                    path={path}
                    position={position}
                    board={board}
                    onFault={setFault}
                />
            </div>
        </main>
    );
}
