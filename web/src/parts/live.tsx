// What screen readers are told: one region on the page, and whoever has something to say.
import { useEffect, useState } from "preact/hooks";

const listeners = new Set<(text: string) => void>();

/** Have a sentence read out. */
export function say(text: string) {
    for (const listener of listeners) listener(text);
}

const KEPT = 6; /* sentences; one that is gone at once might not be read */

export function LiveRegion() {
    const [told, set] = useState<{ n: number; text: string }[]>([]);
    useEffect(() => {
        const add = (text: string) =>
            set((old) => [...old, { n: (old[old.length - 1]?.n ?? 0) + 1, text }].slice(-KEPT));
        listeners.add(add);
        return () => void listeners.delete(add);
    }, []);
    return (
        <div class="sr" role="log" aria-live="polite" aria-label="News">
            {told.map(({ n, text }) => (
                <p key={n}>{text}</p>
            ))}
        </div>
    );
}
