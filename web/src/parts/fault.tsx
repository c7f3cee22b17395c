// Sentences that say what is wrong. Ids of rules in them lead to the rulebook.
import { href } from "../route";
import { ruleParts } from "../why";

/** `rulebook` makes the address of the rulebook at a rule. */
export function Sentence({ text, rulebook }: { text: string; rulebook?(rule: string): string }) {
    return (
        <>
            {ruleParts(text).map((part, i) =>
                i % 2 && rulebook ? <a href={rulebook(part)}>{part}</a> : part,
            )}
        </>
    );
}

export function Fault({
    text,
    rulebook,
    onClose,
}: {
    text: string | null;
    rulebook?(rule: string): string;
    onClose?(): void;
}) {
    if (!text) return null;
    return (
        <p class="fault" role="alert">
            <span>
                <Sentence text={text} rulebook={rulebook} />
            </span>
            {onClose && (
                <button
                    type="button"
                    class="quiet"
                    aria-label="Close this message"
                    onClick={onClose}
                >
                    ✕
                </button>
            )}
        </p>
    );
}

export function rulebookOf(ruleset: string, match?: string) {
    return (rule: string) => href("rules", [ruleset], match ? { at: rule, match } : { at: rule });
}
