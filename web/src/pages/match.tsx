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
import { useMatch, type Match, type MatchState } from "../match/use-match";
import { Waiting } from "../match/waiting";
import { notify } from "../notice";
import { Fault, rulebookOf } from "../parts/fault";
import { LinkBox } from "../parts/link";
import { say } from "../parts/live";
import { saveText } from "../parts/save";
import { solved } from "../puzzles";
import { href } from "../route";
import { play } from "../sound";
import type { Table, View } from "../types";

/** Announce new plies: by a tone, to screen readers, and by a notice where one is wanted. */
function useNarration(state: MatchState | null, names: string[]) {
    const announced = useRef<number | null>(null);
    useEffect(() => {
        if (!state) return;
        const { view, table, log } = state;
        const before = announced.current;
        announced.current = view.ply;
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

/** Announce the end, once. */
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

/** What a person does on the page beside the ops of the table. */
function useActions(id: string, match: Match) {
    const { state, act, setError } = match;
    const playMove = async (move: string) => {
        if (!(await act("play", { ply: state?.view.ply, move }))) play("refused");
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
    return { playMove, ask, transcript };
}

/** What stands above the board: how the match is, or that it waits. */
function titleOf(table: Table, view: View, back: boolean, names: string[]) {
    if (table.status === "open") return "The match begins when every seat is taken.";
    if (table.status === "over" && !back) return resultInWords(table, view, names);
    return view.scene.status || view.title;
}

/** The title of the document says whose turn it is, for people who look at another tab. */
function useDocumentTitle(state: MatchState | null) {
    useEffect(() => {
        const due = (state?.view.moves?.length ?? 0) > 0;
        if (state) document.title = `${due ? "Your turn: " : ""}${state.table.title}, Muster`;
    }, [state]);
}

interface HeadProps {
    match: Match;
    table: Table;
    view: View;
    title?: string;
    /** The earlier ply that is shown, if one is. */
    shown: number | null;
    fault: string | null;
    rulebook?: (rule: string) => string;
    onPresent(): void;
}

function MatchHead({ match, table, view, title, shown, fault, rulebook, onPresent }: HeadProps) {
    const { act, again, setError } = match;
    return (
        <div class="match-head">
            {table.marked && <Fault text={table.marked} />}
            <Seats
                table={table}
                scene={view.scene}
                onJoin={(seat) => void act("join", { seat }).then((done) => done && again())}
            />
            <p class="status">{shown !== null ? `After ply ${shown}: ${title}` : title}</p>
            {shown !== null && (
                <p>
                    <button type="button" class="primary" onClick={onPresent}>
                        To the present
                    </button>
                </p>
            )}
            <div class="toast">
                <Fault text={fault} rulebook={rulebook} onClose={() => setError(null)} />
            </div>
        </div>
    );
}

interface PlayProps {
    id: string;
    table: Table;
    view: View;
    /** Can moves be made now, and does this person have a seat? */
    live: boolean;
    plays: boolean;
    onPlay(move: string): void;
    onWhy(move: string): void;
    onPoint(): void;
}

/** The board with the ways to make a move beside it. */
function PlayArea({ id, table, view, live, plays, onPlay, onWhy, onPoint }: PlayProps) {
    const [flip, setFlip] = useState(false);
    const titles = titlesOf(view);
    return (
        <div>
            <Board
                scene={view.scene}
                ply={view.ply}
                moves={live ? (view.moves ?? NONE) : NONE}
                points={live ? (view.points ?? NO_POINTS) : NO_POINTS}
                titles={titles}
                flip={flip}
                onPlay={onPlay}
                onWhy={onWhy}
                onPoint={onPoint}
            />
            {live && <MoveButtons view={view} titles={titles} onPlay={onPlay} />}
            <div class="tools">
                {live && plays && <TypedMove view={view} onTyped={onPlay} />}
                <button type="button" aria-pressed={flip} onClick={() => setFlip(!flip)}>
                    Flip the board
                </button>
                <a class="button" href={href("rules", [table.ruleset], { match: id })}>
                    Rules
                </a>
            </div>
        </div>
    );
}

function TableFacts({ table }: { table: Table }) {
    return (
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
    );
}

interface KeepProps {
    id: string;
    table: Table;
    /** The earlier ply that is shown, if one is. */
    shown: number | null;
    onTranscript(): void;
}

/** Links and files of a match that has begun. */
function KeepMatch({ id, table, shown, onTranscript }: KeepProps) {
    return (
        <>
            {table.public && (
                <LinkBox
                    label={shown !== null ? `Link to ply ${shown}` : "Link to this match"}
                    link={shown !== null ? `/share/${id}/${shown}` : `/share/${id}`}
                />
            )}
            <div class="tools">
                <button type="button" onClick={onTranscript}>
                    Save the transcript
                </button>
                {table.public && (
                    <a class="button" href={`/match/${id}.svg`} target="_blank" rel="noopener">
                        Picture
                    </a>
                )}
            </div>
        </>
    );
}

interface SideProps {
    id: string;
    match: Match;
    state: MatchState;
    names: string[];
    /** The ply that was asked for; null: the last one. */
    wanted: number | null;
    onPly(ply: number | null): void;
    onTranscript(): void;
}

/** What stands beside the board: offers, the log, the talk, the table. */
function Side({ id, match, state, names, wanted, onPly, onTranscript }: SideProps) {
    const { table, chat, log } = state;
    const { act } = match;
    const last = state.view.ply;
    const begun = table.status !== "open";
    const shown = wanted !== null && wanted < last ? wanted : null;
    return (
        <div class="side">
            <Offers table={table} ply={last} names={names} act={act} />
            {begun && (
                <LogView
                    log={log}
                    names={names}
                    at={wanted ?? last}
                    last={last}
                    onShow={(ply) => onPly(ply >= last ? null : ply)}
                />
            )}
            <Chat chat={chat} me={connection.hello?.person} names={names} act={act} />
            <h2>Table</h2>
            <TableFacts table={table} />
            {isPlayer(table) && <Invites table={table} names={names} />}
            {begun && (
                <KeepMatch id={id} table={table} shown={shown} onTranscript={onTranscript} />
            )}
            <LookSettings />
        </div>
    );
}

/** Has this person a seat in a match that runs? */
function isPlayer(table: Table): boolean {
    return table.status === "running" && table.seats.some((seat) => seat.you);
}

export function MatchPage({ id, query }: { id: string; query: URLSearchParams }) {
    const match = useMatch(id);
    const { state, error, setError } = match;
    const online = useConnection() === "open";
    const [wanted, setWanted] = useState<number | null>(firstPly(query));
    const last = state?.view.ply ?? 0;
    const earlier = useEarlier(id, wanted, last);
    const names = state ? seatNames(state.view.scene, state.table) : [];
    const { playMove, ask, transcript } = useActions(id, match);
    useNarration(state, names);
    useEnding(state, names);
    useDocumentTitle(state);

    if (!state)
        return (
            <main id="page" tabIndex={-1}>
                <h1>Match</h1>
                {error ? <Fault text={error} /> : <p>Opening the match…</p>}
            </main>
        );
    const { table } = state;
    const shown = wanted !== null && wanted < last ? wanted : null;
    const there = shown !== null && earlier.data?.view.ply === shown;
    const view = there ? earlier.data!.view : state.view;

    return (
        <main id="page" tabIndex={-1} class="match">
            <h1>{table.title}</h1>
            <MatchHead
                match={match}
                table={table}
                view={view}
                title={titleOf(table, view, shown !== null, names)}
                shown={shown}
                fault={error ?? earlier.error}
                rulebook={rulebookOf(table.ruleset, id)}
                onPresent={() => setWanted(null)}
            />
            {table.status !== "open" ? (
                <PlayArea
                    id={id}
                    table={table}
                    view={view}
                    live={shown === null && online && !table.marked}
                    plays={isPlayer(table)}
                    onPlay={(move) => void playMove(move)}
                    onWhy={(move) => void ask(move)}
                    onPoint={() => setError(null)}
                />
            ) : (
                <Waiting table={table} names={names} />
            )}
            <Side
                id={id}
                match={match}
                state={state}
                names={names}
                wanted={wanted}
                onPly={setWanted}
                onTranscript={() => void transcript()}
            />
        </main>
    );
}

const NONE: string[] = [];
const NO_POINTS: string[][] = [];
