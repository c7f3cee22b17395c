--- @TITLE@: @BASE_TITLE@ with a rule of our own.
---
--- This one can forbid one kind of move. What else a module can do to a game that its author never
--- heard of: amend a query (query:amend), listen to an event (event:on), permit what a rule id
--- forbids (move:permit), add moves (muster.move). See docs/moves.md.
local options = muster.module { title = "@TITLE@", section = "@WORD@",
  requires = {
    @REQUIRES@,
  },
  options = {
    { key = "allowed", type = "bool", default = true,
      help = "May anybody '@KIND_TITLE@'?" },
  } }

muster.move_named("@KIND@"):forbid("@ID@-1",
  "'@KIND_TITLE@' is not allowed here",
  function() return not options.allowed end)

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "allowed", when = not options.allowed,
    text = "Nobody may do what the menu calls '@KIND_TITLE@'." },
}
