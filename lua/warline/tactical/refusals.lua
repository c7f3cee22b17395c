-- What a refused player is told about a zone. The core rules know where a move may lead and not
-- what lies there: a module that brings terrain names it.

---@param w warline.tactical
return function(w)
  w.hindered = muster.list { "w.hindered",
    help = "By what is refused, functions that give a better sentence, or nothing." }

  ---The sentence of a refusal: that of `w.hindered`, where it has one, else that of the core rules.
  ---@param what string
  ---@param nth integer? which parameter of the move the zone is, the last being -1
  ---@param why string|fun(): string what the core rules say
  ---@return fun(...: integer): string
  function w.because(what, nth, why)
    return function(...)
      local hindered = w.hindered[what]
      return hindered and hindered(nth and (select(nth, ...)), ...)
        or type(why) == "function" and why() or why
    end
  end
end
