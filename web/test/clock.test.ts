import { describe, expect, it } from "vitest";
import { ago, clockText, clockWords, leftOf } from "../src/clock";
import type { RunningClock } from "../src/types";

const clock: RunningClock = {
    kind: "live",
    total: 600000,
    increment: 5000,
    left: [60000, 50000],
    since: 1000,
};

describe("clocks", () => {
    it("run only for the seats to move", () => {
        expect(leftOf(clock, 0, [0], 11000)).toBe(50000);
        expect(leftOf(clock, 1, [0], 11000)).toBe(50000);
        expect(leftOf({ ...clock, since: null }, 0, [0], 11000)).toBe(60000);
    });

    it("end at nothing", () => {
        expect(leftOf(clock, 0, [0], 999999)).toBe(0);
        expect(leftOf({ kind: "none" }, 0, [0], 5)).toBeNull();
    });

    it("are told as on a chess clock", () => {
        expect(clockText(309000)).toBe("5:09");
        expect(clockText(3723000)).toBe("1:02:03");
        expect(clockText(4560)).toBe("0:04.5");
        expect(clockText(3 * 86400000 + 7200000)).toBe("3 days 2 h");
    });

    it("are told in words", () => {
        expect(clockWords(clock)).toBe("10 min + 5 s");
        expect(clockWords({ kind: "days", total: 259200000 })).toBe("3 days a move");
        expect(clockWords({ kind: "none" })).toBe("no clock");
    });

    it("say how long ago something was", () => {
        expect(ago(0, 30000)).toBe("just now");
        expect(ago(0, 7200000)).toBe("2 hours ago");
        expect(ago(0, 86400000)).toBe("1 day ago");
    });
});
