// Matches from the first visit to the analysis, in a real browser against the real server.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { create, expectLog, newPerson, type Person, place, startBrowser } from "./browser";
import { type Server, startServer } from "./server";

describe("playing in the browser", () => {
    let server: Server;
    let browser: Browser;
    let ann: Person;

    beforeAll(async () => {
        server = await startServer();
        browser = await startBrowser();
    });
    afterAll(async () => {
        await browser?.close();
        await server?.stop();
    });
    beforeEach(async () => {
        ann = await newPerson(browser, server.address);
    });
    afterEach(async () => {
        const { faults } = ann;
        await ann.close();
        expect(faults).toEqual([]);
    });

    it("loads under 100 KB, compressed", async () => {
        const { page } = ann;
        const pictures: (string | undefined)[] = [];
        const loads: { coding?: string; size: Promise<number> }[] = [];
        page.on("response", (response) => {
            const coding = response.headers()["content-encoding"];
            if (response.url().includes("/picture/")) pictures.push(coding);
            if (!["document", "script", "stylesheet"].includes(response.request().resourceType()))
                return;
            const size = response
                .request()
                .sizes()
                .then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize);
            loads.push({ coding, size });
        });
        await page.goto("about:blank");
        await page.context().clearCookies();
        await page.goto(`${server.address}/?anew`);
        await page.getByRole("heading", { name: "Lobby", exact: true }).waitFor();
        expect(loads.map(({ coding }) => coding)).toEqual(["gzip", "gzip", "gzip"]);
        const sizes = await Promise.all(loads.map(({ size }) => size));
        expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(100 * 1024);
        await page.locator(".card-box img").first().waitFor();
        await page.waitForLoadState("networkidle");
        expect(new Set(pictures)).toEqual(new Set(["gzip"]));
    });

    it("makes moves by click and drag, and the computer answers", async () => {
        const { page } = ann;
        await create(page, "breakthrough-8x8", "level1");
        await place(page, "b2").click();
        await place(page, "b3").click();
        await expectLog(page, 2);
        await page.locator('.place.lit[data-place="c2"]').waitFor();
        const from = (await place(page, "c2").boundingBox())!;
        const to = (await place(page, "c3").boundingBox())!;
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
        await page.mouse.up();
        await expectLog(page, 4);
        await page.getByRole("button", { name: "One ply back" }).click();
        await page.getByText("After ply 3").waitFor();
    });

    it("begins from the lobby with one click", async () => {
        const { page } = ann;
        await page.getByRole("button", { name: "Play the computer: Tic-tac-toe" }).click();
        await place(page, "b2").click();
        await expectLog(page, 2);
    });

    it("says why a move is refused, and shows the rule", async () => {
        const { page } = ann;
        await create(page, "breakthrough-8x8", "level1");
        await place(page, "b2").click();
        await place(page, "b6").click();
        const rule = page.getByRole("alert").getByRole("link", { name: "BT-1" });
        await rule.click();
        const at = page.locator("#BT-1.at-rule");
        await at.waitFor();
        expect(await at.textContent()).toContain("BT-1");
    });

    it("is played by the keyboard alone", async () => {
        const { page } = ann;
        await create(page, "tic-tac-toe", "level1");
        await place(page, "a1").waitFor();
        await page.locator('.place.lit[data-place="b2"]').waitFor();
        const focused = () =>
            page.evaluate(() => document.activeElement?.getAttribute("data-place"));
        for (let i = 0; i < 40 && !(await focused()); i++) await page.keyboard.press("Tab");
        const start = (await focused())!;
        await page.keyboard.press(start.endsWith("1") ? "ArrowUp" : "ArrowDown");
        await page.keyboard.press(start.startsWith("a") ? "ArrowRight" : "ArrowLeft");
        expect(await focused()).toBe("b2");
        await page.keyboard.press("Enter");
        await expectLog(page, 2);
        expect(await focused()).toBe("b2");
        const told = page.locator(".sr[role=log]");
        expect(await told.textContent()).toContain("b2");
    });

    it("asks which move in a menu at the board", async () => {
        const { page } = ann;
        await create(page, "warline-tactical", "level1");
        await place(page, "d2").click();
        await page.locator(".move-menu").getByText("Deploy").waitFor();
        await page.locator(".move-menu button").first().click();
        await page.locator(".move-menu .menu-moves button").first().click();
        await expectLog(page, 1);
    });

    it("shows cards, and plays them to a lane", async () => {
        const { page } = ann;
        await create(page, "battle-line-short", "level1");
        await page.locator(".card-row .place.lit").first().click();
        await page.locator(".lanes .place.lit").first().click();
        await expectLog(page, 1);
    });

    it("brings two people together by a link; they talk, agree on a draw and play again", async () => {
        const { page } = ann;
        await create(page, "breakthrough-8x8", "invite");
        const link = await page.locator(".link-box").inputValue();
        await page.getByRole("link", { name: "To the match" }).click();
        const bob = await newPerson(browser, server.address, {
            viewport: { width: 360, height: 900 },
        });
        await bob.page.goto(link);
        await bob.page.getByRole("button", { name: "Go to the match" }).click();
        await bob.page.getByText("White to move").first().waitFor();
        await bob.page.getByLabel("Say something").fill("Good luck!");
        await bob.page.getByRole("button", { name: "Say", exact: true }).click();
        await page.locator(".chat").getByText("Good luck!").waitFor();
        await place(page, "b2").click();
        await place(page, "b3").click();
        await bob.page.locator('.place.lit[data-place="b7"]').waitFor();
        await page.getByRole("button", { name: "Offer a draw" }).click();
        await page.getByRole("button", { name: "Yes, offer a draw" }).click();
        await bob.page.getByRole("button", { name: "Accept" }).click();
        await page.getByText("by agreement").first().waitFor();
        await page.getByRole("button", { name: "Rematch" }).click();
        await bob.page.getByRole("button", { name: "Accept" }).click();
        await page.getByRole("link", { name: "To the rematch" }).click();
        await page.getByText("White to move").first().waitFor();
        expect(bob.faults).toEqual([]);
        await bob.close();
    });

    it("says that the connection is lost, and goes on where it was", async () => {
        const { page } = ann;
        await create(page, "breakthrough-8x8", "level1");
        await place(page, "b2").click();
        await place(page, "b3").click();
        await page.locator('.place.lit[data-place="c2"]').waitFor();
        const restarted = server.restart(2500);
        await page.getByText("The connection to the server is lost").waitFor();
        expect(await page.locator(".place.lit").count()).toBe(0);
        await restarted;
        await page.locator('.place.lit[data-place="c2"]').waitFor({ timeout: 30000 });
        expect(await page.locator(".log li").count()).toBe(2);
        await place(page, "c2").click();
        await place(page, "c3").click();
        await expectLog(page, 4);
    });

    it("analyses a finished match: variations, best lines, a picture", async () => {
        const { page } = ann;
        await create(page, "breakthrough-8x8", "level1");
        await place(page, "b2").click();
        await place(page, "b3").click();
        await expectLog(page, 2);
        await page.getByRole("button", { name: "Resign" }).click();
        await page.getByRole("button", { name: "Yes, resign" }).click();
        await page.getByText("by resignation").first().waitFor();
        await page.getByRole("button", { name: "Analyse" }).click();
        await page.locator(".graph-line").waitFor();
        await place(page, "c2").click();
        await place(page, "c3").click();
        await page.locator(".tree").getByText("c2c3").waitFor();
        await page.getByRole("button", { name: "Ask the computer" }).click();
        await page.locator(".lines li").nth(2).waitFor();
        const save = async (button: string) => {
            const saved = page.waitForEvent("download");
            await page.getByRole("button", { name: button }).click();
            const download = await saved;
            const bytes = readFileSync(await download.path());
            return { name: download.suggestedFilename(), bytes };
        };
        const png = await save("Save as PNG");
        expect(png.name).toBe("board.png");
        expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
        expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(400); /* its width */
        const svg = await save("Save as SVG");
        expect(svg.bytes.toString()).toMatch(/^<svg [^]*<\/svg>$/);
        expect(svg.bytes.toString()).not.toMatch(/class=|style=/);
        expect((await save("Save the transcript")).bytes.toString()).toMatch(/^muster transcript/);
    });
});
