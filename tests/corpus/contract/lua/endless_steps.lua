--- Two steps call each other for ever.
muster.module { title = "Endless steps" }
local ping, pong
require("line") { apply = function() go(ping) end }
ping = muster.step { "ping", run = function() go(pong) end }
pong = muster.step { "pong", run = function() go(ping) end }
