--- What readers of position lines share.
local text = {}

--- The whole number that `word` writes with plain digits, seven at most.
---@param word string
---@param most integer
---@return integer? number nil where it is none, or more than `most`
function text.number(word, most)
  if #word < 1 or #word > 7 then return nil end
  local value = 0
  for i = 1, #word do
    local digit = string.byte(word, i) - 48
    if digit < 0 or digit > 9 then return nil end
    value = value * 10 + digit
  end
  return value <= most and value or nil
end

return text
