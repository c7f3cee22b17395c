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

export function Offers(props: Props) {
    const { table, ply, act } = props;
    const now = useNow(table.claim !== undefined && table.status === "running", 1000);
    const player = table.seats.some((seat) => seat.you);
    const offers = table.offers ?? [];
    const offered = (kind: OfferKind) => offers.some((offer) => offer.kind === kind);
    const claimable = table.claim !== undefined && table.status === "running";
    if (!player) return null;
    return (
        <section aria-label="Offers">
            {offers.map((offer) => (
                <OfferLine {...props} {...offer} />
            ))}
            {table.status === "running" && (
                <div class="tools">
                    {!offered("takeback") && (
                        <button
                            type="button"
                            onClick={() => void act("takeback", { answer: "offer" })}
                        >
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
                    <SureButton
                        label="Resign"
                        sure="Yes, resign"
                        onSure={() => void act("resign")}
                    />
                    {claimable &&
                        (now >= table.claim! ? (
                            <SureButton
                                label="Claim the match"
                                sure="Yes, claim it"
                                onSure={() => void act("claim")}
                            />
                        ) : (
                            <span class="faint-text">
                                {`A player is away. You can claim in ${Math.ceil((table.claim! - now) / 1000)} s.`}
                            </span>
                        ))}
                </div>
            )}
            {table.status === "over" && (
                <div class="tools">
                    {table.rematch ? (
                        <a class="button primary" href={href("match", [table.rematch])}>
                            To the rematch
                        </a>
                    ) : (
                        !offered("rematch") && (
                            <button
                                type="button"
                                class="primary"
                                onClick={() => void act("rematch")}
                            >
                                Rematch
                            </button>
                        )
                    )}
                    <button
                        type="button"
                        onClick={() =>
                            go(href("study", ["match", table.match], { ply: String(ply) }))
                        }
                    >
                        Analyse
                    </button>
                    <a class="button" href={href("mistakes", [table.match])}>
                        Learn from mistakes
                    </a>
                </div>
            )}
        </section>
    );
}
