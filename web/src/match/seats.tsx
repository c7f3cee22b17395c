// The seats of a match: sign, name, who sits there, clock, who is to move.
import { useEffect, useRef } from "preact/hooks";
import { bondOf, SeatSign } from "../board/panels";
import { clockText, leftOf } from "../clock";
import { useNow } from "../hooks";
import { seatOf } from "../scene/model";
import { say } from "../parts/live";
import type { Scene, Table, TableSeat } from "../types";

export function sitterOf(seat: TableSeat): string {
    if (seat.who === "person") return seat.name || "Somebody";
    if (seat.who === "level") return `Computer (level ${seat.level})`;
    if (seat.who === "gone") return "Gone";
    return seat.who === "open" ? "Free seat" : "Invited, not here yet";
}

/** Names of the seats: as the game calls them. */
export function seatNames(scene: Scene, table?: Table): string[] {
    const count = Math.max(scene.seats?.length ?? 0, table?.seats.length ?? 0);
    return [...Array(count).keys()].map((i) => seatOf(scene, i).name || `Seat ${i + 1}`);
}

const WARNINGS = [60000, 30000, 10000];

/** Say aloud when one's own time runs low; a screen reader must not read a running clock. */
function useWarnings(left: number | null, own: boolean) {
    const before = useRef(left);
    useEffect(() => {
        const passed = WARNINGS.find(
            (at) => left !== null && left <= at && (before.current ?? 0) > at,
        );
        if (own && passed) say(`${passed / 1000} seconds left.`);
        before.current = left;
    }, [left]);
}

function Time({ table, seat, now }: { table: Table; seat: number; now: number }) {
    const left = leftOf(table.clock, seat, table.to_move, now);
    useWarnings(left, !!table.seats[seat]?.you);
    if (left === null) return null;
    return (
        <span class={`time${left < 30000 ? " low" : ""}`} role="timer">
            {clockText(left)}
        </span>
    );
}

interface Props {
    table: Table;
    scene: Scene;
    onJoin(seat: number): void;
}

export function Seats({ table, scene, onJoin }: Props) {
    const running = table.status === "running" && table.clock.since != null;
    const now = useNow(running);
    const names = seatNames(scene, table);
    return (
        <ul class="seats" aria-label="Seats">
            {table.seats.map((seat, i) => {
                const moves = table.to_move.includes(i);
                const won = table.result?.winner.includes(i);
                return (
                    <>
                        {bondOf(scene, i) && <li class={`bond bond-${bondOf(scene, i)}`}>{bondOf(scene, i)}</li>}
                        <li class={`seat${moves ? " moves" : ""}`}>
                            <SeatSign scene={scene} seat={i} />
                            <span class="seat-name">
                                <b>{names[i]}</b>
                                {moves && (seat.you ? ", your move" : " to move")}
                                {won && " won"}
                                <small>
                                    {sitterOf(seat)}
                                    {seat.you && " (you)"}
                                    {seat.who === "person" &&
                                        !seat.here &&
                                        table.status === "running" &&
                                        ", away"}
                                </small>
                            </span>
                            {seat.who === "open" && (
                                <button
                                    type="button"
                                    onClick={() => onJoin(i)}
                                >{`Play ${names[i]}`}</button>
                            )}
                            <Time table={table} seat={i} now={now} />
                        </li>
                    </>
                );
            })}
        </ul>
    );
}
