import { describe, expect, it } from "vitest";
import { Refused } from "../src/connection";
import { asSentence, textOf } from "../src/hooks";

describe("a message of the server", () => {
    it("becomes a sentence", () => {
        expect(textOf(new Refused("stale", "the match is at ply 76 now"))).toBe(
            "The match is at ply 76 now.",
        );
        expect(asSentence("a name needs a letter")).toBe("A name needs a letter.");
        expect(asSentence("there is no ruleset 'x'")).toBe("There is no ruleset 'x'.");
    });

    it("stays where it begins with a move, a place or a name", () => {
        for (const text of [
            "'Jd' is refused. BL-TRN-2: the card has been played (battle_line)",
            "lua/house/row.lua:4: unexpected name",
            "warline.board: expected columns x rows",
            "There is no connection to the server.",
            "b2 is void",
        ])
            expect(asSentence(text)).toBe(text);
    });
});
