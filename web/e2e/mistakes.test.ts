// After a match that was played badly, its mistakes are found and played better.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, newPerson, place, startBrowser } from "./browser";
import { playOn } from "./pointing";
import { type Server, startServer } from "./server";

describe("learning from mistakes", () => {
    let server: Server;
    let browser: Browser;

    beforeAll(async () => {
        server = await startServer();
        browser = await startBrowser();
    });
    afterAll(async () => {
        await browser?.close();
        await server?.stop();
    });

    it("offers positions, gives hints, judges answers, and remembers what was found", async () => {
        const ann = await newPerson(browser, server.address);
        const { page } = ann;
        await create(page, "breakthrough-6x6", "level1");
        await playOn([page], "mouse", 120);
        await page.getByRole("link", { name: "Learn from mistakes" }).click();
        const mistakes = page.getByRole("group", { name: "Mistakes" }).getByRole("button");
        await mistakes.first().waitFor({ timeout: 45000 });
        const count = await mistakes.count();

        await page.getByRole("button", { name: "Give me a hint" }).click();
        await page.locator(".verdict").getByText("what the best move begins with").waitFor();
        expect(await page.locator(".place.lit").count()).toBe(1);
        await page.getByRole("button", { name: "Show the move" }).click();
        const shown = page.locator(".verdict").getByText("The best move is");
        const [, from, to] = /is (\w\d)(\w\d)/.exec((await shown.textContent())!)!;
        expect(await mistakes.first().textContent()).toContain("shown");

        await page.reload();
        await mistakes.first().click();
        await place(page, from).click();
        await place(page, to).click();
        await page.locator(".verdict").getByText("is a good move").waitFor();
        expect(await mistakes.first().textContent()).toContain("found");
        await page.getByRole("link", { name: "My matches" }).click();
        await page.getByText(`1 of ${count} found`).waitFor();
        expect(ann.faults).toEqual([]);
        await ann.close();
    });
});
