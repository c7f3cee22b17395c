--- A secret that is declared as public: the weight of a card, which everybody sees, is its rank.
muster.module { title = "Duel, with weights", requires = { "duel" } }
local weights = {}
for i = 1, 16 do weights[i] = (i - 1) % 8 + 1 end
muster.field { "weight", of = "piece", max = 8, each = { card = weights } }
