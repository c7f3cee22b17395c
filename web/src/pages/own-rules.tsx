// Rules of one's own: sending a folder of them, what was sent, and matches by it.
import { useState } from "preact/hooks";
import { ago } from "../clock";
import { connection } from "../connection";
import { textOf, useAsked, useConnection } from "../hooks";
import { SureButton } from "../parts/ask";
import { Fault } from "../parts/fault";
import { href } from "../route";
import { sendRules, type Upload } from "../uploads";

function SendForm({ onSent, onError }: { onSent(): void; onError(text: string | null): void }) {
    const [files, setFiles] = useState<File[]>([]);
    const [name, setName] = useState("");
    const [busy, setBusy] = useState(false);
    const choose = (chosen: File[]) => {
        setFiles(chosen);
        if (!name) setName(chosen[0]?.webkitRelativePath.split("/")[0] ?? "");
    };
    const send = async (event: Event) => {
        event.preventDefault();
        setBusy(true);
        onError(null);
        try {
            await sendRules(name.trim(), files);
            onSent();
        } catch (refused) {
            onError(textOf(refused));
        }
        setBusy(false);
    };
    return (
        <form onSubmit={(event) => void send(event)}>
            <div class="field-line">
                <label for="folder">Folder</label>
                <input
                    id="folder"
                    type="file"
                    multiple
                    required
                    ref={(input) => input?.setAttribute("webkitdirectory", "")}
                    onChange={(event) => choose([...(event.currentTarget.files ?? [])])}
                />
                <p class="help">
                    A folder of yours with lua/, rulesets/ and scenarios/, as muster --folder takes it.
                </p>
            </div>
            <div class="field-line">
                <label for="name">Name</label>
                <input
                    id="name"
                    value={name}
                    maxLength={60}
                    required
                    onInput={(event) => setName(event.currentTarget.value)}
                />
            </div>
            <button type="submit" class="primary" disabled={busy || files.length === 0}>
                {busy ? "The server loads them…" : "Send"}
            </button>
        </form>
    );
}

function Entry({ upload, onDiscard }: { upload: Upload; onDiscard(): void }) {
    return (
        <li class="card-box">
            <h3>{upload.name}</h3>
            <p class="faint-text">
                {`${Math.ceil(upload.bytes / 1024)} KiB, ${ago(upload.at, connection.now())}`}
            </p>
            <ul>
                {upload.rulesets.map((game) => (
                    <li key={game.ruleset}>
                        {`${game.title}: `}
                        <a href={href("new", [game.ruleset])} aria-label={`play ${game.title}`}>
                            play
                        </a>
                        {", "}
                        <a href={href("rules", [game.ruleset])} aria-label={`rules of ${game.title}`}>
                            rules
                        </a>
                    </li>
                ))}
            </ul>
            <SureButton
                label={`Discard ${upload.name}`}
                sure="Yes, discard it"
                onSure={onDiscard}
            />
        </li>
    );
}

export function OwnRules() {
    useConnection();
    const allowed = connection.hello?.uploads;
    const asked = useAsked<{ uploads: Upload[] }>(allowed ? "uploads" : null);
    const [fault, setFault] = useState<string | null>(null);
    const discard = (upload: Upload) =>
        connection.request("discard", { upload: upload.upload }).then(
            () => asked.again(),
            (refused) => setFault(textOf(refused)),
        );
    if (!allowed)
        return (
            <main id="page" tabIndex={-1}>
                <h1>Rules of your own</h1>
                <p>This server takes no rules from its players.</p>
            </main>
        );
    return (
        <main id="page" tabIndex={-1}>
            <h1>Rules of your own</h1>
            <p>
                Play what you have written with others here. A match by your rules is not public: only
                people with its link can play or watch.
            </p>
            <Fault text={fault ?? asked.error} onClose={() => setFault(null)} />
            <SendForm onSent={asked.again} onError={setFault} />
            <h2>What you have sent</h2>
            {asked.data?.uploads.length === 0 && <p class="faint-text">Nothing yet.</p>}
            <ul class="matches">
                {asked.data?.uploads.map((upload) => (
                    <Entry
                        key={upload.upload}
                        upload={upload}
                        onDiscard={() => void discard(upload)}
                    />
                ))}
            </ul>
        </main>
    );
}
