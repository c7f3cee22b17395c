import { describe, expect, it } from "vitest";
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
    for (const who of [...firstSeats(3), { who: "open" as const }]) expect(whoOf(whoText(who))).toEqual(who);
  });
});
