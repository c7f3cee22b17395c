// The first load stays small: everything that index.html needs, compressed as it is sent, is under
// 100 KB.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";

const LIMIT = 100 * 1024;

it("loads under 100 KB, and nothing inline", async () => {
    const dist = mkdtempSync(join(tmpdir(), "muster-web-"));
    try {
        await build({ logLevel: "error", build: { outDir: dist, emptyOutDir: true } });
        const names = (readdirSync(dist, { recursive: true }) as string[]).filter((name) =>
            statSync(join(dist, name)).isFile(),
        );
        const zipped = names.filter((name) => name.endsWith(".gz"));
        const plain = names.filter((name) => !name.endsWith(".gz"));
        expect(zipped.sort()).toEqual(plain.map((name) => `${name}.gz`).sort());
        for (const name of plain)
            expect(gunzipSync(readFileSync(join(dist, `${name}.gz`)))).toEqual(
                readFileSync(join(dist, name)),
            );
        const bytes = zipped.map((name) => statSync(join(dist, name)).size);
        expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT);
        const page = readFileSync(join(dist, "index.html"), "utf8");
        expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
    } finally {
        rmSync(dist, { recursive: true });
    }
}, 60000);
