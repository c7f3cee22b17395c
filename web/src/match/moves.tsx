// Moves beside the board: buttons for those that no place stands for, and a box to type any move.
import { useState } from "preact/hooks";
import { focusBoard } from "../board/cursor";
import { byTitle, type Titles } from "../kinds";
import { choice, pointless } from "../pick";
import { pointsOn } from "../scene/places";
import type { View } from "../types";

const MANY = 24;

interface Props {
    view: View;
    onPlay(move: string): void;
    onTyped(move: string): void;
}

export function MoveButtons({
    view,
    titles,
    onPlay,
}: Pick<Props, "view" | "onPlay"> & { titles: Titles }) {
    const [filter, setFilter] = useState("");
    const moves = pointless(choice(view.moves, pointsOn(view.scene, view.points)));
    if (moves.length === 0) return null;
    const found = moves.filter((move) => move.toLowerCase().includes(filter.toLowerCase()));
    return (
        <section aria-label="Other moves">
            <div class="tools">
                {moves.length > MANY && (
                    <input
                        value={filter}
                        aria-label="Find a move"
                        placeholder={`Find one of ${moves.length}`}
                        onInput={(event) => setFilter(event.currentTarget.value)}
                    />
                )}
                {byTitle(found.slice(0, MANY), titles).map(([title, moves]) => (
                    <span class="move-group" role="group" aria-label={title || undefined}>
                        {title && <span>{title}</span>}
                        {moves.map((move) => (
                            <button
                                type="button"
                                key={move}
                                onClick={() => {
                                    focusBoard();
                                    onPlay(move);
                                }}
                            >
                                {move}
                            </button>
                        ))}
                    </span>
                ))}
                {found.length > MANY && (
                    <span class="faint-text">{`and ${found.length - MANY} more`}</span>
                )}
            </div>
        </section>
    );
}

/** The box stays while others move, so that it keeps the focus; then nothing can be typed. */
export function TypedMove({ view, onTyped }: Pick<Props, "view" | "onTyped">) {
    const [text, setText] = useState("");
    const typed = text.trim();
    const waits = !view.moves?.length;
    const found = (view.moves ?? []).filter((move) => move.startsWith(typed)).slice(0, 60);
    const submit = (event: Event) => {
        event.preventDefault();
        if (!typed || waits) return;
        onTyped(found.length === 1 ? found[0] : typed);
        setText("");
    };
    return (
        <form onSubmit={submit}>
            <input
                value={text}
                list="moves"
                readOnly={waits}
                aria-label="Type a move"
                placeholder={waits ? "Not your turn" : "Type a move"}
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                onInput={(event) => setText(event.currentTarget.value)}
            />
            <datalist id="moves">
                {found.map((move) => (
                    <option value={move} />
                ))}
            </datalist>
            <button type="submit" disabled={waits}>
                Play
            </button>
        </form>
    );
}
