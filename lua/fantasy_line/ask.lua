-- Questions of cards about the position. fantasy_line/powers.lua and fantasy_line/casting.lua fill
-- this in; cards are declared before the state of the game, which is made of them.

---@class fantasy_line.ask
---@field deals fun(spell: muster.Piece): boolean does it deal damage when it resolves?
---@field printed_cost fun(spell: muster.Piece): integer
---@field has_behind fun(unit: muster.Piece): boolean does anybody stand behind it?
---@field can_be_stunned fun(unit: muster.Piece): boolean
---@field is_stunned fun(unit: muster.Piece): boolean
---@field front_can_be_stunned fun(seat: muster.Seat): boolean
---@field has_place fun(seat: muster.Seat): boolean has its line room for another Character?
---@field live_count fun(seat: muster.Seat): integer
---@field dead_count fun(seat: muster.Seat): integer
---@field just_felled fun(unit: muster.Piece, spell: muster.Piece): boolean by that Spell
---@field health_of fun(unit: muster.Piece): integer
local ask = {}
return ask
