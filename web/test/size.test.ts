// The first load stays small: everything that index.html needs, compressed, is under 100 KB.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";

const LIMIT = 100 * 1024;

it("loads under 100 KB, and nothing inline", async () => {
    const dist = mkdtempSync(join(tmpdir(), "muster-web-"));
    try {
        await build({ logLevel: "error", build: { outDir: dist, emptyOutDir: true } });
        const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((file) =>
            file.isFile(),
        );
        const bytes = files.map(
            (file) => gzipSync(readFileSync(join(file.parentPath ?? file.path, file.name))).length,
        );
        expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT);
        const page = readFileSync(join(dist, "index.html"), "utf8");
        expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
    } finally {
        rmSync(dist, { recursive: true });
    }
}, 60000);
