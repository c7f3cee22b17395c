// The lobby: matches that wait for players, as they come and go.
import { useEffect } from "preact/hooks";
import { connection } from "../connection";
import { useAsked, useConnection } from "../hooks";
import { Fault } from "../parts/fault";
import { Matches } from "../parts/matches";
import type { Summary } from "../types";

export function Lobby() {
    const online = useConnection() === "open";
    const { data, error, set } = useAsked<{ open: Summary[] }>("lobby");
    useEffect(() => {
        if (!online) return;
        const end = connection.on("lobby", (push) => set({ open: push.open as Summary[] }));
        return () => {
            end();
            connection.request("leave").catch(() => {});
        };
    }, [online]);
    return (
        <main id="page" tabIndex={-1}>
            <h1>Lobby</h1>
            <p class="row">
                <a class="button primary" href="#/new">
                    New match
                </a>
                <a class="button" href="#/puzzles">
                    Puzzles
                </a>
            </p>
            <Fault text={error} />
            <h2>Matches that wait for players</h2>
            <Matches
                matches={data?.open}
                none="Nobody waits. Begin a match, and it will stand here."
            />
        </main>
    );
}
