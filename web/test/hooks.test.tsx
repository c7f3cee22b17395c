import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it } from "vitest";
import { connection } from "../src/connection";
import { useConnection } from "../src/hooks";

afterEach(() => {
    connection.state = "connecting";
});

it("the state of the connection is not missed where it changes before the page is set up", () => {
    const root = document.createElement("div");
    const Page = () => {
        const state = useConnection();
        connection.state = "open"; // as when the answer comes before the effects run
        return <p>{state}</p>;
    };
    act(() => render(<Page />, root));
    expect(root.textContent).toBe("open");
    render(null, root);
});
