// The one WebSocket to the server. A request is a promise of its answer; what the server sends by
// itself goes to those who listen. Without a connection a request fails at once with the code
// `offline`: nothing is kept to be sent later, because a move may be wrong by then. The socket is
// opened again after pauses that grow; whoever watches a match then opens it again.
import type { Hello, Push } from "./types";

export class Refused extends Error {
    constructor(
        public code: string,
        message: string,
    ) {
        super(message);
    }
}

export type State = "connecting" | "open" | "closed";

/** What of a WebSocket is used here; tests give another one. */
export interface Socket {
    send(text: string): void;
    close(): void;
    onopen: (() => void) | null;
    onclose: (() => void) | null;
    onmessage: ((event: { data: string }) => void) | null;
}

interface Waiting {
    resolve(answer: unknown): void;
    reject(error: Refused): void;
}

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];

export class Connection {
    state: State = "connecting";
    hello: Hello | null = null;
    /** The server's clock minus ours, in milliseconds. */
    offset = 0;
    /** When the next attempt begins, while closed. */
    retryAt = 0;
    private socket: Socket | null = null;
    private next = 1;
    private failures = 0;
    private waiting = new Map<number, Waiting>();
    private listeners = new Map<string, Set<(push: Push) => void>>();
    private watchers = new Set<() => void>();
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private connect: () => Socket) {}

    start() {
        clearTimeout(this.timer);
        this.set("connecting");
        const socket = this.connect();
        this.socket = socket;
        socket.onopen = () => void this.greet(socket);
        socket.onmessage = (event) => this.receive(event.data);
        socket.onclose = () => this.lost(socket);
    }

    /** Send a request. The promise is kept by its answer, or fails with `Refused`. */
    request<T>(op: string, fields: object = {}): Promise<T> {
        if (this.state !== "open")
            return Promise.reject(new Refused("offline", "There is no connection to the server."));
        return this.send<T>(op, fields);
    }

    /** Listen to pushes of a kind. Returns what ends it. */
    on(push: string, listener: (push: Push) => void): () => void {
        const set = this.listeners.get(push) ?? new Set();
        this.listeners.set(push, set.add(listener));
        return () => void set.delete(listener);
    }

    /** Be told of each change of `state` or `hello`. */
    watch(watcher: () => void): () => void {
        this.watchers.add(watcher);
        return () => void this.watchers.delete(watcher);
    }

    /** The server's time now. */
    now(): number {
        return Date.now() + this.offset;
    }

    async refresh() {
        this.hello = await this.request<Hello>("hello");
        this.tell();
    }

    private send<T>(op: string, fields: object): Promise<T> {
        const id = this.next++;
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
            this.socket?.send(JSON.stringify({ ...fields, op, id }));
        });
    }

    private async greet(socket: Socket) {
        try {
            const hello = await this.send<Hello>("hello", {});
            this.hello = hello;
            this.offset = hello.now - Date.now();
            this.failures = 0;
            this.set("open");
        } catch {
            socket.close();
        }
    }

    private receive(data: string) {
        const message = JSON.parse(data);
        if (message.push) {
            for (const listener of [...(this.listeners.get(message.push) ?? [])]) listener(message);
            return;
        }
        const waiting = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.ok) waiting?.resolve(message);
        else
            waiting?.reject(
                new Refused(message.error?.code ?? "failed", message.error?.message ?? ""),
            );
    }

    private lost(socket: Socket) {
        if (socket !== this.socket) return;
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        const pause = PAUSES[Math.min(this.failures++, PAUSES.length - 1)];
        this.retryAt = Date.now() + pause;
        this.timer = setTimeout(() => this.start(), pause);
        this.set("closed");
        for (const { reject } of waiting)
            reject(new Refused("offline", "The connection to the server was lost."));
    }

    private set(state: State) {
        this.state = state;
        this.tell();
    }

    private tell() {
        for (const watcher of [...this.watchers]) watcher();
    }
}

export function openSocket(): Socket {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(`${scheme}//${location.host}/socket`, "muster") as unknown as Socket;
}

/** The connection of this page. */
export const connection = new Connection(openSocket);
