import { describe, expect, it } from "vitest";
import { cleanRulebook } from "../src/rulebook";

describe("the rulebook", () => {
    it("is shown without anything that acts", () => {
        const box = document.createElement("div");
        box.append(
            cleanRulebook(`<html><head><style>p{}</style></head><body><p id="T-1" onclick="x()" style="a:b">T</p>
        <script>bad()</script><a href="javascript:bad()">a</a><a href="#T-1">b</a></body></html>`),
        );
        expect(box.querySelector("script,style")).toBeNull();
        expect(box.querySelector("#T-1")?.attributes.length).toBe(1);
        const [bad, good] = box.querySelectorAll("a");
        expect(bad.hasAttribute("href")).toBe(false);
        expect(good.getAttribute("data-rule")).toBe("T-1");
    });
});
