--- The game without a fault: every check holds.
muster.module { title = "Sound" }
require("line") {}
