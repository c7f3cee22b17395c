// What pages share: the state of the connection, and requests whose answer is a part of a page.
import { useEffect, useState } from "preact/hooks";
import { connection, Refused, type State } from "./connection";

/** The state of the connection; the component is drawn again when it changes. */
export function useConnection(): State {
    const [, draw] = useState(0);
    const { state } = connection;
    useEffect(() => {
        if (connection.state !== state) draw((n) => n + 1); // changed before this was set up
        return connection.watch(() => draw((n) => n + 1));
    }, []);
    return state;
}

export interface Asked<T> {
    data: T | null;
    error: string | null;
    /** Ask again. */
    again(): void;
    set(data: T): void;
}

/** Ask the server for something whenever its arguments change, and again after a lost connection.
 * `op` null asks nothing. */
export function useAsked<T>(op: string | null, fields: object = {}): Asked<T> {
    const state = useConnection();
    const [data, set] = useState<T | null>(null);
    const [error, setError] = useState<string | null>(null);
    const [turn, setTurn] = useState(0);
    const key = op === null ? "" : op + JSON.stringify(fields);
    useEffect(() => {
        if (op === null || state !== "open") return;
        let live = true;
        connection.request<T>(op, fields).then(
            (answer) => {
                if (!live) return;
                set(answer);
                setError(null);
            },
            (refused) => live && !isOffline(refused) && setError(textOf(refused)),
        );
        return () => {
            live = false;
        };
    }, [key, state === "open", turn]);
    return { data, error, again: () => setTurn((n) => n + 1), set };
}

export function isOffline(error: unknown): boolean {
    return error instanceof Refused && error.code === "offline";
}

/** The server's messages begin as a part of a sentence does. One that begins with words is made a
 *  sentence; others, as those that begin with the place of a fault, stay as they are. */
export function asSentence(text: string): string {
    if (!/^(a|[a-z]{2,}) /.test(text)) return text;
    const end = /[\w')%]$/.test(text) ? "." : "";
    return text.charAt(0).toUpperCase() + text.slice(1) + end;
}

export function textOf(error: unknown): string {
    return asSentence(error instanceof Error ? error.message : String(error));
}

/** A time that goes on, in steps of `step` milliseconds, while `on`. */
export function useNow(on: boolean, step = 250): number {
    const [now, set] = useState(() => connection.now());
    useEffect(() => {
        if (!on) return;
        const timer = setInterval(() => set(connection.now()), step);
        return () => clearInterval(timer);
    }, [on, step]);
    return on ? Math.max(now, connection.now() - step) : connection.now();
}
