// How a match ended, in words.
import type { Result, Table, View } from "../types";

const HOW: Record<Result["how"], string> = {
    rules: "",
    resigned: "by resignation",
    time: "on time",
    agreed: "by agreement",
    claimed: "by claim",
};

export function winnersInWords(winner: number[], names: string[]): string {
    const won = winner.map((seat) => names[seat] ?? `Seat ${seat + 1}`);
    return won.length === 0
        ? "Nobody wins"
        : `${won.join(" and ")} ${won.length > 1 ? "win" : "wins"}`;
}

export function resultInWords(table: Table, view: View, names: string[]): string {
    const winner = table.result?.winner ?? view.winner ?? [];
    const by = table.result?.by ?? view.by;
    const how = table.result ? HOW[table.result.how] : "";
    const ending = how || (by ? `(${by})` : "");
    return `${winnersInWords(winner, names)}${ending ? ` ${ending}` : ""}.`;
}
