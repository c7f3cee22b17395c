// A link that makes this browser the person who made it. The server sets the cookie; the connection
// is opened again by loading the page anew.
import { useState } from "preact/hooks";
import { connection } from "../connection";
import { useConnection } from "../hooks";
import { Fault } from "../parts/fault";

export function Recover({ token }: { token: string }) {
    useConnection();
    const [error, setError] = useState<string | null>(null);
    const recover = async () => {
        const answer = await fetch("/recover", {
            method: "POST",
            headers: { "Content-Type": "application/x-www-form-urlencoded" },
            body: `token=${encodeURIComponent(token)}`,
        });
        if (!answer.ok)
            return setError(
                "This link is no longer valid. Make a new one in a browser that knows you.",
            );
        location.hash = "#/me";
        location.reload();
    };
    return (
        <main id="page" tabIndex={-1}>
            <h1>Become yourself here</h1>
            <p>
                {`This browser is ${connection.hello?.person?.name ?? "nobody"} now. With the link it becomes the
          person who made the link, and who it was is forgotten here.`}
            </p>
            <Fault text={error} />
            <button type="button" class="primary" onClick={() => void recover()}>
                Become that person
            </button>
        </main>
    );
}
