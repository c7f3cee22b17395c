-- What single rules demand, for `muster rules`.

local texts = {
}

local ids = {}
for id in pairs(texts) do ids[#ids + 1] = id end
table.sort(ids)

---@param _ battle_line
return function(_)
  for _, id in ipairs(ids) do muster.rule(id, texts[id]) end
end
