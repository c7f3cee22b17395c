// A link to a match: takes the seat that it offers, or goes to watch.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../connection";
import { isOffline, textOf, useConnection } from "../hooks";
import { Fault } from "../parts/fault";
import { go, href } from "../route";

export function Join({ token }: { token: string }) {
    const online = useConnection() === "open";
    const [error, setError] = useState<string | null>(null);
    const join = async () => {
        try {
            const { match } = await connection.request<{ match: string }>("join", {
                invite: token,
            });
            go(href("match", [match]));
        } catch (refused) {
            if (!isOffline(refused)) setError(textOf(refused));
        }
    };
    return (
        <main id="page" tabIndex={-1}>
            <h1>An invitation</h1>
            <p>Somebody has sent you a link to a match.</p>
            <Fault text={error} />
            <AutoFocusButton online={online} onClick={() => void join()} />
        </main>
    );
}

function AutoFocusButton({ online, onClick }: { online: boolean; onClick(): void }) {
    useEffect(() => document.getElementById("join")?.focus(), []);
    return (
        <button id="join" type="button" class="primary" disabled={!online} onClick={onClick}>
            Go to the match
        </button>
    );
}
