// How the page looks and sounds: theme, sounds, notices.
import { canNotify, wantNotices } from "../notice";
import { change, useSettings, type Liked } from "../settings";

const THEMES: [Liked["theme"], string][] = [
    ["system", "As the system"],
    ["light", "Light"],
    ["dark", "Dark"],
    ["contrast", "For colour-blind eyes"],
];

export function LookSettings() {
    const liked = useSettings();
    return (
        <div class="tools">
            <label>
                {"Colours "}
                <select
                    value={liked.theme}
                    onChange={(event) =>
                        change({ theme: event.currentTarget.value as Liked["theme"] })
                    }
                >
                    {THEMES.map(([theme, title]) => (
                        <option value={theme} selected={theme === liked.theme}>
                            {title}
                        </option>
                    ))}
                </select>
            </label>
            <label>
                <input
                    type="checkbox"
                    checked={liked.sound}
                    onChange={(event) => change({ sound: event.currentTarget.checked })}
                />
                {" Sounds"}
            </label>
            {canNotify() && (
                <label>
                    <input
                        type="checkbox"
                        checked={liked.notices}
                        onChange={(event) => void wantNotices(event.currentTarget.checked)}
                    />
                    {" Tell me when it is my turn"}
                </label>
            )}
        </div>
    );
}
