// Talk at the table. Whoever sits or watches may say something; a line can be reported to the
// operator, and its writer muted.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine, Person } from "../types";

interface Props {
    chat: ChatLine[];
    me?: Person;
    names: string[];
    act(op: string, fields?: object): Promise<boolean>;
}

function LineMenu({ line, act }: { line: ChatLine; act: Props["act"] }) {
    const [done, setDone] = useState("");
    const report = async () => {
        if (await act("report", { line: line.n, text: line.text })) setDone("reported");
    };
    const mute = async (on: boolean) => {
        if (await act("mute", { person: line.person, on })) setDone(on ? "muted" : "");
    };
    if (done === "muted")
        return (
            <button type="button" class="quiet" onClick={() => void mute(false)}>
                Unmute
            </button>
        );
    if (done) return <span class="faint-text">{` (${done})`}</span>;
    return (
        <details>
            <summary aria-label={`More about the line of ${line.name ?? "somebody"}`}>⋯</summary>
            <button type="button" onClick={() => void mute(true)}>
                Mute
            </button>
            <button type="button" onClick={() => void report()}>
                Report
            </button>
        </details>
    );
}

export function Chat({ chat, me, names, act }: Props) {
    const [text, setText] = useState("");
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        if (box.current) box.current.scrollTop = box.current.scrollHeight;
    }, [chat.length]);
    const send = async (event: Event) => {
        event.preventDefault();
        if (text.trim() && (await act("say", { text: text.trim() }))) setText("");
    };
    return (
        <section aria-label="Talk">
            <h2>Talk</h2>
            {chat.length > 0 && (
                <div class="chat" ref={box} role="log" tabIndex={0} aria-label="What was said">
                    {chat.map((line) => (
                        <p key={line.n}>
                            <b>{line.name ?? "Somebody"}</b>
                            {line.seat !== undefined && line.seat >= 0 && ` (${names[line.seat]})`}
                            {`: ${line.text} `}
                            {line.person && line.person !== me?.id && (
                                <LineMenu line={line} act={act} />
                            )}
                        </p>
                    ))}
                </div>
            )}
            {me && (
                <form class="tools" onSubmit={(event) => void send(event)}>
                    <input
                        value={text}
                        maxLength={500}
                        aria-label="Say something"
                        placeholder="Say something"
                        onInput={(event) => setText(event.currentTarget.value)}
                    />
                    <button type="submit">Say</button>
                </form>
            )}
        </section>
    );
}
