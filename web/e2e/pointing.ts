// Plays matches as people do: by what the page shows that can be pointed at. Nothing here knows a
// game, or speaks to the server.
import type { Page } from "playwright-core";

export type How = "mouse" | "touch" | "keys";

/** What a page offers now. */
interface Offer {
    over: boolean;
    menu: number;
    lit: number;
    others: number;
    /** Changes with everything that pointing does. */
    state: string;
}

const LIT = ".board .place.lit:not(.picked)";
const MENU = ".move-menu .menu-moves button";
const OTHERS = '[aria-label="Other moves"] button';

function offerOf(page: Page): Promise<Offer> {
    return page.evaluate(
        ([lit, menu, others]) => {
            const all = (selector: string) => [...document.querySelectorAll(selector)];
            const text = (selector: string) => all(selector).map((found) => found.textContent);
            return {
                over: text("button").includes("Analyse"),
                menu: all(menu).length,
                lit: all(lit).length,
                others: all(others).length,
                state: JSON.stringify([
                    text(".log li").length,
                    text(".status"),
                    text(menu),
                    text(others),
                    all(".board .place").map((place) => place.getAttribute("class")),
                ]),
            };
        },
        [LIT, MENU, OTHERS],
    );
}

/** Numbers that look random and are the same each time. */
export function dice(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * below);
    };
}

/** Point at one of the places or buttons. False: it is gone. */
async function press(page: Page, how: How, selector: string, nth: number): Promise<boolean> {
    const target = page.locator(selector).nth(nth);
    try {
        await target.scrollIntoViewIfNeeded({ timeout: 500 });
    } catch {
        return false;
    }
    const box = await target.boundingBox({ timeout: 500 }).catch(() => null);
    if (!box) return false;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (how === "touch") await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
    return true;
}

/** Is what has the focus matched? */
function focusIs(page: Page, selector: string): Promise<boolean> {
    return page.evaluate((wanted) => !!document.activeElement?.matches(wanted), selector);
}

/** Press Tab until what has the focus is matched. */
export async function tabTo(page: Page, selector: string) {
    for (let i = 0; i < 150; i++) {
        if (await focusIs(page, selector)) return;
        await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${selector}`);
}

async function typeKeys(page: Page, offer: Offer, roll: (below: number) => number) {
    if (offer.menu > 0) {
        await tabTo(page, MENU);
        for (let i = roll(offer.menu); i > 0; i--) await page.keyboard.press("Tab");
        if (!(await focusIs(page, MENU))) await tabTo(page, MENU);
    } else if (offer.lit > 0) {
        await tabTo(page, ".board [data-place]");
        for (let i = 1 + roll(offer.lit); i > 0; i--) await page.keyboard.press("PageDown");
    } else {
        await tabTo(page, OTHERS);
    }
    await page.keyboard.press("Enter");
}

/** Wait until the page shows something else than `before`, and then for a moment the same. False: it
 *  does not change. */
async function settle(page: Page, before: string): Promise<boolean> {
    let state = before;
    let same = 0;
    for (let i = 0; i < 60 && (state === before || same < 3); i++) {
        await page.waitForTimeout(25);
        const now = (await offerOf(page)).state;
        same = now === state ? same + 1 : 0;
        state = now;
    }
    return state !== before;
}

export type Pointed = "nothing to point at" | "done" | "in vain";

/** Point once at something that the page offers, and wait until it shows that. In vain: others were
 *  quicker, or what was offered is gone, because a move was on its way. */
export async function pointOnce(
    page: Page,
    how: How,
    roll: (below: number) => number,
): Promise<Pointed> {
    const offer = await offerOf(page);
    if (offer.over || offer.menu + offer.lit + offer.others === 0) return "nothing to point at";
    let pressed = true;
    if (how === "keys") await typeKeys(page, offer, roll);
    else if (offer.menu > 0) pressed = await press(page, how, MENU, roll(offer.menu));
    else if (offer.lit > 0) pressed = await press(page, how, LIT, roll(offer.lit));
    else pressed = await press(page, how, OTHERS, roll(offer.others));
    return pressed && (await settle(page, offer.state)) ? "done" : "in vain";
}

const LONGEST = 400; /* waits of 50 ms until somebody may move, as while rules are loaded */

const VAIN = 6; /* points in a row that do nothing: something is broken */

/** Let people play, whoever may, until the match is over or that many points were made. The number
 *  of points. */
export async function playOn(pages: Page[], how: How, most: number, roll = dice(7)) {
    let points = 0;
    let vain = 0;
    for (let idle = 0; points < most && idle < LONGEST; idle++) {
        for (const page of pages) {
            const pointed = await pointOnce(page, how, roll);
            if (pointed === "done") points++;
            if (pointed !== "nothing to point at") idle = 0;
            vain = pointed === "in vain" ? vain + 1 : pointed === "done" ? 0 : vain;
            if (vain > VAIN) throw new Error(`pointing does nothing, after ${points} points`);
        }
        if ((await Promise.all(pages.map(offerOf))).every(({ over }) => over)) break;
        if (idle > 0) await pages[0].waitForTimeout(50);
    }
    return points;
}
