// What can be played. A server that has just begun still reads its rulesets: its list is then not
// complete, and is asked for again.
import { useEffect } from "preact/hooks";
import { connection } from "./connection";
import { useAsked, useConnection } from "./hooks";
import type { Game, Games } from "./types";
import type { Upload } from "./uploads";

const AGAIN = 1500;

export function useGames() {
    const asked = useAsked<Games>("games");
    const whole = asked.data?.complete !== false;
    useEffect(() => {
        if (whole) return;
        const timer = setTimeout(asked.again, AGAIN);
        return () => clearTimeout(timer);
    }, [asked.data]);
    return { games: asked.data?.games ?? null, whole, error: asked.error };
}

/** The same with the rules that this person has sent. */
export function usePlayable() {
    const { games, whole, error } = useGames();
    useConnection();
    const takes = connection.hello?.uploads ?? false;
    const sent = useAsked<{ uploads: Upload[] }>(takes ? "uploads" : null).data?.uploads;
    const own: Game[] = (sent ?? []).flatMap((upload) => upload.rulesets);
    return { games: games && [...games, ...own], whole: whole && (!takes || !!sent), error };
}
