// Rules of one's own: a folder of files that becomes one upload. docs/server-protocol.md has the
// contract; the server checks everything, so this only finds the files.
import { Refused } from "./connection";
import type { Game } from "./types";

export interface Upload {
    upload: string;
    name: string;
    at: number;
    bytes: number;
    rulesets: Game[];
}

const FOLDERS = ["lua", "rulesets", "scenarios"];

/** The path that a file has in an upload: `mine/lua/house/iron.lua` is `lua/house/iron.lua`. Null:
 *  it is none of the rules. */
export function pathInUpload(path: string): string | null {
    const parts = path.split("/");
    const first = parts.findIndex((part) => FOLDERS.includes(part));
    const ending = parts[first] === "rulesets" ? ".ini" : ".lua";
    return first >= 0 && path.endsWith(ending) ? parts.slice(first).join("/") : null;
}

export function isUpload(ruleset: string): boolean {
    return ruleset.startsWith("uploads/");
}

/** Send the rules that are among these files. Fails with the server's sentence. */
export async function sendRules(name: string, files: File[]): Promise<void> {
    const texts: Record<string, string> = {};
    for (const file of files) {
        const path = pathInUpload(file.webkitRelativePath || file.name);
        if (path) texts[path] = await file.text();
    }
    if (Object.keys(texts).length === 0)
        throw new Error("The folder has no lua/, rulesets/ or scenarios/ with rules in it.");
    const answer = await fetch("/upload", {
        method: "POST",
        body: JSON.stringify({ name, files: texts }),
    });
    const told = await answer.json().catch(() => null);
    if (!told?.ok)
        throw new Refused(
            told?.error?.code ?? "failed",
            told?.error?.message ?? `The server answers with status ${answer.status}.`,
        );
}
