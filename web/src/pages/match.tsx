// The page of a match: the board, the table around it, the log and the talk.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { connection } from "../connection";
import { textOf, useAsked, useConnection } from "../hooks";
import { Chat } from "../match/chat";
import { Invites } from "../match/invite";
import { LogView } from "../match/log-view";
import { plyInWords } from "../match/log";
import { titlesOf } from "../kinds";
import { LookSettings } from "../match/look";
import { MoveButtons, TypedMove } from "../match/moves";
import { Offers } from "../match/offers";
import { resultInWords } from "../match/result";
import { seatNames, Seats } from "../match/seats";
import { useMatch, type MatchState } from "../match/use-match";
import { Waiting } from "../match/waiting";
import { notify } from "../notice";
import { Fault, rulebookOf } from "../parts/fault";
import { LinkBox } from "../parts/link";
import { say } from "../parts/live";
import { saveText } from "../parts/save";
import { solved } from "../puzzles";
import { href } from "../route";
import { play } from "../sound";
import type { View } from "../types";

/** Tell of new plies: by a tone, to screen readers, and by a notice where one is wanted. */
function useNarration(state: MatchState | null, names: string[]) {
    const told = useRef<number | null>(null);
    useEffect(() => {
        if (!state) return;
        const { view, table, log } = state;
        const before = told.current;
        told.current = view.ply;
        if (before === null || view.ply === before) return;
        const mine = (view.moves?.length ?? 0) > 0;
        const news = log
            .filter((entry) => entry.ply >= before)
            .map((entry) => plyInWords(entry, names));
        say([...news, mine ? `Your turn: ${view.title ?? ""}` : ""].join(" "));
        play(mine ? "turn" : "move");
        if (mine) notify(table.title, view.title ?? "It is your turn", table.match);
    }, [state?.view]);
}

/** Tell of the end, once. */
function useEnding(state: MatchState | null, names: string[]) {
    const over = state?.table.status === "over";
    const running = useRef(false);
    useEffect(() => {
        if (over && running.current) {
            say(resultInWords(state!.table, state!.view, names));
            play("over");
        }
        if (over) solved(state!.table, state!.view);
        running.current = state !== null && !over;
    }, [state === null, over]);
}

/** An earlier position: what the server answers to `at`. */
function useEarlier(id: string, ply: number | null, last: number) {
    const earlier = ply !== null && ply < last;
    return useAsked<{ view: View }>(earlier ? "at" : null, { match: id, ply: ply ?? 0 });
}

function watchersInWords(count: number): string {
    if (count === 0) return "Nobody is watching.";
    return count === 1 ? "One person is watching." : `${count} people are watching.`;
}

/** The ply that the address asks for. */
function firstPly(query: URLSearchParams): number | null {
    const ply = query.get("ply");
    return ply === null ? null : Number(ply);
}

export function MatchPage({ id, query }: { id: string; query: URLSearchParams }) {
    const match = useMatch(id);
    const { state, error, act, setError } = match;
    const online = useConnection() === "open";
    const [shown, setShown] = useState<number | null>(firstPly(query));
    const [flip, setFlip] = useState(false);
    const last = state?.view.ply ?? 0;
    const earlier = useEarlier(id, shown, last);
    const names = state ? seatNames(state.view.scene, state.table) : [];
    useNarration(state, names);
    useEnding(state, names);
    useEffect(() => {
        const due = (state?.view.moves?.length ?? 0) > 0;
        if (state) document.title = `${due ? "Your turn: " : ""}${state.table.title}, Muster`;
    }, [state]);

    if (!state)
        return (
            <main id="page" tabIndex={-1}>
                <h1>Match</h1>
                {error ? <Fault text={error} /> : <p>Opening the match…</p>}
            </main>
        );
    const { table, chat, log } = state;
    const back = shown !== null && shown < last;
    const view = back && earlier.data?.view.ply === shown ? earlier.data.view : state.view;
    const live = !back && online && !table.marked;
    const titles = titlesOf(view);
    const plays = table.status === "running" && table.seats.some((seat) => seat.you);
    const rulebook = rulebookOf(table.ruleset, id);

    const playMove = async (move: string) => {
        if (!(await act("play", { ply: state.view.ply, move }))) play("refused");
    };
    const ask = async (move: string) => {
        try {
            await connection.request("why", { match: id, move });
        } catch (refused) {
            play("refused");
            setError(textOf(refused));
            return;
        }
        setError(null);
    };
    const transcript = async () => {
        try {
            const answer = await connection.request<{ transcript: string }>("transcript", {
                match: id,
            });
            saveText(`${id}.txt`, answer.transcript);
        } catch (refused) {
            setError(textOf(refused));
        }
    };
    const title =
        table.status === "open"
            ? "The match begins when every seat is taken."
            : table.status === "over" && !back
              ? resultInWords(table, view, names)
              : view.scene.status || view.title;
    return (
        <main id="page" tabIndex={-1} class="match">
            <h1>{table.title}</h1>
            <div class="match-head">
                {table.marked && <Fault text={table.marked} />}
                <Seats
                    table={table}
                    scene={view.scene}
                    onJoin={(seat) =>
                        void act("join", { seat }).then((done) => done && match.again())
                    }
                />
                <p class="status">{back ? `After ply ${shown}: ${title}` : title}</p>
                {back && (
                    <p>
                        <button type="button" class="primary" onClick={() => setShown(null)}>
                            To the present
                        </button>
                    </p>
                )}
                <div class="toast">
                    <Fault
                        text={error ?? earlier.error}
                        rulebook={rulebook}
                        onClose={() => setError(null)}
                    />
                </div>
            </div>
            {table.status === "open" ? (
                <Waiting table={table} names={names} />
            ) : (
                <div>
                    <Board
                        scene={view.scene}
                        ply={view.ply}
                        moves={live ? (view.moves ?? NONE) : NONE}
                        points={live ? (view.points ?? NO_POINTS) : NO_POINTS}
                        titles={titles}
                        flip={flip}
                        onPlay={(move) => void playMove(move)}
                        onWhy={(move) => void ask(move)}
                        onPoint={() => setError(null)}
                    />
                    {live && (
                        <MoveButtons
                            view={view}
                            titles={titles}
                            onPlay={(move) => void playMove(move)}
                        />
                    )}
                    <div class="tools">
                        {live && plays && (
                            <TypedMove view={view} onTyped={(move) => void playMove(move)} />
                        )}
                        <button type="button" aria-pressed={flip} onClick={() => setFlip(!flip)}>
                            Flip the board
                        </button>
                        <a class="button" href={href("rules", [table.ruleset], { match: id })}>
                            Rules
                        </a>
                    </div>
                </div>
            )}
            <div class="side">
                <Offers table={table} ply={last} names={names} act={act} />
                {table.status !== "open" && (
                    <LogView
                        log={log}
                        names={names}
                        at={shown ?? last}
                        last={last}
                        onShow={(ply) => setShown(ply >= last ? null : ply)}
                    />
                )}
                <Chat chat={chat} me={connection.hello?.person} names={names} act={act} />
                <h2>Table</h2>
                <div class="faint-text">
                    {watchersInWords(table.watchers ?? 0)}
                    {table.commitment && (
                        <details>
                            <summary>Fair deals</summary>
                            <p>{`Commitment: ${table.commitment}`}</p>
                            {table.seed && <p>{`Seed: ${table.seed}`}</p>}
                        </details>
                    )}
                </div>
                {table.status === "running" && table.seats.some((seat) => seat.you) && (
                    <Invites table={table} names={names} />
                )}
                {table.status !== "open" && table.public && (
                    <LinkBox
                        label={back ? `Link to ply ${shown}` : "Link to this match"}
                        link={back ? `/share/${id}/${shown}` : `/share/${id}`}
                    />
                )}
                {table.status !== "open" && (
                    <div class="tools">
                        <button type="button" onClick={() => void transcript()}>
                            Save the transcript
                        </button>
                        {table.public && (
                            <a
                                class="button"
                                href={`/match/${id}.svg`}
                                target="_blank"
                                rel="noopener"
                            >
                                Picture
                            </a>
                        )}
                    </div>
                )}
                <LookSettings />
            </div>
        </main>
    );
}

const NONE: string[] = [];
const NO_POINTS: string[][] = [];
