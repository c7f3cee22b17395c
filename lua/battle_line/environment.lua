-- The other reading of how long environment cards stay (envMovable, BL-RUL-14): Deserter discards
-- one, Redeploy moves or discards one. When Mud goes, a side that holds four cards loses one.

---@param w battle_line
return function(w)
  if not w.options.envMovable then return end
  local text = w.text

  -- Fog or Mud that the seat `whose` laid at the flag; of two like ones the older.
  local function card_of(whose, rule)
    return { each = "card", pieces = "ground(from)", rule = rule,
        why = "no such environment card lies there" },
      { where = "newest(card)" }, -- like ones once
      { let = "unit", be = "pick(x of ground(from): code(x) == code(card) and owner(x) == " .. whose
        .. " and not some(y of ground(from): code(y) == code(x) and owner(y) == owner(x) "
        .. "and level(y) < level(x)))" },
      { where = "unit ~= none", rule = rule, why = "that card lies on the other near side" }
  end

  muster.define("crowded(p)",
    "some(z in line(p): open(flag_of(z)) and count(z) > need(flag_of(z)))")
  text.ground_changed = "if crowded(0) or crowded(1) then go(losing) else " .. text.play_done
    .. "end "

  local function declare(name, title, format, guile, whose, rule, last, apply)
    local clauses = { guile[1], guile[2], guile[3], w.each_flag("from"), w.is_open("from") }
    for _, clause in ipairs { card_of(whose, rule) } do clauses[#clauses + 1] = clause end
    for _, clause in ipairs(last) do clauses[#clauses + 1] = clause end
    w.declare_guile(name, title, format, clauses, text.play_guile .. apply .. text.ground_changed)
  end

  local deserter = { w.guile_clauses("deserter", "only the Deserter takes a card away") }
  declare("desert_ground", "Deserter", "{guile}:{card}@{from}", deserter, "1 - me", "BL-GUI-7", {},
    "put(unit, discard(1 - me)) emit(discarded, unit, 1 - me) ")
  local redeploy = { w.guile_clauses("redeploy", "only Redeploy moves a card of yours") }
  declare("redeploy_ground_off", "Redeploy: discard", "{guile}:{card}@{from}>x", redeploy, "me",
    "BL-GUI-5", {}, "put(unit, discard(me)) emit(discarded, unit, me) ")
  declare("redeploy_ground", "Redeploy", "{guile}:{card}@{from}>{to}", redeploy, "me", "BL-GUI-5", {
    w.each_flag("to"),
    { where = "to ~= from", rule = "BL-RUL-16", why = "the card goes to another flag" },
    w.is_open("to"),
    { where = "ground(to) in fields", rule = "BL-RUL-29",
      why = "no environment card can come to that flag" },
  }, "put(unit, ground(to)) emit(moved, unit, from, to) ")

  -- The player in turn goes first; then the other, if his side too holds four.
  muster.decision { "losing", title = "Mud is gone: discard a card",
    seat = "if crowded(turn) then turn else 1 - turn" }
  w.declare_taking { name = "lose", at = "losing", title = "Discard a card",
    format = "x{card}@{from}", first = {}, whose = "me", rule = "BL-RUL-14",
    why = "no such card lies on your side of that flag",
    last = { { where = "count(side(me, from)) > need(from)", rule = "BL-RUL-14",
      why = "your side of that flag holds no card too many" } },
    apply = text.leave("unit", "from") .. "put(unit, discard(me)) emit(discarded, unit, me) "
      .. "if not crowded(0) and not crowded(1) then " .. text.play_done .. "end" }
end
