// The lobby: matches that wait for players, as they come and go, and the games.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../connection";
import { useGames } from "../games";
import { useAsked, useConnection } from "../hooks";
import { Fault } from "../parts/fault";
import { GameCards } from "../parts/game-cards";
import { Matches } from "../parts/matches";
import type { Summary } from "../types";

export function Lobby() {
    const online = useConnection() === "open";
    const { data, error, set } = useAsked<{ open: Summary[] }>("lobby");
    const { games, error: noGames } = useGames();
    const [fault, setFault] = useState<string | null>(null);
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
                    Scenarios and puzzles
                </a>
            </p>
            <Fault text={error ?? noGames ?? fault} />
            <h2>Matches that wait for players</h2>
            <Matches
                matches={data?.open}
                none="Nobody is waiting. A match with a free seat is listed here."
            />
            <h2>Games</h2>
            {games && <GameCards games={games} onError={setFault} />}
        </main>
    );
}
