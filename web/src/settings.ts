// What a person likes, kept in this browser: theme, sounds, notices, typed moves.
import { useEffect, useState } from "preact/hooks";

export interface Liked {
    theme: "system" | "light" | "dark" | "contrast";
    sound: boolean;
    notices: boolean;
}

const KEY = "muster.settings";
const DEFAULTS: Liked = { theme: "system", sound: true, notices: false };
const watchers = new Set<() => void>();

/** What is stored under a key, or the default where nothing or nonsense is. */
export function stored<T>(key: string, fallback: T): T {
    try {
        const text = localStorage.getItem(key);
        return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
        return fallback;
    }
}

export function store(key: string, value: unknown) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // A full or forbidden storage: the page works without it.
    }
}

let liked: Liked = { ...DEFAULTS, ...stored<Partial<Liked>>(KEY, {}) };

export function settings(): Liked {
    return liked;
}

export function change(part: Partial<Liked>) {
    liked = { ...liked, ...part };
    store(KEY, liked);
    for (const watcher of [...watchers]) watcher();
}

export function useSettings(): Liked {
    const [, draw] = useState(0);
    useEffect(() => {
        const watcher = () => draw((n) => n + 1);
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
    }, []);
    return liked;
}

/** Set the theme on the page; the style sheets do the rest. */
export function applyTheme() {
    document.documentElement.setAttribute("data-theme", liked.theme);
}

/** Forget all that this browser keeps for Muster. */
export function forgetSettings() {
    for (const key of Object.keys(localStorage))
        if (key.startsWith("muster.")) localStorage.removeItem(key);
    liked = { ...DEFAULTS };
    for (const watcher of [...watchers]) watcher();
}
