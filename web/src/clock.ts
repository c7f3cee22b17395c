// Clocks: how much time a seat has left, and durations in words.
import type { RunningClock } from "./types";

/** Milliseconds that a seat has left at the server's time `now`, or null without a clock. */
export function leftOf(
    clock: RunningClock,
    seat: number,
    toMove: number[],
    now: number,
): number | null {
    const left = clock.left?.[seat];
    if (clock.kind === "none" || left === undefined) return null;
    const runs = clock.since != null && toMove.includes(seat);
    return Math.max(0, runs ? left - (now - clock.since!) : left);
}

/** As on a chess clock: 2 days 3 h, 1:02:03, 5:09, and tenths below ten seconds. */
export function clockText(left: number): string {
    const seconds = Math.floor(left / 1000);
    const days = Math.floor(seconds / 86400);
    const hours = Math.floor(seconds / 3600);
    const pad = (n: number) => String(n).padStart(2, "0");
    if (days >= 2) return `${days} days ${hours % 24} h`;
    if (hours >= 1) return `${hours}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
    if (left < 10000) return `0:0${seconds}.${Math.floor(left / 100) % 10}`;
    return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** The kind of clock in words, for lists of matches. */
export function clockWords(clock: RunningClock): string {
    if (clock.kind === "none") return "no clock";
    if (clock.kind === "live") {
        const added = clock.increment ? ` + ${clock.increment / 1000} s` : "";
        return `${minutes(clock.total)}${added}`;
    }
    const days = clock.total / 86400000;
    return days >= 1
        ? `${trim(days)} ${days === 1 ? "day" : "days"} a move`
        : `${trim(days * 24)} h a move`;
}

function minutes(total: number): string {
    return `${trim(total / 60000)} min`;
}

function trim(value: number): string {
    return String(Math.round(value * 10) / 10);
}

/** How long ago, in words. */
export function ago(then: number, now: number): string {
    const seconds = Math.max(0, Math.round((now - then) / 1000));
    if (seconds < 60) return "just now";
    const steps: [number, string][] = [
        [86400, "day"],
        [3600, "hour"],
        [60, "minute"],
    ];
    const [size, word] = steps.find(([step]) => seconds >= step)!;
    const count = Math.floor(seconds / size);
    return `${count} ${word}${count === 1 ? "" : "s"} ago`;
}
