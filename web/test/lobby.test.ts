// The lobby shows each game once, with its plainest ruleset.
import { expect, test } from "vitest";
import { kindsOf } from "../src/parts/game-cards";
import type { Game } from "../src/types";

function game(ruleset: string, title: string, of: string, more: Partial<Game> = {}): Game {
    return { ruleset, title, game: of, seats: 2, ...more };
}

test("a game is shown once, by its shortest title", () => {
    const kinds = kindsOf([
        game("hill-snow", "Hill, with snow", "Hill"),
        game("dale", "Dale", "Dale"),
        game("hill", "Hill", "Hill"),
        game("hill-rain", "Hill, with rain", "Hill"),
    ]);
    expect(kinds.map((kind) => [kind.name, kind.plain.ruleset, kind.rulesets])).toEqual([
        ["Hill", "hill", 3],
        ["Dale", "dale", 1],
    ]);
});

test("scenarios are not rulesets of a game", () => {
    const kinds = kindsOf([
        game("story", "S", "Hill", { scenario: {} }),
        game("hill", "Hill", "Hill"),
    ]);
    expect(kinds.map((kind) => [kind.plain.ruleset, kind.rulesets])).toEqual([["hill", 1]]);
});
