// A match as the server tells it: opened when the page is, opened again after a lost connection
// from the ply that is already here, left when the page is.
import { useEffect, useRef, useState } from "preact/hooks";
import { connection, Refused } from "../connection";
import { isOffline, textOf, useConnection } from "../hooks";
import type { ChatLine, Opened, Ply, Table, View } from "../types";
import { mergeLog } from "./log";

export interface MatchState {
    table: Table;
    view: View;
    chat: ChatLine[];
    log: Ply[];
}

export interface Match {
    state: MatchState | null;
    error: string | null;
    /** Send an op about this match; a refusal becomes `error`. True if it was done. */
    act(op: string, fields?: object): Promise<boolean>;
    setError(text: string | null): void;
    again(): void;
}

/** The rules of a match fail: it is shown as it was. */
function faultText(message: unknown): string {
    return `The rules of this match fail: ${String(message)}`;
}

/** What is seen of a match that has not begun. */
const NOTHING: View = { ply: 0, to_move: -1, over: false, scene: {} };

export function useMatch(id: string): Match {
    const online = useConnection() === "open";
    const [state, set] = useState<MatchState | null>(null);
    const [error, setError] = useState<string | null>(null);
    const [turn, setTurn] = useState(0);
    const ply = useRef<number | undefined>(undefined);
    ply.current = state?.view.ply;

    useEffect(() => {
        if (!online) return;
        let live = true;
        const early: (() => void)[] = [];
        const change = (step: (old: MatchState) => MatchState) =>
            set((old) => {
                if (!old) early.push(() => change(step));
                return old ? step(old) : old;
            });
        const ends = [
            connection.on("view", (push) => {
                if (push.match !== id) return;
                const view = push.view as View;
                change((old) => ({ ...old, view, log: mergeLog(old.log, view) }));
            }),
            connection.on("table", (push) => {
                if (push.match === id) change((old) => ({ ...old, table: push.table as Table }));
            }),
            connection.on("chat", (push) => {
                if (push.match === id)
                    change((old) => ({ ...old, chat: [...old.chat, push.line as ChatLine] }));
            }),
            connection.on("fault", (push) => {
                if (push.match === id) setError(faultText(push.message));
            }),
        ];
        connection.request<Opened>("open", { match: id, since: ply.current }).then(
            ({ table, view = NOTHING, chat, fault }) => {
                if (!live) return;
                set((old) => ({ table, view, chat, log: mergeLog(old?.log ?? [], view) }));
                setError(fault ? faultText(fault) : null);
                for (const step of early.splice(0)) step();
            },
            (refused) => live && !isOffline(refused) && setError(textOf(refused)),
        );
        return () => {
            live = false;
            for (const end of ends) end();
            connection.request("leave", { match: id }).catch(() => {});
        };
    }, [id, online, turn]);

    async function act(op: string, fields: object = {}): Promise<boolean> {
        try {
            await connection.request(op, { match: id, ...fields });
            setError(null);
            return true;
        } catch (refused) {
            if (refused instanceof Refused && refused.code === "stale") setTurn((n) => n + 1);
            setError(textOf(refused));
            return false;
        }
    }

    return { state, error, act, setError, again: () => setTurn((n) => n + 1) };
}
