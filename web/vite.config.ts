// How the client is built, served while it is written, and tested. The server's policy for content
// allows no inline script or style, so nothing is inlined. The server compresses no files: it sends
// the NAME.gz that stands beside a file. Style sheets read the measures of the board as variables.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vitest/config";
import measures from "../engine/faces/scene/measures.json";

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

/** --GROUP-NAME for what is a style, and a class for each paint. */
function stylesOf({ width, dash, opacity, colour, paint }: typeof measures): string {
    const all = (group: Record<string, string>, prefix: string) =>
        Object.entries(group).map(([name, value]) => `--${prefix}${name}: ${value};`);
    const sizes = [all(width, "width-"), all(dash, "dash-"), all(opacity, "opacity-")].flat();
    const paints = Object.entries(paint).map(([name, [fill, edge, ink, tint, shade]]) => {
        return `.paint-${name} { ${all({ fill, edge, ink, tint, shade }, "").join(" ")} }`;
    });
    const root = `:root { ${[...sizes, ...all(colour, "colour-")].join(" ")} }`;
    return [root, ...paints, ""].join("\n");
}

function measureStyles() {
    return {
        name: "measure-styles",
        enforce: "pre" as const,
        transform: (code: string, id: string) =>
            id.endsWith("board.css") ? stylesOf(measures) + code : undefined,
    };
}

export default defineConfig({
    plugins: [gzipBeside(), measureStyles()],
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    build: { target: "es2020", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    server: {
        fs: { allow: [".."] },
        proxy: {
            "/socket": { target: process.env.MUSTER_SERVER ?? "http://127.0.0.1:8080", ws: true },
            "/match/": process.env.MUSTER_SERVER ?? "http://127.0.0.1:8080",
        },
    },
    test: { environment: "happy-dom", include: ["test/**/*.test.{ts,tsx}"] },
});
