// What can be played. A server that has just begun still reads its rulesets: its list is then not
// complete, and is asked for again.
import { useEffect } from "preact/hooks";
import { useAsked } from "./hooks";
import type { Games } from "./types";

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
