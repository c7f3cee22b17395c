// What a seat says of who sits there.
import { expect, test } from "vitest";
import { sitterOf } from "../src/match/seats";

test("a player who has left for good is not one who was invited", () => {
    expect(sitterOf({ who: "gone" })).toBe("Gone");
    expect(sitterOf({ who: "invite" })).toBe("Invited, not here yet");
});
