// The matches of the person, those where it is their turn first.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../connection";
import { textOf, useAsked } from "../hooks";
import { Fault } from "../parts/fault";
import { LinkBox } from "../parts/link";
import { dueFirst, isDue, Matches } from "../parts/matches";
import type { Summary } from "../types";

/** The address of a feed of the matches where the person is to move, made when it is asked for. */
function Feed() {
    const [link, set] = useState<string | null>(null);
    const [error, setError] = useState<string | null>(null);
    const make = () =>
        connection.request<{ link: string }>("feed").then(
            (answer) => set(answer.link),
            (refused) => setError(textOf(refused)),
        );
    return (
        <section aria-label="Feed">
            <h2>Feed</h2>
            <p>
                A reader of feeds can tell you when it is your turn. A new address ends the old one.
            </p>
            <Fault text={error} />
            {link ? (
                <LinkBox label="Address of the feed" link={link} />
            ) : (
                <button type="button" onClick={() => void make()}>
                    Make an address
                </button>
            )}
        </section>
    );
}

export function Mine() {
    const { data, error, again } = useAsked<{ matches: Summary[] }>("mine");
    useEffect(() => connection.on("turn", again), []);
    const due = data?.matches.filter(isDue).length ?? 0;
    return (
        <main id="page" tabIndex={-1}>
            <h1>My matches</h1>
            <Fault text={error} />
            {data && (
                <p>
                    {due === 0
                        ? "No match is waiting for you."
                        : due === 1
                          ? "One match is waiting for you."
                          : `${due} matches are waiting for you.`}
                </p>
            )}
            <Matches matches={data ? dueFirst(data.matches) : undefined} none="You have no matches yet." />
            <Feed />
        </main>
    );
}
