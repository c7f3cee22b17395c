// A link to hand on, with a button that copies it.
import { useState } from "preact/hooks";

export function LinkBox({ label, link }: { label: string; link: string }) {
    const [copied, setCopied] = useState<string | null>(null);
    const whole = new URL(link, location.href).href;
    const copy = async () => {
        await navigator.clipboard?.writeText(whole);
        setCopied(whole);
    };
    return (
        <div class="field-line">
            <label>
                {label}
                <input
                    class="link-box"
                    readOnly
                    value={whole}
                    onFocus={(event) => event.currentTarget.select()}
                />
            </label>
            <div>
                <button type="button" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
                    {copied === whole ? "Copied" : "Copy"}
                </button>
            </div>
        </div>
    );
}
