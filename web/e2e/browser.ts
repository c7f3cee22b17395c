// A browser and what tests do with its pages. CHROMIUM names the program; Debian's is the default.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

export function startBrowser(): Promise<Browser> {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
}

export interface Person {
    page: Page;
    faults: string[];
    close(): Promise<void>;
}

/** What a browser says of a server that is away for a while, or refuses. */
const EXPECTED = /WebSocket connection|ERR_CONNECTION_REFUSED|status of 4\d\d/;

/** A new person: a browser without a cookie. What goes wrong in the page is collected. */
export async function newPerson(
    browser: Browser,
    address: string,
    options: BrowserContextOptions = {},
): Promise<Person> {
    const context = await browser.newContext({
        viewport: { width: 1200, height: 900 },
        acceptDownloads: true,
        ...options,
    });
    context.setDefaultTimeout(15000);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
        const text = message.text();
        if (message.type() === "error" && !EXPECTED.test(text)) faults.push(text);
    });
    await page.goto(address);
    await page.getByRole("heading", { name: "Lobby", exact: true }).waitFor();
    return { page, faults, close: () => context.close() };
}

/** Create a match by the form, and wait for its board. */
export async function create(page: Page, ruleset: string, opponent: string) {
    await page.goto(new URL(`/#/new/${encodeURIComponent(ruleset)}`, page.url()).href);
    await page.getByLabel("Seat 2").selectOption(opponent);
    await page.getByRole("button", { name: "Begin", exact: true }).click();
}

export function place(page: Page, name: string) {
    return page.locator(`[data-place="${name}"]`);
}

/** The number of entries in the log. */
export async function expectLog(page: Page, count: number) {
    await page
        .locator(".log li")
        .nth(count - 1)
        .waitFor();
    expect(await page.locator(".log li").count()).toBeGreaterThanOrEqual(count);
}
