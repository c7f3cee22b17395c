// The address of a page is what follows the #: `#/match/ID?ply=3`. Each part is decoded.
import { useEffect, useState } from "preact/hooks";

export interface Route {
    page: string;
    parts: string[];
    query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
    const parts = path
        .split("/")
        .filter((part) => part !== "")
        .map(decode);
    return { page: parts[0] ?? "", parts: parts.slice(1), query: new URLSearchParams(query) };
}

function decode(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** The address of a page. */
export function href(
    page: string,
    parts: string[] = [],
    query: Record<string, string> = {},
): string {
    const search = new URLSearchParams(query).toString();
    const path = [page, ...parts].map(encodeURIComponent).join("/");
    return `#/${path}${search ? `?${search}` : ""}`;
}

export function go(address: string) {
    location.hash = address;
}

export function useRoute(): Route {
    const [route, set] = useState(() => parseRoute(location.hash));
    useEffect(() => {
        const changed = () => set(parseRoute(location.hash));
        addEventListener("hashchange", changed);
        return () => removeEventListener("hashchange", changed);
    }, []);
    return route;
}
