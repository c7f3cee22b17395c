// Begins the client: connects and draws.
import { render } from "preact";
import { App } from "./app";
import { connection } from "./connection";
import { applyTheme } from "./settings";
import "./style/base.css";
import "./style/board.css";
import "./style/pages.css";

applyTheme();
connection.start();
render(<App />, document.getElementById("app")!);
