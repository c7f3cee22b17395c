--- Games of several files: each file, a chapter, returns a table of what it offers.

---Load the chapters of a folder, in this order, and join what they offer into one table.
---@param folder string as `require` names it
---@param names string[]
---@return table<string, any>
return function(folder, names)
  local all = {}
  for _, chapter in ipairs(names) do
    for name, value in pairs(require(folder .. "." .. chapter)) do
      if all[name] ~= nil then
        error(("'%s' of chapter %s is offered by another one"):format(name, chapter), 0)
      end
      all[name] = value
    end
  end
  return all
end
