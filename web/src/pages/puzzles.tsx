// Puzzles and scenarios: their stories, pictures, and which puzzles this browser has seen solved.
import { useState } from "preact/hooks";
import { connection } from "../connection";
import { textOf, useAsked } from "../hooks";
import { Fault } from "../parts/fault";
import { solvedPuzzles } from "../puzzles";
import { go, href } from "../route";
import type { Game } from "../types";

export function pictureOf(ruleset: string): string {
  return `/picture/${ruleset.split("/").map(encodeURIComponent).join("/")}.svg`;
}

/** Sit down at the seat of a puzzle, with computers at the others. */
function begin(game: Game): Promise<{ match: string }> {
  const own = game.scenario?.you ?? 0;
  const seats = [...Array(game.seats).keys()].map((seat) =>
    seat === own ? { who: "you" } : { who: "level", level: 5 },
  );
  return connection.request("create", {
    ruleset: game.ruleset,
    set: {},
    seats,
    clock: { kind: "none" },
    public: false,
  });
}

function Picture({ game }: { game: Game }) {
  const [broken, setBroken] = useState(false);
  if (broken) return null;
  return <img src={pictureOf(game.ruleset)} alt="" loading="lazy" onError={() => setBroken(true)} />;
}

function Entry({ game, done, onError }: { game: Game; done: boolean; onError(text: string): void }) {
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
      <Picture game={game} />
      <p>{about.story || game.summary}</p>
      <p class="faint-text">
        {[about.author && `by ${about.author}`, about.difficulty && `difficulty ${about.difficulty}`]
          .filter(Boolean)
          .join(", ")}
      </p>
      <p class="row">
        <button type="button" class="primary" onClick={() => void start()}>
          {about.puzzle ? `Solve ${game.title}` : `Play ${game.title}`}
        </button>
        {!about.puzzle && <a class="button" href={href("new", [game.ruleset])}>With others</a>}
      </p>
    </li>
  );
}

export function Puzzles() {
  const { data, error } = useAsked<{ games: Game[] }>("games");
  const [fault, setFault] = useState<string | null>(null);
  const done = solvedPuzzles();
  const scenarios = data?.games.filter((game) => game.scenario) ?? [];
  const puzzles = scenarios.filter((game) => game.scenario!.puzzle);
  const others = scenarios.filter((game) => !game.scenario!.puzzle);
  const count = puzzles.filter((game) => done.includes(game.ruleset)).length;
  const list = (games: Game[]) => (
    <ul class="matches">
      {games.map((game) => (
        <Entry key={game.ruleset} game={game} done={done.includes(game.ruleset)} onError={setFault} />
      ))}
    </ul>
  );
  return (
    <main id="page" tabIndex={-1}>
      <h1>Puzzles and scenarios</h1>
      <Fault text={error ?? fault} />
      {!data && !error && <p>Loading…</p>}
      {data && (
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
