--- A short value of muster.once with a long source, in a rule with over 100 names.
--> go => events note(1) note(1)
muster.module { title = "Once trivial routine" }
muster.game { title = "Once trivial routine", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 } }
local note = muster.event { "note", "n" }
local short = muster.once(function()
  -- This comment makes the source of the function longer than 150 bytes. Where a rule has more than
  -- 100 names, such a function is called, and no longer put in its place.
  return now.turn + 1
end)
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(short())
  local v0_0, v0_1, v0_2, v0_3, v0_4, v0_5, v0_6, v0_7, v0_8, v0_9, v0_10, v0_11, v0_12, v0_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v1_0, v1_1, v1_2, v1_3, v1_4, v1_5, v1_6, v1_7, v1_8, v1_9, v1_10, v1_11, v1_12, v1_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v2_0, v2_1, v2_2, v2_3, v2_4, v2_5, v2_6, v2_7, v2_8, v2_9, v2_10, v2_11, v2_12, v2_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v3_0, v3_1, v3_2, v3_3, v3_4, v3_5, v3_6, v3_7, v3_8, v3_9, v3_10, v3_11, v3_12, v3_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v4_0, v4_1, v4_2, v4_3, v4_4, v4_5, v4_6, v4_7, v4_8, v4_9, v4_10, v4_11, v4_12, v4_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v5_0, v5_1, v5_2, v5_3, v5_4, v5_5, v5_6, v5_7, v5_8, v5_9, v5_10, v5_11, v5_12, v5_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v6_0, v6_1, v6_2, v6_3, v6_4, v6_5, v6_6, v6_7, v6_8, v6_9, v6_10, v6_11, v6_12, v6_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  local v7_0, v7_1, v7_2, v7_3, v7_4, v7_5, v7_6, v7_7, v7_8, v7_9, v7_10, v7_11, v7_12, v7_13 =
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1,
    now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1, now.turn + 1
  note:emit(short())
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
