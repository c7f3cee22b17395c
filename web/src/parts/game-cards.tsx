// The games, a card each: how it begins, and the ways to play it.
import { connection } from "../connection";
import { textOf } from "../hooks";
import { go, href } from "../route";
import type { Game } from "../types";
import { Picture } from "./picture";

const LEVEL = 3; // of the computer, unless a match is made with the form

/** A game with its rulesets: the plainest stands for it, which is the one with the shortest title. */
export interface Kind {
    name: string;
    plain: Game;
    rulesets: number;
}

export function kindsOf(games: Game[]): Kind[] {
    const kinds = new Map<string, Kind>();
    for (const game of games.filter((one) => !one.scenario)) {
        const kind = kinds.get(game.game);
        if (!kind) kinds.set(game.game, { name: game.game, plain: game, rulesets: 1 });
        else {
            kind.rulesets++;
            if (game.title.length < kind.plain.title.length) kind.plain = game;
        }
    }
    return [...kinds.values()];
}

function beginAlone(game: Game): Promise<{ match: string }> {
    const others = Array.from({ length: game.seats - 1 }, () => ({ who: "level", level: LEVEL }));
    return connection.request("create", {
        ruleset: game.ruleset,
        set: {},
        seats: [{ who: "you" }, ...others],
        clock: { kind: "none" },
        public: false,
    });
}

function GameCard({ kind, onError }: { kind: Kind; onError(text: string): void }) {
    const start = () =>
        beginAlone(kind.plain).then(
            ({ match }) => go(href("match", [match])),
            (refused) => onError(textOf(refused)),
        );
    return (
        <li class="card-box">
            <h3>{kind.name}</h3>
            <Picture ruleset={kind.plain.ruleset} />
            <p class="faint-text">
                {kind.rulesets > 1 && `${kind.rulesets} rulesets, `}
                <a href={href("rules", [kind.plain.ruleset])} aria-label={`rules of ${kind.name}`}>
                    rules
                </a>
            </p>
            <p class="row">
                <button
                    type="button"
                    class="primary"
                    aria-label={`Play the computer: ${kind.name}`}
                    onClick={() => void start()}
                >
                    Play the computer
                </button>
                <a
                    class="button"
                    href={href("new", [kind.plain.ruleset])}
                    aria-label={`More ways to play ${kind.name}`}
                >
                    More ways
                </a>
            </p>
        </li>
    );
}

export function GameCards({ games, onError }: { games: Game[]; onError(text: string): void }) {
    return (
        <ul class="matches">
            {kindsOf(games).map((kind) => (
                <GameCard key={kind.name} kind={kind} onError={onError} />
            ))}
        </ul>
    );
}
