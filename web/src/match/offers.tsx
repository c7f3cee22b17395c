// What a player can do besides moving: offers and their answers, resigning, claiming, a rematch.
import { useNow } from "../hooks";
import { SureButton } from "../parts/ask";
import { go, href } from "../route";
import type { OfferKind, Table } from "../types";

const WORDS: Record<OfferKind, string> = {
    draw: "a draw",
    takeback: "to take the last move back",
    rematch: "a rematch",
};

interface Props {
    table: Table;
    /** The last ply. */
    ply: number;
    names: string[];
    act(op: string, fields?: object): Promise<boolean>;
}

function OfferLine({ kind, seat, table, names, act }: Props & { kind: OfferKind; seat: number }) {
    const own = table.seats[seat]?.you;
    const answer = (text: string) =>
        void (kind === "rematch" ? act("rematch") : act(kind, { answer: text }));
    return (
        <p class="row" role="status">
            <span>
                {own ? `You ask for ${askedFor(kind)}.` : `${names[seat]} offers ${WORDS[kind]}.`}
            </span>
            {!own && (
                <button type="button" class="primary" onClick={() => answer("accept")}>
                    Accept
                </button>
            )}
            {!own && kind !== "rematch" && (
                <button type="button" onClick={() => answer("refuse")}>
                    Refuse
                </button>
            )}
        </p>
    );
}

function askedFor(kind: OfferKind): string {
    return kind === "takeback" ? "the last move back" : WORDS[kind];
}

/** Claiming the match of a player who is away, or how long that is still to wait. */
function Claim({ table, act }: Props) {
    const now = useNow(true, 1000);
    const left = table.claim! - now;
    if (left <= 0)
        return (
            <SureButton
                label="Claim the match"
                sure="Yes, claim it"
                onSure={() => void act("claim")}
            />
        );
    return (
        <span class="faint-text">
            {`A player is away. You can claim in ${Math.ceil(left / 1000)} s.`}
        </span>
    );
}

function whatIsOffered(table: Table) {
    return (kind: OfferKind) => (table.offers ?? []).some((offer) => offer.kind === kind);
}

function WhileRunning(props: Props) {
    const { table, act } = props;
    const offered = whatIsOffered(table);
    return (
        <div class="tools">
            {!offered("takeback") && (
                <button type="button" onClick={() => void act("takeback", { answer: "offer" })}>
                    Ask to take back
                </button>
            )}
            {!offered("draw") && (
                <SureButton
                    label="Offer a draw"
                    sure="Yes, offer a draw"
                    onSure={() => void act("draw", { answer: "offer" })}
                />
            )}
            <SureButton label="Resign" sure="Yes, resign" onSure={() => void act("resign")} />
            {table.claim !== undefined && <Claim {...props} />}
        </div>
    );
}

function WhenOver({ table, ply, act }: Props) {
    const offered = whatIsOffered(table);
    return (
        <div class="tools">
            {table.rematch && (
                <a class="button primary" href={href("match", [table.rematch])}>
                    To the rematch
                </a>
            )}
            {!table.rematch && !offered("rematch") && (
                <button type="button" class="primary" onClick={() => void act("rematch")}>
                    Rematch
                </button>
            )}
            <button
                type="button"
                onClick={() => go(href("study", ["match", table.match], { ply: String(ply) }))}
            >
                Analyse
            </button>
            <a class="button" href={href("mistakes", [table.match])}>
                Learn from mistakes
            </a>
        </div>
    );
}

export function Offers(props: Props) {
    const { table } = props;
    if (!table.seats.some((seat) => seat.you)) return null;
    return (
        <section aria-label="Offers">
            {(table.offers ?? []).map((offer) => (
                <OfferLine key={`${offer.kind} ${offer.seat}`} {...props} {...offer} />
            ))}
            {table.status === "running" && <WhileRunning {...props} />}
            {table.status === "over" && <WhenOver {...props} />}
        </section>
    );
}
