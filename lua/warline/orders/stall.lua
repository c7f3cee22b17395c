-- The option of all variants with several orders in a turn (WT-RUL-164, WT-RUL-246).

return function()
  return require("muster.options").choice("dt_stall", { "whole_turn", "any_two_orders" },
    "What loses: two own turns of Stalls only, or any two Stalls one after the other.")
end
