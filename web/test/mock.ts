// A socket that tests hold the other end of: what was sent, and answers.
import type { Socket } from "../src/connection";

export class MockSocket implements Socket {
    sent: { op: string; id: number; [field: string]: unknown }[] = [];
    onopen: (() => void) | null = null;
    onclose: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;

    send(text: string) {
        this.sent.push(JSON.parse(text));
    }

    close() {
        this.onclose?.();
    }

    push(message: object) {
        this.onmessage?.({ data: JSON.stringify(message) });
    }

    /** Answer the last request of an op. */
    answer(op: string, fields: object) {
        const request = [...this.sent].reverse().find((sent) => sent.op === op);
        this.push({ id: request?.id, ok: true, ...fields });
    }

    refuse(op: string, code: string, message: string) {
        const request = [...this.sent].reverse().find((sent) => sent.op === op);
        this.push({ id: request?.id, ok: false, error: { code, message } });
    }

    greet(now = Date.now()) {
        this.onopen?.();
        this.answer("hello", { server: "muster", protocol: 1, now });
    }
}

/** Let promises that are kept already go on. */
export async function settle() {
    for (let i = 0; i < 5; i++) await Promise.resolve();
}
