import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/connection";
import { MockSocket, settle } from "./mock";

describe("the connection", () => {
    let sockets: MockSocket[];
    let connection: Connection;

    beforeEach(() => {
        vi.useFakeTimers();
        sockets = [];
        connection = new Connection(() => {
            const socket = new MockSocket();
            sockets.push(socket);
            return socket;
        });
        connection.start();
    });
    afterEach(() => void vi.useRealTimers());

    const open = async (now?: number) => {
        sockets[sockets.length - 1].greet(now);
        await settle();
    };

    it("greets, and knows the server's time", async () => {
        await open(Date.now() + 5000);
        expect(connection.state).toBe("open");
        expect(connection.now()).toBe(Date.now() + 5000);
    });

    it("gives each answer to its request, in whatever order they come", async () => {
        await open();
        const first = connection.request<{ n: number }>("mine");
        const second = connection.request<{ n: number }>("games");
        sockets[0].answer("games", { n: 2 });
        sockets[0].answer("mine", { n: 1 });
        expect((await first).n).toBe(1);
        expect((await second).n).toBe(2);
    });

    it("passes a refusal on with its code", async () => {
        await open();
        const asked = connection.request("play");
        sockets[0].refuse("play", "illegal_move", "X-1: no");
        await expect(asked).rejects.toMatchObject({ code: "illegal_move", message: "X-1: no" });
    });

    it("fails at once without a connection, and sends nothing later", async () => {
        await open();
        const lost = connection.request("play");
        const failed = expect(lost).rejects.toMatchObject({ code: "offline" });
        sockets[0].close();
        await failed;
        await expect(connection.request("play")).rejects.toMatchObject({ code: "offline" });
        vi.advanceTimersByTime(500);
        await open();
        expect(sockets[1].sent.map((sent) => sent.op)).toEqual(["hello"]);
    });

    it("waits longer after each failure, and not after a success", async () => {
        await open();
        sockets[0].close();
        vi.advanceTimersByTime(499);
        expect(sockets.length).toBe(1);
        vi.advanceTimersByTime(1);
        expect(sockets.length).toBe(2);
        sockets[1].close();
        vi.advanceTimersByTime(999);
        expect(sockets.length).toBe(2);
        vi.advanceTimersByTime(1);
        expect(sockets.length).toBe(3);
        await open();
        sockets[2].close();
        vi.advanceTimersByTime(500);
        expect(sockets.length).toBe(4);
    });

    it("tells listeners of a push until they end", async () => {
        await open();
        const heard: unknown[] = [];
        const end = connection.on("view", (push) => heard.push(push.match));
        sockets[0].push({ push: "view", match: "a" });
        end();
        sockets[0].push({ push: "view", match: "b" });
        expect(heard).toEqual(["a"]);
    });
});
