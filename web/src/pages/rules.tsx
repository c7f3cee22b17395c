// The rulebook of a ruleset, or of a match with its settings, at a rule if one is asked for.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useAsked } from "../hooks";
import { Fault } from "../parts/fault";
import { href } from "../route";
import { cleanRulebook } from "../rulebook";
import type { Rules } from "../types";

export function RulesPage({ name, query }: { name: string; query: URLSearchParams }) {
    const match = query.get("match");
    const at = query.get("at");
    const { data, error } = useAsked<Rules>("rules", match ? { match } : { ruleset: name });
    const box = useRef<HTMLElement>(null);

    const show = (rule: string | null) => {
        for (const old of box.current?.querySelectorAll(".at-rule") ?? [])
            old.classList.remove("at-rule");
        const place = rule && box.current?.querySelector(`[id="${CSS.escape(rule)}"]`);
        if (!place) return;
        place.classList.add("at-rule");
        place.setAttribute("tabindex", "-1");
        (place as HTMLElement).focus({ preventScroll: true });
        place.scrollIntoView({ block: "center" });
    };
    useLayoutEffect(() => {
        if (!data || !box.current) return;
        box.current.replaceChildren(cleanRulebook(data.html));
        show(at);
    }, [data, at]);

    return (
        <main id="page" tabIndex={-1}>
            {match && (
                <p>
                    <a href={href("match", [match])}>Back to the match</a>
                </p>
            )}
            <Fault text={error} />
            {!data && !error && <h1>Rules</h1>}
            <article
                class="rulebook"
                ref={box}
                onClick={(event) => {
                    const rule = (event.target as Element)
                        .closest("[data-rule]")
                        ?.getAttribute("data-rule");
                    if (!rule) return;
                    event.preventDefault();
                    show(rule);
                }}
            />
        </main>
    );
}
