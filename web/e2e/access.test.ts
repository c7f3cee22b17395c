// Every page is free of what axe finds, in light and dark, wide and at 360 pixels, and never wider
// than the window.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, place, startBrowser } from "./browser";
import { type Server, startServer } from "./server";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const PAGES = [
    "",
    "mine",
    "new/battle-line-short",
    "join/none",
    "archive",
    "puzzles",
    "rules/warline-terrain",
    "study",
    "study/rules/breakthrough-8x8?moves=b2b3",
    "me",
    "recover/none",
    "mistakes/none",
    "nothing",
];
const LOOKS = [
    { width: 1200, colorScheme: "light" as const },
    { width: 360, colorScheme: "dark" as const },
];

interface Violation {
    id: string;
    nodes: { html: string }[];
}

async function faultsOf(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
        const { axe } = window as unknown as {
            axe: { run(on: Document, how: object): Promise<{ violations: Violation[] }> };
        };
        return (await axe.run(document, { runOnly: tags })).violations;
    });
    const width = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
    );
    const wide = width > 0 ? [`${width} pixels too wide`] : [];
    return [...wide, ...violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)];
}

describe.each(LOOKS)("pages at $width pixels, $colorScheme", ({ width, colorScheme }) => {
    let server: Server;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
        server = await startServer();
        browser = await startBrowser();
        // axe is put into the page, which the policy for content forbids.
        const context = await browser.newContext({
            viewport: { width, height: 900 },
            colorScheme,
            bypassCSP: true,
            reducedMotion: "reduce",
        });
        context.setDefaultTimeout(15000);
        page = await context.newPage();
        await page.goto(server.address);
        await page.getByRole("heading", { name: "Lobby", exact: true }).waitFor();
    });
    afterAll(async () => {
        await browser?.close();
        await server?.stop();
    });

    it.each(PAGES)("#/%s", async (path) => {
        await page.goto(`${server.address}/#/${path}`);
        await page.locator("main h1").first().waitFor();
        await page.waitForLoadState("networkidle");
        expect(await faultsOf(page)).toEqual([]);
    });

    it.each(["tic-tac-toe", "battle-line-short", "warline-terrain"])(
        "a match of %s",
        async (ruleset) => {
            await create(page, ruleset, "level1");
            await page.locator(".place.lit").first().waitFor();
            expect(await faultsOf(page)).toEqual([]);
        },
    );

    it("a menu of moves", async () => {
        await create(page, "warline-tactical", "level1");
        await place(page, "d2").click();
        await page.locator(".move-menu").waitFor();
        expect(await faultsOf(page)).toEqual([]);
    });
});
