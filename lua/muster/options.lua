--- Options of a module, in short: what muster.module takes as entries of `options`.
local options = {}

--- A question to which the usual answer is yes.
---@param key string
---@param help string
---@return table option
function options.yes(key, help)
  return { key = key, type = "bool", default = true, help = help }
end

--- A question to which the usual answer is no.
---@param key string
---@param help string
---@return table option
function options.no(key, help)
  return { key = key, type = "bool", default = false, help = help }
end

--- One of several words; the first is the usual one.
---@param key string
---@param choices string[]
---@param help string
---@return table option
function options.choice(key, choices, help)
  return { key = key, type = "choice", choices = choices, default = choices[1], help = help }
end

return options
