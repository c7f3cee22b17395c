--- Two steps call each other for ever.
muster.module { title = "Endless steps" }
require("line") { apply = "turn = 1 - turn; go(ping)" }
muster.step { "ping", run = "go(pong)" }
muster.step { "pong", run = "go(ping)" }
