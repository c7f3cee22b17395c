// How the client is built, served while it is written, and tested. The server's policy for content
// allows no inline script or style, so nothing is inlined. The server compresses no files: it sends
// the NAME.gz that stands beside a file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vitest/config";

const TEXTS = /\.(html|js|css|svg)$/;

function gzipBeside() {
    let folder = "";
    return {
        name: "gzip-beside",
        apply: "build" as const,
        configResolved(config: { root: string; build: { outDir: string } }) {
            folder = resolve(config.root, config.build.outDir);
        },
        closeBundle() {
            for (const name of readdirSync(folder, { recursive: true }) as string[])
                if (TEXTS.test(name))
                    writeFileSync(
                        join(folder, `${name}.gz`),
                        gzipSync(readFileSync(join(folder, name)), { level: 9 }),
                    );
        },
    };
}

export default defineConfig({
    plugins: [gzipBeside()],
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    build: { target: "es2020", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    server: {
        proxy: {
            "/socket": { target: process.env.MUSTER_SERVER ?? "http://127.0.0.1:8080", ws: true },
            "/match/": process.env.MUSTER_SERVER ?? "http://127.0.0.1:8080",
        },
    },
    test: { environment: "happy-dom", include: ["test/**/*.test.{ts,tsx}"] },
});
