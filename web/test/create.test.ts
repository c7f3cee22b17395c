import { describe, expect, it } from "vitest";
import { seatsFor } from "../src/pages/puzzles";
import { firstSeats, whoOf, whoText } from "../src/create/seats-form";
import { titleOf, withSetting } from "../src/create/settings-form";
import type { Option } from "../src/types";

const option: Option = { section: "game", key: "size", type: "int", default: 8, value: 8 };

describe("the form of a new match", () => {
    it("sends only what differs from the ruleset", () => {
        const set = withSetting({}, option, 7, 8);
        expect(set).toEqual({ "game.size": 7 });
        expect(withSetting(set, option, 8, 8)).toEqual({});
    });

    it("writes keys as words", () => {
        expect(titleOf("wildMayDuplicate")).toBe("Wild may duplicate");
        expect(titleOf("battle_line")).toBe("Battle line");
    });

    it("writes seats and reads them", () => {
        for (const who of [...firstSeats(3), { who: "open" as const }])
            expect(whoOf(whoText(who))).toEqual(who);
    });
});

describe("the seats of a puzzle", () => {
    const game = { ruleset: "p", title: "P", game: "G", seats: 2 };

    it("give you the solver's, and the computer the level of the author", () => {
        const scenario = { puzzle: 1, solver: 1, levels: [6, -1] };
        expect(seatsFor({ ...game, scenario })).toEqual([
            { who: "level", level: 5 },
            { who: "you" },
        ]);
        expect(seatsFor({ ...game, scenario: { levels: [-1, 3] } })).toEqual([
            { who: "you" },
            { who: "level", level: 3 },
        ]);
    });
});
