// The person: name, the link that brings it to another browser, forgetting it.
import { useEffect, useState } from "preact/hooks";
import { connection } from "../connection";
import { textOf, useConnection } from "../hooks";
import { LookSettings } from "../match/look";
import { SureButton } from "../parts/ask";
import { Fault } from "../parts/fault";
import { LinkBox } from "../parts/link";
import { forgetSettings } from "../settings";

/** Run an op; a refusal becomes the fault that is shown. */
function useFault() {
    const [error, setError] = useState<string | null>(null);
    const act = async (work: () => Promise<void>) => {
        try {
            await work();
            setError(null);
        } catch (refused) {
            setError(textOf(refused));
        }
    };
    return { error, setError, act };
}

type Act = (work: () => Promise<void>) => Promise<void>;

function NameForm({ known, online, act }: { known: string; online: boolean; act: Act }) {
    const [name, setName] = useState(known);
    const [note, setNote] = useState("");
    useEffect(() => setName(known), [known]);
    const rename = () =>
        act(async () => {
            await connection.request("rename", { name: name.trim() });
            await connection.refresh();
            setNote("Your name is changed.");
        });
    return (
        <form
            class="tools"
            onSubmit={(event) => {
                event.preventDefault();
                void rename();
            }}
        >
            <label>
                {"Name "}
                <input
                    value={name}
                    maxLength={30}
                    required
                    onInput={(event) => setName(event.currentTarget.value)}
                />
            </label>
            <button type="submit" disabled={!online}>
                Change
            </button>
            <span role="status">{note}</span>
        </form>
    );
}

function OtherBrowser({ online, act }: { online: boolean; act: Act }) {
    const [link, setLink] = useState<string | null>(null);
    const recovery = () =>
        act(async () => setLink((await connection.request<{ link: string }>("recovery")).link));
    return (
        <>
            <h2>In another browser</h2>
            <p>
                A link makes you the same person elsewhere. Keep it to yourself: whoever has it
                plays as you. A new link ends the old one.
            </p>
            {link ? (
                <LinkBox label="Your link" link={link} />
            ) : (
                <button type="button" disabled={!online} onClick={() => void recovery()}>
                    Make a link
                </button>
            )}
        </>
    );
}

function Forgetting({ act }: { act: Act }) {
    const forget = () =>
        act(async () => {
            await connection.request("forget", { really: true });
            forgetSettings();
            location.reload();
        });
    return (
        <>
            <h2>Forget me</h2>
            <p>
                You resign every match that is running, and leave those that have not begun. Your
                name, what you wrote and what this browser keeps are deleted. Finished matches
                stay, and name nobody. This cannot be taken back.
            </p>
            <SureButton label="Forget me" sure="Yes, forget me" onSure={() => void forget()} />
        </>
    );
}

export function Me() {
    const online = useConnection() === "open";
    const person = connection.hello?.person;
    const { error, setError, act } = useFault();
    return (
        <main id="page" tabIndex={-1}>
            <h1>Me</h1>
            <Fault text={error} onClose={() => setError(null)} />
            {!person && (
                <p>This browser has no cookie of the server: you can watch, but not play.</p>
            )}
            {person && (
                <>
                    <NameForm known={person.name ?? ""} online={online} act={act} />
                    <OtherBrowser online={online} act={act} />
                    {connection.hello?.uploads && (
                        <p>
                            <a href="#/own-rules">Rules of your own</a>
                        </p>
                    )}
                    <Forgetting act={act} />
                </>
            )}
            <h2>How it looks and sounds</h2>
            <LookSettings />
        </main>
    );
}
