// A button that asks before it does something that cannot be taken back: the second press does it.
import { useEffect, useState } from "preact/hooks";

interface Props {
    label: string;
    sure: string;
    onSure(): void;
    look?: string;
}

export function SureButton({ label, sure, onSure, look = "" }: Props) {
    const [asked, ask] = useState(false);
    useEffect(() => {
        if (!asked) return;
        const timer = setTimeout(() => ask(false), 6000);
        return () => clearTimeout(timer);
    }, [asked]);
    if (!asked)
        return (
            <button type="button" class={look} onClick={() => ask(true)}>
                {label}
            </button>
        );
    return (
        <span class="sure" role="group" aria-label={label}>
            <button
                type="button"
                class="danger"
                onClick={() => {
                    ask(false);
                    onSure();
                }}
            >
                {sure}
            </button>
            <button type="button" class="quiet" onClick={() => ask(false)}>
                No
            </button>
        </span>
    );
}
