--- Reasons for refusals that other modules may give better. A game declares a hook for each matter,
--- which gives the first result that is not nil; a listener returns a sentence, or nothing.
local reasons = {}

local function sentence(hook, why, chosen, more)
  return hook(chosen, more) or type(why) == "function" and why() or why
end

---The sentence of a refusal: that of the hook, where it has one, else the usual one.
---@param hook muster.Hook
---@param why string|fun(): string the usual one
---@return fun(): string
function reasons.because(hook, why)
  return function() return sentence(hook, why) end
end

---The same of a choice that is called `zone`.
---@param hook muster.Hook
---@param why string|fun(): string
---@param more any what the listeners get behind the zone
---@return fun(zone: muster.Zone?): string
function reasons.because_of_zone(hook, why, more)
  return function(zone) return sentence(hook, why, zone, more) end
end

---The same of a choice that is called `dest`.
---@param hook muster.Hook
---@param why string|fun(): string
---@return fun(dest: muster.Zone?): string
function reasons.because_of_dest(hook, why)
  return function(dest) return sentence(hook, why, dest) end
end

return reasons
