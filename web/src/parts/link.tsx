// A link to hand on, with a button that copies it.
import { useState } from "preact/hooks";

export function LinkBox({ label, link }: { label: string; link: string }) {
  const [copied, setCopied] = useState(false);
  const whole = new URL(link, location.href).href;
  const copy = async () => {
    await navigator.clipboard?.writeText(whole);
    setCopied(true);
  };
  return (
    <div class="field-line">
      <label>
        {label}
        <input class="link-box" readOnly value={whole} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div>
        <button type="button" onClick={() => void copy()}>{copied ? "Copied" : "Copy"}</button>
      </div>
    </div>
  );
}
