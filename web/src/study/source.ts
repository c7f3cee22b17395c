// What is studied, and its address: a match from a ply on, or a ruleset from its start, a position
// or a transcript. Transcripts are kept in this browser only; all else is in the address.
import { href, type Route } from "../route";
import { store, stored } from "../settings";
import type { Settings } from "../types";

export type Source =
    | { match: string; ply: number }
    | { ruleset: string; set?: Settings; position?: string; transcript?: string };

const KEPT = "muster.transcript";

/** The fields of a request about the source. */
export function fieldsOf(source: Source): object {
    return source;
}

export function sourceOf(route: Route): Source | null {
    const [kind, name] = route.parts;
    const ply = route.query.get("ply");
    if (kind === "match" && name) return { match: name, ply: Number(ply ?? 0) };
    if (kind === "kept") return stored<Source | null>(KEPT, null);
    if (kind !== "rules" || !name) return null;
    const position = route.query.get("position");
    return position ? { ruleset: name, position } : { ruleset: name };
}

export function pathOf(route: Route): string[] {
    return route.query.get("moves")?.split(" ").filter(Boolean) ?? [];
}

/** The address of a source with a line of moves. */
export function addressOf(source: Source, moves: string[]): string {
    const line: Record<string, string> = moves.length ? { moves: moves.join(" ") } : {};
    if ("match" in source) {
        return href("study", ["match", source.match], { ply: String(source.ply), ...line });
    }
    if (source.transcript) {
        store(KEPT, source);
        return href("study", ["kept"], line);
    }
    const position: Record<string, string> = source.position ? { position: source.position } : {};
    return href("study", ["rules", source.ruleset], { ...position, ...line });
}
