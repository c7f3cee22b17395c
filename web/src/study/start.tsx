// Where an analysis begins: a game from its start, a position as text, or a transcript.
import { useState } from "preact/hooks";
import { useGames } from "../games";
import { Fault } from "../parts/fault";
import { go } from "../route";
import { addressOf } from "./source";

const LONGEST = 15000; /* bytes, in a frame of 16 KiB */

export function StudyStart() {
    const { games, error } = useGames();
    const [ruleset, setRuleset] = useState("");
    const [text, setText] = useState("");
    const [fault, setFault] = useState<string | null>(null);
    const chosen = ruleset || games?.[0]?.ruleset || "";
    const begin = (event: Event) => {
        event.preventDefault();
        const given = text.trim();
        if (new TextEncoder().encode(JSON.stringify(given)).length > LONGEST)
            return setFault("The text is too long for the server.");
        const source = given.startsWith("muster transcript")
            ? { ruleset: chosen, transcript: `${given}\n` }
            : { ruleset: chosen, ...(given ? { position: given } : {}) };
        go(addressOf(source, []));
    };
    return (
        <main id="page" tabIndex={-1}>
            <h1>Analysis</h1>
            <p>Finished matches have a button “Analyse”. Or begin here:</p>
            <Fault text={error ?? fault} />
            <form onSubmit={begin}>
                <div class="field-line">
                    <label for="study-game">Game</label>
                    <div>
                        <select
                            id="study-game"
                            value={chosen}
                            onChange={(event) => setRuleset(event.currentTarget.value)}
                        >
                            {games?.map((game) => (
                                <option value={game.ruleset} selected={game.ruleset === chosen}>
                                    {game.title}
                                </option>
                            ))}
                        </select>
                    </div>
                </div>
                <div class="field-line">
                    <label for="study-text">Position or transcript (may be left empty)</label>
                    <textarea
                        id="study-text"
                        rows={6}
                        value={text}
                        spellcheck={false}
                        onInput={(event) => setText(event.currentTarget.value)}
                    />
                </div>
                <button type="submit" class="primary" disabled={!chosen}>
                    Begin
                </button>
            </form>
        </main>
    );
}
