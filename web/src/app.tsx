// The frame of all pages: the head with its links, the state of the connection, the page itself.
import { useEffect, useRef } from "preact/hooks";
import { connection } from "./connection";
import { useConnection, useNow } from "./hooks";
import { notify } from "./notice";
import { LiveRegion, say } from "./parts/live";
import { Archive } from "./pages/archive";
import { Create } from "./pages/create";
import { Join } from "./pages/join";
import { Lobby } from "./pages/lobby";
import { MatchPage } from "./pages/match";
import { Me } from "./pages/me";
import { Mine } from "./pages/mine";
import { OwnRules } from "./pages/own-rules";
import { MistakesPage } from "./pages/mistakes";
import { Puzzles } from "./pages/puzzles";
import { Recover } from "./pages/recover";
import { RulesPage } from "./pages/rules";
import { StudyPage } from "./pages/study";
import { href, useRoute, type Route } from "./route";
import { play } from "./sound";
import { applyTheme, useSettings } from "./settings";

const LINKS: [string, string][] = [
    ["", "Lobby"],
    ["mine", "My matches"],
    ["new", "New match"],
    ["puzzles", "Puzzles"],
    ["archive", "Archive"],
    ["study", "Analysis"],
    ["me", "Me"],
];

function Page({ route }: { route: Route }) {
    const { page, parts } = route;
    if (page === "") return <Lobby />;
    if (page === "mine") return <Mine />;
    if (page === "new") return <Create key={parts[0]} ruleset={parts[0]} />;
    if (page === "match" && parts[0])
        return <MatchPage key={parts[0]} id={parts[0]} query={route.query} />;
    if (page === "join" && parts[0]) return <Join key={parts[0]} token={parts[0]} />;
    if (page === "recover" && parts[0]) return <Recover key={parts[0]} token={parts[0]} />;
    if (page === "archive") return <Archive query={route.query} />;
    if (page === "puzzles") return <Puzzles />;
    if (page === "rules" && parts[0]) return <RulesPage name={parts[0]} query={route.query} />;
    if (page === "study") return <StudyPage route={route} />;
    if (page === "mistakes" && parts[0]) return <MistakesPage key={parts[0]} id={parts[0]} />;
    if (page === "me") return <Me />;
    if (page === "own-rules") return <OwnRules />;
    return (
        <main id="page" tabIndex={-1}>
            <h1>There is no such page</h1>
            <p>
                <a href="#/">To the lobby</a>
            </p>
        </main>
    );
}

function Banner() {
    const state = useConnection();
    const now = useNow(state === "closed", 1000);
    if (state === "open") return null;
    const wait = Math.max(0, Math.ceil((connection.retryAt - (now - connection.offset)) / 1000));
    return (
        <p class="banner" role="status">
            {state === "connecting"
                ? "Connecting to the server…"
                : `The connection to the server is lost. Nothing that you do now is sent. Next attempt in ${wait} s. `}
            {state === "closed" && (
                <button type="button" onClick={() => connection.start()}>
                    Try now
                </button>
            )}
        </p>
    );
}

function useTurnNotices() {
    useEffect(
        () =>
            connection.on("turn", (push) => {
                const title = String(push.title ?? "It is your turn");
                play("turn");
                say(`It is your turn in another match: ${title}`);
                notify("Your turn", title, String(push.match));
            }),
        [],
    );
}

/** After a change of the page the focus goes to its heading, so that it is read out. */
function useFocusOnPage(route: Route) {
    const first = useRef(true);
    const key = [route.page, ...route.parts.slice(0, 1)].join("/");
    useEffect(() => {
        if (!first.current) document.getElementById("page")?.focus();
        first.current = false;
    }, [key]);
}

const OTHER_TITLES: Record<string, string> = {
    match: "Match",
    mistakes: "Your mistakes",
    join: "An invitation",
    rules: "Rules",
    "own-rules": "Rules of your own",
    recover: "Become yourself here",
};

function useTitle({ page }: Route) {
    useEffect(() => {
        const title =
            LINKS.find(([link]) => link === page)?.[1] ?? OTHER_TITLES[page] ?? "No such page";
        document.title = `${title}, Muster`;
    }, [page]);
}

export function App() {
    const route = useRoute();
    const liked = useSettings();
    useEffect(applyTheme, [liked.theme]);
    useTurnNotices();
    useFocusOnPage(route);
    useTitle(route);
    return (
        <>
            <a
                class="skip"
                href="#page"
                onClick={(event) => {
                    event.preventDefault();
                    document.getElementById("page")?.focus();
                }}
            >
                To the page
            </a>
            <header class="head">
                <a class="brand" href="#/">
                    Muster
                </a>
                <nav aria-label="Pages">
                    {LINKS.map(([page, title]) => (
                        <a
                            href={href(page)}
                            aria-current={route.page === page ? "page" : undefined}
                        >
                            {title}
                        </a>
                    ))}
                </nav>
            </header>
            <Banner />
            <Page route={route} />
            <LiveRegion />
        </>
    );
}
