// Who sits where in a new match, and which clock it has.
import type { Clock } from "../types";

export type Who = { who: "you" | "open" | "invite" } | { who: "level"; level: number };

const LEVELS = [1, 2, 3, 4, 5];

export function whoText(who: Who): string {
    return who.who === "level" ? `level${who.level}` : who.who;
}

export function whoOf(text: string): Who {
    if (text.startsWith("level")) return { who: "level", level: Number(text.slice(5)) };
    return { who: text as "you" | "open" | "invite" };
}

/** You against the best computer that answers soon. */
export function firstSeats(count: number): Who[] {
    return [...Array(count).keys()].map((seat) =>
        seat === 0 ? { who: "you" } : { who: "level", level: 3 },
    );
}

export function SeatsForm({ seats, onSeats }: { seats: Who[]; onSeats(seats: Who[]): void }) {
    return (
        <fieldset>
            <legend>Seats</legend>
            {seats.map((who, i) => (
                <div class="field-line">
                    <label for={`seat-${i}`}>{`Seat ${i + 1}`}</label>
                    <select
                        id={`seat-${i}`}
                        value={whoText(who)}
                        onChange={(event) =>
                            onSeats(
                                seats.map((old, k) =>
                                    k === i ? whoOf(event.currentTarget.value) : old,
                                ),
                            )
                        }
                    >
                        <option value="you" selected={who.who === "you"}>
                            You
                        </option>
                        <option value="open" selected={who.who === "open"}>
                            Anybody, from the lobby
                        </option>
                        <option value="invite" selected={who.who === "invite"}>
                            Somebody with a link
                        </option>
                        {LEVELS.map((level) => (
                            <option
                                value={`level${level}`}
                                selected={whoText(who) === `level${level}`}
                            >
                                {`Computer, level ${level}`}
                            </option>
                        ))}
                    </select>
                </div>
            ))}
        </fieldset>
    );
}

function Number_({
    id,
    label,
    value,
    min,
    max,
    onValue,
}: {
    id: string;
    label: string;
    value: number;
    min: number;
    max: number;
    onValue(value: number): void;
}) {
    return (
        <div class="field-line">
            <label for={id}>{label}</label>
            <div>
                <input
                    id={id}
                    type="number"
                    min={min}
                    max={max}
                    value={value}
                    onChange={(event) => {
                        const number = event.currentTarget.valueAsNumber;
                        if (number >= min && number <= max) onValue(number);
                    }}
                />
            </div>
        </div>
    );
}

const KINDS: Record<Clock["kind"], Clock> = {
    none: { kind: "none" },
    live: { kind: "live", total: 600000, increment: 5000 },
    days: { kind: "days", total: 259200000 },
};

export function ClockForm({ clock, onClock }: { clock: Clock; onClock(clock: Clock): void }) {
    return (
        <fieldset>
            <legend>Clock</legend>
            <div class="field-line">
                <label for="clock">Kind</label>
                <select
                    id="clock"
                    value={clock.kind}
                    onChange={(event) => onClock(KINDS[event.currentTarget.value as Clock["kind"]])}
                >
                    <option value="none" selected={clock.kind === "none"}>
                        None
                    </option>
                    <option value="live" selected={clock.kind === "live"}>
                        At one sitting
                    </option>
                    <option value="days" selected={clock.kind === "days"}>
                        By correspondence
                    </option>
                </select>
            </div>
            {clock.kind === "live" && (
                <>
                    <Number_
                        id="total"
                        label="Minutes for each player"
                        min={1}
                        max={600}
                        value={clock.total / 60000}
                        onValue={(n) => onClock({ ...clock, total: n * 60000 })}
                    />
                    <Number_
                        id="increment"
                        label="Seconds added for each move"
                        min={0}
                        max={300}
                        value={clock.increment / 1000}
                        onValue={(n) => onClock({ ...clock, increment: n * 1000 })}
                    />
                </>
            )}
            {clock.kind === "days" && (
                <Number_
                    id="days"
                    label="Days for each move"
                    min={1}
                    max={60}
                    value={clock.total / 86400000}
                    onValue={(n) => onClock({ ...clock, total: n * 86400000 })}
                />
            )}
        </fieldset>
    );
}
