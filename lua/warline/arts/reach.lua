-- What arts of several kingdoms share: lines along a facing, landing on another zone by force, and
-- what a side can still do.

---@param w warline.tactical
---@param ground warline.ground
---@param arts warline.arts
return function(w, ground, arts)
  local side = w.text.side -- a `seat` is a side here
  local longest = math.max(w.columns, w.rows)

  -- ---- lines (WT-RUL-3, WT-RUL-115) ------------------------------------------------------------

  muster.values("eastward", { [0] = 0, 1, 0, -1 })
  muster.values("northward", { [0] = 1, 0, -1, 0 })
  -- The zone so many zones away in a direction; none beyond the field and in a void.
  muster.define("along(zone, way, far)",
    "at(column(zone) + far * eastward(way), row(zone) + far * northward(way))",
    { help = "The zone so far away in a direction, or none; a void between does not matter." })
  muster.define("if_foe(zone)",
    "if zone ~= none and not walled(zone) and hostile(top(zone)) then zone else none",
    { help = "The zone if an enemy lies topmost there and can be reached, or none." })
  -- Computer players ask for both sides.
  muster.define("foe_of(unit, other)", "if " .. side("owner(unit)") .. " == active "
    .. "then hostile(other) else " .. side("owner(other)") .. " == active",
    { help = "Is that an enemy of the battalion, whoever is to move?" })
  muster.define("ends_line(unit, zone)", "zone == none or walled(zone) or "
    .. (arts.options.line_blocked_by_friends and "type(top(zone)) == battalion"
      or "foe_of(unit, top(zone))"))
  muster.define("meets(unit, zone)",
    "if zone ~= none and not walled(zone) and foe_of(unit, top(zone)) then zone else none")
  -- None where a rampart or a void comes first.
  muster.define("first_foe(unit, way)", "meets(unit, along(place(unit), way, pick(far in 1 .. "
    .. longest .. ": ends_line(unit, along(place(unit), way, far)))))",
    { help = "The zone of the first enemy battalion straight ahead, or none; whoever is to move." })

  -- ---- landing on a zone, as a kind of Move ----------------------------------------------------

  ---An art that takes the battalion to a zone, as a Move does: onto an enemy it is an attack. It is
  ---written in three forms: plain where no victim survives, with the new facing of one that
  ---survives with a loss, and with `-` where that one lost nothing.
  ---@param art warline.art its `text` may have parameters, which stand in `clauses`
  ---@param to string the zone, in `unit`, `way` and the parameters
  ---@param instant boolean? the first victim dies whatever its Arms (WT-RUL-121)
  ---@return warline.art
  function arts.landing(art, to, instant)
    local struck = "hostile(x) and blow(x, arms(unit)) >= arms(x)"
    local below = instant and "below(prey)" or "prey"
    local yields = "hostile(survivor)" .. (w.options.reface_without_loss and ""
      or " and blow(survivor, arms(unit)) > 0")
    local function form(text, last, face)
      local clauses = {}
      for i, clause in ipairs(art.clauses or {}) do clauses[i] = clause end
      clauses[#clauses + 1] = { let = "goal", be = to }
      clauses[#clauses + 1] = { let = "prey", be = "if_foe(goal)" }
      clauses[#clauses + 1] = { let = "first", be = "top(goal)" }
      for _, clause in ipairs(last) do clauses[#clauses + 1] = clause end
      return { text = art.text .. text, clauses = clauses,
        effect = "emit(moved, unit, man_zone, goal) if prey ~= none then "
          .. w.text.strike("unit", "goal", "survivor", nil, face) .. "attacked = 1 end "
          .. "put(unit, goal) man_zone = goal " }
    end
    local prey = { let = "survivor", be = "if prey ~= none then walk("
      .. (below == "prey" and "first" or "below(first)") .. ", x: " .. struck .. ") else none" }
    art.forms = {
      form("", { prey, { where = "not hostile(survivor)", rule = "WT-ATK-6",
        why = "a victim survives: write its new facing behind, or - where it loses nothing" } }),
      form("{face}", { prey, { where = yields, rule = "WT-RUL-46",
        why = "no victim survives with a loss, so no facing is set" },
        { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" } }, "face"),
      form("-", { prey, { where = "hostile(survivor) and not (" .. yields .. ")",
        rule = "WT-RUL-46",
        why = "- is written only for a victim that survives without a loss" } }),
    }
    return art
  end

  -- ---- what a side can still do (WT-RUL-241) ---------------------------------------------------

  muster.define("foe_on_field(seat)", "some(z in tops(battalion): some(x of z: "
    .. side("owner(x)") .. " == 1 - seat and type(x) == battalion))",
    { help = "Has the other side a battalion on the field?" })
  -- Has the stack such a battalion of that kingdom?
  muster.define("frees(zone, seat, made)",
    "some(x of zone: comes_free(x, zone, seat) and has_arts(x, made))")
  muster.define("has_free(seat, made)", "some(a in tops(battalion): frees(a, seat, made))",
    { help = "Can that side ever use arts of this kingdom?" })
  muster.define("can_have(seat, made, strength)", "some(a in tops(battalion): "
    .. "frees(a, seat, made) and 1 + hoard(a, seat) >= strength)",
    { help = "Can that side ever have such a battalion of so many Arms?" })

  -- See warline.ground.able.
  arts.capable, arts.may_strike = ground.capable, ground.may_strike
end
