--- A variant that keeps its word: who likes may pass, and nothing else is touched.
muster.module { title = "Pass", requires = { "row" } }
muster.move { "pass", at = "place", title = "pass", text = "pass", apply = "turn = 1 - turn" }
