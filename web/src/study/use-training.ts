// The mistakes of a match: those that this browser keeps, or else what the server's evaluation of
// the match suspects, each looked at longer.
import { useEffect, useState } from "preact/hooks";
import { isOffline, textOf, useAsked } from "../hooks";
import type { MatchState } from "../match/use-match";
import type { Evaluated } from "../types";
import { lookLonger } from "./judge";
import { keepTraining, suspects, trainingOf, type Mistake, type Training } from "./mistakes";

export function useTraining(id: string, state: MatchState | null) {
    const own = state?.table.seats.flatMap((seat, i) => (seat.you ? [i] : [])) ?? [];
    const fit = state?.table.status === "over" && own.length > 0;
    const [training, set] = useState<Training | null>(trainingOf(id));
    const [looked, setLooked] = useState<[number, number] | null>(null);
    const [error, setError] = useState<string | null>(null);
    const asked = useAsked<Evaluated>(fit && !training ? "evaluate" : null, { match: id });
    const keep = (next: Training) => {
        keepTraining(id, next);
        set(next);
    };
    useEffect(() => {
        if (!asked.data || !state || training) return;
        let live = true;
        const { view, log } = state;
        const winner = view.over ? (view.winner ?? []) : null;
        const { scores } = asked.data;
        const list = suspects({ scene: view.scene, log, scores, own, winner });
        const look = async () => {
            const mistakes: Mistake[] = [];
            for (const [i, suspect] of list.entries()) {
                setLooked([i + 1, list.length]);
                const mistake = await lookLonger(id, suspect);
                if (!live) return;
                if (mistake) mistakes.push(mistake);
            }
            keep({ mistakes, done: {} });
        };
        look().catch((refused) => live && !isOffline(refused) && setError(textOf(refused)));
        return () => {
            live = false;
        };
    }, [asked.data]);
    return { training, keep, looked, error: error ?? asked.error, fit };
}
