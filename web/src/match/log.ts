// The log of a match as it comes in pieces: each view brings the plies after the last one that is
// here; where plies were taken back, those are dropped.
import type { Ply, View } from "../types";

export function mergeLog(log: Ply[], view: View): Ply[] {
    const since = view.log?.since ?? view.ply;
    const kept = log.filter((entry) => entry.ply < Math.min(since, view.ply));
    const fresh = (view.log?.plies ?? []).filter((entry) => entry.ply < view.ply);
    return [...kept, ...fresh];
}

/** A ply in one sentence, for the log and for reading out. */
export function plyInWords(entry: Ply, names: string[]): string {
    const who = entry.seat < 0 ? "Chance" : (names[entry.seat] ?? `Seat ${entry.seat + 1}`);
    const move = entry.move ?? "a move that you do not see";
    return [`${who}: ${move}.`, ...(entry.says ?? [])].join(" ");
}
