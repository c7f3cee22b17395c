// Which files of a folder are rules, and what they are called in an upload.
import { expect, test } from "vitest";
import { isUpload, pathInUpload } from "../src/uploads";

test("a file of the rules is called as below the folder", () => {
    expect(pathInUpload("mine/lua/house/iron.lua")).toBe("lua/house/iron.lua");
    expect(pathInUpload("mine/rulesets/house.ini")).toBe("rulesets/house.ini");
    expect(pathInUpload("lua/iron.lua")).toBe("lua/iron.lua");
    expect(pathInUpload("deep/mine/scenarios/lua/gate.lua")).toBe("scenarios/lua/gate.lua");
});

test("other files stay at home", () => {
    expect(pathInUpload("mine/notes.lua")).toBe(null);
    expect(pathInUpload("mine/lua/notes.txt")).toBe(null);
    expect(pathInUpload("mine/rulesets/old.lua")).toBe(null);
    expect(pathInUpload("mine/lualua/a.lua")).toBe(null);
});

test("a ruleset of an upload is known by its name", () => {
    expect(isUpload("uploads/k3v9x2m4p7/house")).toBe(true);
    expect(isUpload("warline-tactical")).toBe(false);
});
