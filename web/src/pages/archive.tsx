// Finished public matches, with a search.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../connection";
import { textOf, useConnection } from "../hooks";
import { Fault } from "../parts/fault";
import { Matches } from "../parts/matches";
import { go, href } from "../route";
import type { Summary } from "../types";

const PAGE = 50;

export function Archive({ query }: { query: URLSearchParams }) {
    const online = useConnection() === "open";
    const asked = query.get("text") ?? "";
    const [text, setText] = useState(asked);
    const [found, set] = useState<Summary[] | undefined>();
    const [more, setMore] = useState(false);
    const [error, setError] = useState<string | null>(null);

    const load = async (older?: Summary[]) => {
        try {
            const before = older?.[older.length - 1]?.changed;
            const { matches } = await connection.request<{ matches: Summary[] }>("archive", {
                text: asked || undefined,
                before,
            });
            set([...(older ?? []), ...matches]);
            setMore(matches.length >= PAGE);
        } catch (refused) {
            setError(textOf(refused));
        }
    };
    useEffect(() => {
        if (online) void load();
    }, [online, asked]);

    return (
        <main id="page" tabIndex={-1}>
            <h1>Archive</h1>
            <form
                class="tools"
                onSubmit={(event) => {
                    event.preventDefault();
                    go(href("archive", [], text ? { text } : {}));
                }}
            >
                <input
                    value={text}
                    aria-label="Game, title or player"
                    placeholder="Game, title or player"
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <button type="submit">Search</button>
            </form>
            <Fault text={error} />
            <Matches matches={found} none="No finished matches found." />
            {more && (
                <p>
                    <button type="button" onClick={() => void load(found)}>
                        Older ones
                    </button>
                </p>
            )}
        </main>
    );
}
