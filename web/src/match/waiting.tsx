// What stands in the place of the board while seats are free: whom to send which link, and how the
// game begins.
import { LinkBox } from "../parts/link";
import { Picture } from "../parts/picture";
import { href } from "../route";
import type { Table } from "../types";
import { Invites } from "./invite";

export function Waiting({ table, names }: { table: Table; names: string[] }) {
    const player = table.seats.some((seat) => seat.you);
    const open = table.seats.some((seat) => seat.who === "open");
    return (
        <div class="waiting">
            {player && open && table.public && (
                <p>The match is listed in the lobby. You can also send a link to somebody.</p>
            )}
            {player && <Invites table={table} names={names} />}
            {table.public && <LinkBox label="Link to this match" link={`/share/${table.match}`} />}
            <Picture ruleset={table.ruleset} />
            <p>
                <a class="button" href={href("rules", [table.ruleset], { match: table.match })}>
                    Rules
                </a>
            </p>
        </div>
    );
}
