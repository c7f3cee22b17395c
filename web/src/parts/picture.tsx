// Pictures of how games begin.
import { useState } from "preact/hooks";

function pictureOf(ruleset: string): string {
    return `/picture/${ruleset.split("/").map(encodeURIComponent).join("/")}.svg`;
}

/** The position in which a ruleset begins; nothing if the server has no picture of it. */
export function Picture({ ruleset }: { ruleset: string }) {
    const [broken, setBroken] = useState(false);
    if (broken) return null;
    return <img src={pictureOf(ruleset)} alt="" loading="lazy" onError={() => setBroken(true)} />;
}
