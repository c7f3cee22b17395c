// Matches of several people from the lobby to the end: by mouse, by the keyboard alone, and by
// touch at 360 pixels.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newPerson, type Person, startBrowser } from "./browser";
import { type How, playOn, tabTo } from "./pointing";
import { type Server, startServer } from "./server";

const OPEN = `.matches a[href^="#/match/"]`;
const POINTS = 60; /* then somebody resigns */

describe("a match from the lobby to the end", () => {
    let server: Server;
    let browser: Browser;
    let people: Person[] = [];

    beforeAll(async () => {
        server = await startServer();
        browser = await startBrowser();
    });
    afterAll(async () => {
        await browser?.close();
        await server?.stop();
    });
    afterEach(async () => {
        const faults = people.flatMap((person) => person.faults);
        for (const person of people) await person.close();
        people = [];
        expect(faults).toEqual([]);
    });

    async function meet(count: number, options: BrowserContextOptions = {}) {
        for (let i = 0; i < count; i++)
            people.push(
                await newPerson(browser, server.address, {
                    colorScheme: i % 2 ? "dark" : "light",
                    ...options,
                }),
            );
        return people.map(({ page }) => page);
    }

    async function playToEnd(how: How) {
        const pages = people.map(({ page }) => page);
        expect(await playOn(pages, how, POINTS)).toBeGreaterThan(20);
        const [page] = pages;
        const resign = page.getByRole("button", { name: "Resign" });
        if (await resign.isVisible()) {
            await resign.click();
            await page.getByRole("button", { name: "Yes, resign" }).click();
        }
        for (const other of pages)
            await other.getByRole("button", { name: "Analyse" }).waitFor();
    }

    it.each(["warline-arts-terrain"])("%s by mouse", async (ruleset) => {
        const [host, guest] = await meet(2);
        await host.goto(`${server.address}/#/new/${ruleset}`);
        await host.getByLabel("Seat 2").selectOption("open");
        await host.getByRole("button", { name: "Begin", exact: true }).click();
        await guest.locator(OPEN).first().click();
        await guest.getByRole("button", { name: "Play Seat 2" }).click();
        await playToEnd("mouse");
    });

    it("Battle Line by keys alone", async () => {
        const [host, guest] = await meet(2);
        await tabTo(host, 'a[href="#/new"]');
        await host.keyboard.press("Enter");
        await host.getByLabel("Game", { exact: true }).waitFor();
        await tabTo(host, "#game");
        await host.keyboard.type("Battle Line (long");
        await host.getByText("longTactics").or(host.getByText("Long tactics")).first().waitFor({
            state: "attached",
        });
        await tabTo(host, "#seat-1");
        await host.keyboard.type("Anybody");
        await tabTo(host, "button[type=submit]");
        await host.keyboard.press("Enter");
        await guest.locator(OPEN).first().waitFor();
        await tabTo(guest, OPEN);
        await guest.keyboard.press("Enter");
        await guest.getByRole("button", { name: "Play Seat 2" }).waitFor();
        await tabTo(guest, ".seat button");
        await guest.keyboard.press("Enter");
        await playToEnd("keys");
    });

    it("two against two by touch, at 360 pixels", async () => {
        const pages = await meet(4, {
            viewport: { width: 360, height: 740 },
            hasTouch: true,
            isMobile: true,
        });
        const [host, ...guests] = pages;
        await host.goto(`${server.address}/#/new/warline-2v2`);
        for (const seat of [2, 3, 4])
            await host.getByLabel(`Seat ${seat}`).selectOption("open");
        await host.getByRole("button", { name: "Begin", exact: true }).tap();
        for (const [i, guest] of guests.entries()) {
            await guest.locator(OPEN).first().tap();
            await guest.getByRole("button", { name: `Play Seat ${i + 2}` }).tap();
        }
        await playToEnd("touch");
        for (const page of pages)
            expect(
                await page.evaluate(
                    () => document.documentElement.scrollWidth - window.innerWidth,
                ),
            ).toBeLessThanOrEqual(0);
    });
});
