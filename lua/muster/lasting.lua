--- Lasting effects. What began lasts until a moment: the end of a phase or of a round, of this one
--- or of a later one, or the end of the match. Each effect is a piece of its own in a place that
--- all see; it has an owner, a source, such as a card, perhaps a piece that it is on, an amount.
local lasting = {}

---@class muster.LastingForm
---@field kind muster.Kind the pieces that are effects
---@field list muster.Container where they lie, ordered: the oldest at the bottom
---@field most integer how many of these pieces there are
---@field sources integer the greatest number of a source
---@field changes integer[] what the effects of a source change, from 0 on; 0 is nothing
---@field greatest integer the greatest amount
---@field phases integer the phases of a round
---@field rounds integer the greatest number of a round
---@field begins fun(source: integer, seat: integer, unit: string?, amount: integer): string?
---what the log tells when one begins
---@field ends fun(source: integer, seat: integer, unit: string?, amount: integer): string?
---and when it ends

-- Fields and events are declared once for a game: only one list of effects is for all of it.
---@param form muster.LastingForm
---@return muster.Lasting
function lasting.of(form)
  local kind_of_all, list, phases, changes = form.kind, form.list, form.phases, form.changes
  ---@class muster.Lasting
  local effects = {}

  --- A lasting effect begins.
  effects.began = muster.event { "effect_began", "source", "seat", "unit", "amount",
    says = form.begins,
    help = "A lasting effect of a seat begins." }
  --- A lasting effect ends.
  effects.ended = muster.event { "effect_ended", "source", "seat", "unit", "amount",
    says = form.ends,
    help = "A lasting effect of a seat ends." }

  --- The number of what an effect came from.
  effects.source = muster.field { "source", of = "piece", max = form.sources,
    help = "The number of what an effect came from." }
  --- The piece that an effect is on.
  effects.on = muster.field { "on", of = "piece", holds = "piece",
    help = "The piece that an effect is on." }
  --- How much an effect changes.
  effects.amount = muster.field { "amount", of = "piece", min = -form.greatest,
    max = form.greatest, initial = 0, help = "How much an effect changes." }
  --- The moment at whose end an effect ends.
  effects.last = muster.field { "last_moment", of = "piece", max = (form.rounds + 2) * phases,
    help = "The moment at whose end an effect ends." }
  local source, on, amount, last = effects.source, effects.on, effects.amount, effects.last

  -- ---- moments ----------------------------------------------------------------------------------

  --- The end of the match.
  effects.never = (form.rounds + 2) * phases
  ---The end of that phase of a round, as one number.
  ---@param round integer
  ---@param phase integer from 1
  ---@return integer
  function effects.moment(round, phase) return round * phases + phase end
  ---The end of a round.
  function effects.end_of(round) return effects.moment(round, phases) end
  ---The round and the phase of a moment.
  ---@return integer round
  ---@return integer phase
  function effects.parts(moment) return (moment - 1) // phases, (moment - 1) % phases + 1 end

  -- ---- begin and end ----------------------------------------------------------------------------

  ---Is there room for another effect?
  ---@return boolean
  function effects.has_room() return count(list) < form.most end

  ---Lay down an effect, on a piece or on none, without a word about it: for reading positions.
  ---@param number integer its source
  ---@param seat muster.Seat
  ---@param unit muster.Piece?
  ---@param value integer
  ---@param moment integer
  function effects.place(number, seat, unit, value, moment)
    local entry = pieces(box):pick(function(piece) return kind(piece) == kind_of_all end)
    owner[entry] = seat
    source[entry] = number
    on[entry] = unit
    amount[entry] = value
    last[entry] = moment
    put(entry, list)
  end

  ---Begin an effect.
  ---@param number integer
  ---@param seat muster.Seat
  ---@param unit muster.Piece?
  ---@param value integer
  ---@param moment integer
  function effects.start(number, seat, unit, value, moment)
    effects.place(number, seat, unit, value, moment)
    effects.began:emit(number, seat, unit, value)
  end

  -- Make one piece the effect that another one is.
  local function become(entry, other)
    owner[entry], on[entry] = owner[other], on[other]
    source[entry], amount[entry], last[entry] = source[other], amount[other], last[other]
  end

  ---End an effect. Each of those behind it becomes the piece before its own: so the k-th effect is
  ---always the same piece, and a position that names an effect is read back with its hash.
  ---@param entry muster.Piece
  function effects.finish(entry)
    effects.ended:emit(source[entry], owner[entry], on[entry], amount[entry])
    for at = level(entry), count(list) - 1 do
      become(piece_at(list, at), piece_at(list, at + 1))
    end
    local spare = top(list)
    put(spare, box)
    owner[spare], on[spare] = nil, nil
    source[spare], amount[spare], last[spare] = 0, 0, 0
  end

  ---End all effects on a piece, as where it dies.
  ---@param unit muster.Piece
  function effects.forget(unit)
    for _ = 1, count(list) do
      local entry = pieces(list):pick(function(piece) return on[piece] == unit end)
      if entry then effects.finish(entry) end
    end
  end

  local function oldest_due(moment)
    local due
    for entry in pieces(list) do -- from the newest to the oldest
      if last[entry] <= moment then due = entry end
    end
    return due
  end

  ---Does an effect end at that moment?
  ---@param moment integer
  ---@return boolean
  function effects.any_due(moment) return oldest_due(moment) ~= nil end

  ---End the effects that last until that moment, the oldest first.
  ---@param moment integer
  ---@param deed fun(entry: muster.Piece) what happens just before an effect ends
  function effects.expire(moment, deed)
    for _ = 1, count(list) do
      local entry = oldest_due(moment)
      if entry then
        deed(entry)
        effects.finish(entry)
      end
    end
  end

  -- ---- what is in force -------------------------------------------------------------------------

  ---What an effect changes.
  ---@param entry muster.Piece
  ---@return integer
  function effects.changes(entry) return changes[source[entry]] end
  ---The sum of the effects on a piece that change this.
  function effects.sum_on(unit, what)
    return pieces(list):sum(function(entry)
      if on[entry] == unit and changes[source[entry]] == what then return amount[entry] end
      return 0
    end)
  end
  ---Is there such an effect on a piece?
  function effects.is_on(unit, what)
    return pieces(list):some(function(entry)
      return on[entry] == unit and changes[source[entry]] == what
    end)
  end
  ---The sum of the effects of a seat that change this.
  function effects.sum_of(seat, what)
    return pieces(list):sum(function(entry)
      if owner[entry] == seat and changes[source[entry]] == what then return amount[entry] end
      return 0
    end)
  end
  ---Has a seat such an effect?
  function effects.has(seat, what)
    return pieces(list):some(function(entry)
      return owner[entry] == seat and changes[source[entry]] == what
    end)
  end

  return effects
end

return lasting
