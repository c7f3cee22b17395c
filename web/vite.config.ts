// How the client is built, served while it is written, and tested. The server's policy for content
// allows no inline script or style, so nothing is inlined.
import { defineConfig } from "vitest/config";

export default defineConfig({
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
