// Links for others: to a seat that waits for somebody, or to watch.
import { useState } from "preact/hooks";
import { connection } from "../connection";
import { textOf } from "../hooks";
import { Fault } from "../parts/fault";
import { LinkBox } from "../parts/link";
import type { Table } from "../types";

export function Invites({ table, names }: { table: Table; names: string[] }) {
    const [links, set] = useState<{ label: string; link: string }[]>([]);
    const [error, setError] = useState<string | null>(null);
    const ask = async (label: string, seat?: number) => {
        try {
            const { link } = await connection.request<{ link: string }>("invite", {
                match: table.match,
                seat,
            });
            set([...links.filter((other) => other.label !== label), { label, link }]);
        } catch (refused) {
            setError(textOf(refused));
        }
    };
    return (
        <section aria-label="Invitations">
            <div class="tools">
                {table.seats.map((seat, i) =>
                    seat.who === "invite" || seat.who === "open" ? (
                        <button type="button" onClick={() => void ask(`To play ${names[i]}`, i)}>
                            {`Link to play ${names[i]}`}
                        </button>
                    ) : null,
                )}
                <button type="button" onClick={() => void ask("To watch")}>
                    Link to watch
                </button>
            </div>
            <Fault text={error} onClose={() => setError(null)} />
            {links.map(({ label, link }) => (
                <LinkBox label={label} link={link} />
            ))}
        </section>
    );
}
