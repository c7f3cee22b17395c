// What screen readers are told: one region on the page, and whoever has something to say.
import { useEffect, useState } from "preact/hooks";

const listeners = new Set<(text: string) => void>();

/** Have a sentence read out. */
export function say(text: string) {
  for (const listener of listeners) listener(text);
}

export function LiveRegion() {
  const [text, set] = useState("");
  useEffect(() => {
    listeners.add(set);
    return () => void listeners.delete(set);
  }, []);
  return <div class="sr" role="status" aria-live="polite">{text}</div>;
}
