// Puzzles and scenarios: their stories, pictures, and which puzzles this browser has seen solved.
import { useState } from "preact/hooks";
import { connection } from "../connection";
import { useGames } from "../games";
import { textOf } from "../hooks";
import { Fault } from "../parts/fault";
import { Picture } from "../parts/picture";
import { solvedPuzzles } from "../puzzles";
import { go, href } from "../route";
import type { Game } from "../types";

const BEST = 5; /* the best level that a match may have */

/** Who sits where: you at the first seat that the author gives to a person, computers at the
 *  others. */
export function seatsFor(game: Game) {
    const levels = game.scenario?.levels ?? [];
    const own = game.scenario?.solver ?? Math.max(0, levels.indexOf(-1));
    return [...Array(game.seats).keys()].map((seat) => {
        const level = levels[seat] ?? -1;
        return seat === own
            ? { who: "you" }
            : { who: "level", level: level < 1 ? 3 : Math.min(BEST, level) };
    });
}

function begin(game: Game): Promise<{ match: string }> {
    return connection.request("create", {
        ruleset: game.ruleset,
        set: {},
        seats: seatsFor(game),
        clock: { kind: "none" },
        public: false,
    });
}

function turnsOf(count: number): string {
    return count === 1 ? "in one turn" : `in ${count} turns`;
}

function Entry({
    game,
    done,
    onError,
}: {
    game: Game;
    done: boolean;
    onError(text: string): void;
}) {
    const about = game.scenario ?? {};
    const start = () =>
        begin(game).then(
            ({ match }) => go(href("match", [match])),
            (refused) => onError(textOf(refused)),
        );
    return (
        <li class="card-box">
            <h3>
                {game.title}
                {done && " ✓ solved"}
            </h3>
            <Picture ruleset={game.ruleset} />
            {(about.story || game.summary || "").split("\n").map((text) => (
                <p>{text}</p>
            ))}
            <p class="faint-text">
                {[
                    about.author && `by ${about.author}`,
                    about.difficulty && `difficulty ${about.difficulty}`,
                    about.puzzle && turnsOf(about.puzzle),
                ]
                    .filter(Boolean)
                    .join(", ")}
            </p>
            <p class="row">
                <button type="button" class="primary" onClick={() => void start()}>
                    {about.puzzle ? `Solve ${game.title}` : `Play ${game.title}`}
                </button>
                {!about.puzzle && (
                    <a class="button" href={href("new", [game.ruleset])}>
                        With others
                    </a>
                )}
            </p>
        </li>
    );
}

export function Puzzles() {
    const { games, error } = useGames();
    const [fault, setFault] = useState<string | null>(null);
    const done = solvedPuzzles();
    const scenarios = games?.filter((game) => game.scenario) ?? [];
    const puzzles = scenarios.filter((game) => game.scenario!.puzzle);
    const others = scenarios.filter((game) => !game.scenario!.puzzle);
    const count = puzzles.filter((game) => done.includes(game.ruleset)).length;
    const list = (games: Game[]) => (
        <ul class="matches">
            {games.map((game) => (
                <Entry
                    key={game.ruleset}
                    game={game}
                    done={done.includes(game.ruleset)}
                    onError={setFault}
                />
            ))}
        </ul>
    );
    return (
        <main id="page" tabIndex={-1}>
            <h1>Puzzles and scenarios</h1>
            <Fault text={error ?? fault} />
            {!games && !error && <p>Loading…</p>}
            {games && (
                <>
                    <h2>Puzzles</h2>
                    <p>{`${count} of ${puzzles.length} solved in this browser.`}</p>
                    {list(puzzles)}
                    <h2>Scenarios</h2>
                    {list(others)}
                </>
            )}
        </main>
    );
}
