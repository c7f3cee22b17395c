// A new match: the game, its settings, who sits where, the clock. Faults of the settings are shown
// after each change, because the server is asked each time.
import { useEffect, useRef, useState } from "preact/hooks";
import { connection } from "../connection";
import { ClockForm, firstSeats, SeatsForm, type Who } from "../create/seats-form";
import { nameOfOption, SettingsForm } from "../create/settings-form";
import { usePlayable } from "../games";
import { textOf, useAsked } from "../hooks";
import { Fault } from "../parts/fault";
import { LinkBox } from "../parts/link";
import { go, href } from "../route";
import type { Clock, Game, Options, OptionValue, Settings } from "../types";
import { isUpload } from "../uploads";

interface Created {
    match: string;
    invites?: { seat: number; link: string }[];
}

export function Create({ ruleset }: { ruleset?: string }) {
    const { games, whole, error } = usePlayable();
    const known = ruleset === undefined || games?.some((game) => game.ruleset === ruleset) || whole;
    if (!games || !known)
        return (
            <main id="page" tabIndex={-1}>
                <h1>New match</h1>
                {error ? <Fault text={error} /> : <p>Loading…</p>}
            </main>
        );
    return <CreateForm games={games} first={ruleset} />;
}

function GameChoice({
    games,
    game,
    onGame,
}: {
    games: Game[];
    game: Game;
    onGame(ruleset: string): void;
}) {
    const kinds = [...new Set(games.map((other) => other.game))];
    return (
        <div class="field-line">
            <label for="game">Game</label>
            <div>
                <select
                    id="game"
                    value={game.ruleset}
                    onChange={(event) => onGame(event.currentTarget.value)}
                >
                    {kinds.map((kind) => (
                        <optgroup label={kind}>
                            {games
                                .filter((other) => other.game === kind)
                                .map((other) => (
                                    <option
                                        value={other.ruleset}
                                        selected={other.ruleset === game.ruleset}
                                    >
                                        {other.title}
                                    </option>
                                ))}
                        </optgroup>
                    ))}
                </select>
            </div>
            <p class="help">
                {`${game.summary ?? ""} `}
                <a href={href("rules", [game.ruleset])}>Rules</a>
            </p>
        </div>
    );
}

/** The values of the ruleset itself, from its first answer. */
function useOwnValues(ruleset: string, answer: Options | null, set: Settings) {
    const own = useRef<{ of: string; values: Map<string, OptionValue> }>({
        of: "",
        values: new Map(),
    });
    if (answer && own.current.of !== ruleset && Object.keys(set).length === 0)
        own.current = {
            of: ruleset,
            values: new Map(answer.options.map((option) => [nameOfOption(option), option.value])),
        };
    return own.current.values;
}

/** What a new match is to be: its game, settings, seats and clock, and who may watch. */
function useDraft(games: Game[], first?: string) {
    const [ruleset, setRuleset] = useState(first ?? games[0]?.ruleset ?? "");
    const game = games.find((other) => other.ruleset === ruleset) ?? games[0];
    const [set, setSet] = useState<Settings>({});
    const [seats, setSeats] = useState<Who[]>(firstSeats(game?.seats ?? 2));
    const [clock, setClock] = useState<Clock>({ kind: "none" });
    const [open, setOpen] = useState(true);
    const choose = (name: string) => {
        setRuleset(name);
        setSet({});
        setSeats(firstSeats(games.find((other) => other.ruleset === name)?.seats ?? 2));
    };
    const fields = { ruleset, set, seats, clock, public: open && !isUpload(ruleset) };
    return { game, fields, open, choose, setSet, setSeats, setClock, setOpen };
}

function Watching({ open, onOpen }: { open: boolean; onOpen(open: boolean): void }) {
    return (
        <p>
            <label>
                <input
                    type="checkbox"
                    checked={open}
                    onChange={(event) => onOpen(event.currentTarget.checked)}
                />
                {" Anybody may watch"}
            </label>
        </p>
    );
}

function CreateForm({ games, first }: { games: Game[]; first?: string }) {
    const draft = useDraft(games, first);
    const { game, fields } = draft;
    const { ruleset, set } = fields;
    const [fault, setFault] = useState<string | null>(null);
    const [made, setMade] = useState<Created | null>(null);
    const asked = useAsked<Options & { ruleset?: string }>(game ? "options" : null, {
        ruleset,
        set,
    });
    const current = useCurrent(asked.data, ruleset);
    const own = useOwnValues(ruleset, current, set);
    if (!game)
        return (
            <main id="page" tabIndex={-1}>
                <h1>New match</h1>
                <p>The server offers no games.</p>
            </main>
        );
    if (made) return <Made made={made} game={game} />;

    const choose = (name: string) => {
        draft.choose(name);
        setFault(null);
    };
    const create = async (event: Event) => {
        event.preventDefault();
        try {
            const created = await connection.request<Created>("create", fields);
            if (created.invites?.length) setMade(created);
            else go(href("match", [created.match]));
        } catch (refused) {
            setFault(textOf(refused));
        }
    };
    const faults = current?.faults ?? [];
    const options = current?.options ?? [];
    return (
        <main id="page" tabIndex={-1}>
            <h1>New match</h1>
            <form onSubmit={(event) => void create(event)}>
                <GameChoice games={games} game={game} onGame={choose} />
                <SeatsForm seats={fields.seats} onSeats={draft.setSeats} />
                <ClockForm clock={fields.clock} onClock={draft.setClock} />
                {!isUpload(ruleset) && <Watching open={draft.open} onOpen={draft.setOpen} />}
                {options.length > 0 && (
                    <fieldset>
                        <legend>Settings of the game</legend>
                        <SettingsForm options={options} own={own} set={set} onSet={draft.setSet} />
                    </fieldset>
                )}
                <div aria-live="polite">
                    {faults.map((text) => (
                        <Fault key={text} text={text} />
                    ))}
                </div>
                <Fault text={fault ?? asked.error} />
                <button type="submit" class="primary" disabled={faults.length > 0}>
                    Begin
                </button>
            </form>
        </main>
    );
}

/** The last answer that belongs to the ruleset: nothing of another game is shown meanwhile. */
function useCurrent(answer: Options | null, ruleset: string): Options | null {
    const [current, set] = useState<{ of: string; answer: Options } | null>(null);
    const before = useRef<Options | null>(null);
    useEffect(() => {
        if (answer && answer !== before.current) set({ of: ruleset, answer });
        before.current = answer;
    }, [answer]);
    return current?.of === ruleset ? current.answer : null;
}

function Made({ made, game }: { made: Created; game: Game }) {
    return (
        <main id="page" tabIndex={-1}>
            <h1>{game.title}</h1>
            <p>Send each of these links to the person who shall have the seat. It works once.</p>
            {made.invites!.map(({ seat, link }) => (
                <LinkBox key={seat} label={`Seat ${seat + 1}`} link={link} />
            ))}
            <p>
                <a class="button primary" href={href("match", [made.match])}>
                    To the match
                </a>
            </p>
        </main>
    );
}
