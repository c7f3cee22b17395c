--- @TITLE@: @BASE_TITLE@ with a rule of our own.
---
--- This one can forbid one kind of move. What else a module can do to a game that its author never
--- heard of: amend a query (muster.amend), listen to an event (muster.on), permit what a rule id
--- forbids (muster.permit), add moves (muster.move). See docs/moves.md.
local options = muster.module { title = "@TITLE@", section = "@WORD@",
  requires = {
    @REQUIRES@,
  },
  options = {
    { key = "allowed", type = "bool", default = true,
      help = "May anybody '@KIND_TITLE@'?" },
  } }
muster.constant("@WORD@_allows", options.allowed and 1 or 0)

muster.forbid("@KIND@", {
  where = "@WORD@_allows == 1", rule = "@ID@-1",
  why = "'@KIND_TITLE@' is not allowed here",
})

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "allowed", when = not options.allowed,
    text = "Nobody may do what the menu calls '@KIND_TITLE@'." },
}
