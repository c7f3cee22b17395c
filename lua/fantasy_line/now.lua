-- Facts of the game: the Day, whose turn it is, and what the end of a Day must know.
--
-- `turn` is the seat that decides. `last` took the most recent turn: the due player is the other
-- one (FL-ORD-1, FL-ORD-2).

return muster.state {
  { "turn", max = 1, help = "The seat that decides." },
  { "last", holds = "seat", max = 1, help = "The seat that took the most recent turn." },
  { "day", max = 61, help = "The number of the Day; 0 during the set-up." },
  { "phase", max = 5, help = "The phase of the Day, from 1." },
  { "grace", help = "Is this a Day that a wiped-out side may still play?" },
  { "idle", max = 20, help = "Days in a row without progress." },
  { "death", help = "Has a Character died this Day?" },
  { "window", max = 2, help = "1: a Spell may be answered before it resolves; 2: after it." },
  { "ending", help = "Is this the end of phase 2, where targeted damage may be used once more?" },
  { "gained", help = "Has the Spell that resolves given targeted damage?" },
  { "fill_by_seat", help = "Are hands filled after a Spell: all of a seat before the other?" },
  { "asked", max = 3, help = "The category of which a seat may draw." },
  { "shuffling", max = 3, help = "The category whose discards are shuffled." },
  { "killer", holds = "seat", max = 1, help = "The seat that made the last kill." },
  { "seer", holds = "seat", max = 1, help = "The seat whose Farseer was turned up." },
  { "seer_at", max = 15, help = "The place of that Farseer, while the set-up lasts." },
  { "fresh", max = 15, help = "The place of the Merchant that was just laid." },
}
