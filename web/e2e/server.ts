// Starts the server on a free port with a folder of its own, and stops it. MUSTER_BIN is the
// program; without it the one that the checkout has built.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface Server {
    address: string;
    stop(): Promise<void>;
    /** Stop and begin again on the same port with what was kept. */
    restart(pause: number): Promise<void>;
}

const PROGRAM = process.env.MUSTER_BIN ?? resolve("../build/muster");

const SLOWEST = 10000; /* a server that does not end by then is killed */

function launch(
    port: number,
    data: string,
    options: string[],
): Promise<{ child: ChildProcess; address: string }> {
    const child = spawn(PROGRAM, ["serve", "--port", String(port), "--data", data, ...options], {
        stdio: ["ignore", "pipe", "pipe"],
    });
    return new Promise((done, failed) => {
        let text = "";
        const read = (chunk: Buffer) => {
            text += chunk;
            const found = /http:\/\/[^\s"]+/.exec(text);
            if (found) done({ child, address: found[0].replace(/\/$/, "") });
        };
        child.stdout!.on("data", read);
        child.stderr!.on("data", read);
        child.on("error", failed);
        child.on("exit", (code, signal) => {
            const how = `muster serve ended with ${code ?? signal}`;
            if (code !== 0) console.error(how, text.slice(-2000));
            failed(new Error(`${how}: ${text}`));
        });
    });
}

function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null) return Promise.resolve();
    return new Promise((done) => {
        const late = setTimeout(() => child.kill("SIGKILL"), SLOWEST);
        child.on("exit", () => {
            clearTimeout(late);
            done();
        });
        child.kill("SIGTERM");
    });
}

/** `options` are further words of the command. */
export async function startServer(...options: string[]): Promise<Server> {
    const data = mkdtempSync(join(tmpdir(), "muster-e2e-"));
    let { child, address } = await launch(0, data, options);
    return {
        address,
        async stop() {
            await end(child);
            rmSync(data, { recursive: true, force: true });
        },
        async restart(pause) {
            await end(child);
            await new Promise((done) => setTimeout(done, pause));
            ({ child, address } = await launch(Number(new URL(address).port), data, options));
        },
    };
}
