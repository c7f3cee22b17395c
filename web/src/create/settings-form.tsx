// The settings of a ruleset as a form that is made from its options: a box, a list, a number or a
// text for each. What differs from the ruleset goes into `set`.
import type { Option, OptionValue, Settings } from "../types";

export function nameOfOption(option: Option): string {
    return `${option.section}.${option.key}`;
}

/** The settings after a change: a value that the ruleset has anyway is left out. */
export function withSetting(
    set: Settings,
    option: Option,
    value: OptionValue,
    own: OptionValue,
): Settings {
    const { [nameOfOption(option)]: _, ...rest } = set;
    return value === own ? rest : { ...rest, [nameOfOption(option)]: value };
}

/** A key such as wildMayDuplicate as words. */
export function titleOf(key: string): string {
    const words = key
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .replace(/[_-]/g, " ")
        .toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
}

function Control({
    option,
    value,
    id,
    onValue,
}: {
    option: Option;
    value: OptionValue;
    id: string;
    onValue(value: OptionValue): void;
}) {
    const common = { id, "aria-describedby": `${id}-help` };
    switch (option.type) {
        case "bool":
            return (
                <input
                    {...common}
                    type="checkbox"
                    checked={value === true}
                    onChange={(event) => onValue(event.currentTarget.checked)}
                />
            );
        case "choice":
            return (
                <select
                    {...common}
                    value={String(value)}
                    onChange={(event) => onValue(event.currentTarget.value)}
                >
                    {option.choices?.map((choice) => (
                        <option value={choice} selected={choice === value}>
                            {choice}
                        </option>
                    ))}
                </select>
            );
        case "int":
            return (
                <input
                    {...common}
                    type="number"
                    step="1"
                    min={option.min}
                    max={option.max}
                    value={Number(value)}
                    onChange={(event) => {
                        const number = event.currentTarget.valueAsNumber;
                        if (Number.isInteger(number)) onValue(number);
                    }}
                />
            );
        default:
            return (
                <input
                    {...common}
                    value={String(value)}
                    maxLength={option.type === "text" ? option.max : undefined}
                    onChange={(event) => onValue(event.currentTarget.value)}
                />
            );
    }
}

function rangeOf(option: Option): string {
    if (option.type !== "int" || option.min === undefined || option.max === undefined) return "";
    return ` (${option.min} to ${option.max})`;
}

interface Props {
    options: Option[];
    /** The values that the ruleset has without any of ours. */
    own: Map<string, OptionValue>;
    set: Settings;
    onSet(set: Settings): void;
}

export function SettingsForm({ options, own, set, onSet }: Props) {
    const sections = [...new Set(options.map((option) => option.section))];
    return (
        <>
            {sections.map((section) => (
                <details>
                    <summary>{section.split(".").map(titleOf).join(", ")}</summary>
                    <div class="settings">
                        {options
                            .filter((option) => option.section === section)
                            .map((option) => {
                                const name = nameOfOption(option);
                                const id = `option-${name}`;
                                return (
                                    <div
                                        key={name}
                                        class={`field-line${name in set ? " changed" : ""}`}
                                    >
                                        <label for={id}>{titleOf(option.key)}</label>
                                        <div>
                                            <Control
                                                option={option}
                                                id={id}
                                                value={set[name] ?? option.value}
                                                onValue={(value) =>
                                                    onSet(
                                                        withSetting(
                                                            set,
                                                            option,
                                                            value,
                                                            own.get(name) ?? option.default,
                                                        ),
                                                    )
                                                }
                                            />
                                        </div>
                                        <p
                                            class="help"
                                            id={`${id}-help`}
                                        >{`${option.help ?? ""}${rangeOf(option)}`}</p>
                                    </div>
                                );
                            })}
                    </div>
                </details>
            ))}
        </>
    );
}
