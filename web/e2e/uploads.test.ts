// Rules that a designer sends: from the folder to a match, and what is said of a fault.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import { type Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newPerson, place, startBrowser } from "./browser";
import { type Server, startServer } from "./server";

const RULES = `--- A row of three zones: whoever takes the last one wins.
local muster = muster
muster.module { title = "Row" }
`;
/** Draws nothing once a1 is taken. */
const FAILING = `muster.scene(function(scene)
  if top(muster.zone("a1")) then error("there is no picture of it") end
  return scene
end)
`;

let server: Server;
let browser: Browser;
let folder: string;

beforeAll(async () => {
    server = await startServer("--uploads", "2");
    browser = await startBrowser();
    folder = join(mkdtempSync(join(tmpdir(), "muster-rules-")), "house");
    mkdirSync(join(folder, "rulesets"), { recursive: true });
    mkdirSync(join(folder, "lua/house"), { recursive: true });
    writeFileSync(join(folder, "README.txt"), "Not a rule.");
    writeFileSync(join(folder, "lua/house/row.lua"), RULES);
    writeFileSync(
        join(folder, "rulesets/house.ini"),
        "; Tic-tac-toe of this house.\ninherits = tic-tac-toe.ini\n[game]\n" +
            "title = House rules\n[modules]\nhouse.row = on\n",
    );
});
afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(join(folder, ".."), { recursive: true, force: true });
});

it("takes a folder of rules, and plays by them", async () => {
    const ann = await newPerson(browser, server.address);
    const { page } = ann;
    await page.goto(`${server.address}/#/me`);
    await page.getByRole("link", { name: "Rules of your own" }).click();
    await page.getByLabel("Folder").setInputFiles(folder);
    expect(await page.getByLabel("Name").inputValue()).toBe("house");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("link", { name: "play House rules" }).waitFor();
    await page.evaluate(axe.source);
    const found = await page.evaluate(
        () => (window as unknown as { axe: typeof axe }).axe.run() as Promise<axe.AxeResults>,
    );
    expect(found.violations.map((violation) => violation.id)).toEqual([]);

    writeFileSync(join(folder, "lua/house/row.lua"), `${RULES}retrun now\n`);
    await page.getByLabel("Folder").setInputFiles(folder);
    await page.getByRole("button", { name: "Send" }).click();
    const fault = page.getByRole("alert");
    await fault.waitFor();
    expect(await fault.textContent()).toContain("lua/house/row.lua:4");

    await page.getByRole("link", { name: "play House rules" }).click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await place(page, "b2").click();
    await page.locator(".log li").nth(1).waitFor();

    writeFileSync(join(folder, "lua/house/row.lua"), RULES + FAILING);
    await page.goto(`${server.address}/#/own-rules`);
    await page.getByLabel("Folder").setInputFiles(folder);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("link", { name: "play House rules" }).nth(1).click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await place(page, "a1").click();
    await fault.waitFor();
    expect(await fault.textContent()).toContain("The rules of this match fail: ");
    expect(await fault.textContent()).toContain("lua/house/row.lua:5");
    const { faults } = ann;
    await ann.close();
    expect(faults).toEqual([]);
});
