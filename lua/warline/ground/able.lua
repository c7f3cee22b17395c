-- What a side can still do, where the lists of the core rules are too short (WT-RUL-241): modules
-- name conditions under which it can. Such a condition may hold too often, and never too seldom.

---@param w warline.tactical
---@param ground warline.ground
return function(w, ground)
  -- Each condition by itself: together they would be too long for one expression.
  local moving, striking = {}, {}
  local function holds(list, seat)
    for _, condition in ipairs(list) do
      if condition(seat) > 0 then return true end
    end
    return false
  end
  local paralyzed, aggressive = w.paralyzed, w.aggressive
  ---@param seat integer
  ---@return boolean
  function w.paralyzed(seat)
    return not holds(moving, seat) and paralyzed(seat)
  end
  ---@param seat integer
  ---@return boolean
  function w.aggressive(seat)
    return holds(striking, seat) or aggressive(seat)
  end

  ---A side for which this holds can still move, and strike.
  ---@param condition string in `seat`
  function ground.capable(condition)
    muster.amend("fit", condition, "or")
    moving[#moving + 1] = muster.expr(condition, "seat")
    striking[#striking + 1] = moving[#moving]
  end

  ---A side for which this holds can still strike.
  ---@param condition string in `seat`
  function ground.may_strike(condition)
    striking[#striking + 1] = muster.expr(condition, "seat")
  end

  local side = w.text.side
  -- Does no enemy lie on this battalion, or will its counter attacks take it on top? With
  -- ctr_through_cover they take everybody there.
  muster.define("comes_free(unit, zone, seat)", side("owner(unit)")
    .. " == seat and type(unit) == battalion"
    .. (w.options.ctr_through_cover and "" or " and level(unit) >= lid(zone, seat) - 1"))
  -- Arms that the free battalions around could gather on one of them, beside its first.
  muster.define("hoard(zone, seat)", "sum(b in tops(battalion) & (pocket(zone) | only(zone)): "
    .. "sum(x of b: if comes_free(x, b, seat) then arms(x) - 1 else 0))")

  -- ---- the fire of a sacrifice -----------------------------------------------------------------

  muster.define("smothered(seat)", "some(z in tops(battalion): some(x of z: " .. side("owner(x)")
    .. " == seat and type(x) == battalion and not comes_free(x, z, seat)))",
    { help = "Has this side a battalion on which several lie, an enemy topmost of them?" })
  -- A mark that was set before holds beneath any number of others.
  muster.define("kindles(seat)", "some(z in open_ground(forest): "
    .. "some(x of z: comes_free(x, z, seat) or marked(x) and " .. side("owner(x)") .. " == seat) "
    .. "and some(y in crowds & expanse(z): enemy_in(y, seat)))",
    { help = "Could a sacrifice of this side set fire to an enemy?" })
  muster.query("slays(seat)", "kindles(seat)",
    { help = "Could this side kill enemies that it cannot attack?" })
  muster.define("raised(seat)", "some(z in open_ground(forest) & crowds: enemy_in(z, seat) "
    .. "and some(x of z: comes_free(x, z, seat) and (fireproof(x) or hoard(z, seat) >= 2)))",
    { help = "Has this side, in a Forest, a battalion on an enemy, or one whose counter attack "
      .. "takes it there, that can survive the fire?" })
  -- It may free a battalion from all enemies on it but one, bring one down on bare ground, and
  -- clear a zone for one held in Prison.
  ground.capable("kindles(seat) "
    .. "and (smothered(seat) or raised(seat) or count(prison(1 - seat)) > 0)")
end
