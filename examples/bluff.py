"""P.A.C.O.: the points of every pair of orders, and how often to write each.

python examples/bluff.py [TURNS]     the number of turns played at the end (300)

All players write their orders at the same time. So no order is best: each has a best reply, and the
reply has a best reply, too. Where these go round in a circle, the best plan is a random choice.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp

TRAP = {
    "suns": "c4 E", "moons": "e4 W", "crowns": "c2 N", "arms": "d2 N",
    "board": {"c3": "white", "d3": "white", "c6": "hole", "c7": "white"},
}  # fmt: skip
"""Suns is next to a block that crowns will push; suns and moons can both go to the same cell."""
PUSHED = {"crowns": "push", "arms": "push"}


def main(turns: int) -> None:
    """Print the payoff table, its equilibrium, and the same points from games."""
    game = pp.game("paco", fall_points=2)
    start = pp.Match(game, position=TRAP)
    table = game.payoffs(start.state, ("suns", "moons"), others=PUSHED)
    print("Points of suns minus points of moons, for each order of suns (left) and moons (right):")
    for suns in ("forward", "left"):
        for moons in ("forward", "left"):
            print(f"  {suns:8} {moons:8} {table[suns, moons].difference:+.2f}")

    found = table.solve()
    goes = [order.words for order in table.rows].index("forward")
    share = found.rows[goes]
    print(f"Suns should go forward {share:.0%} of the time, for {found.value:+.2f} or more.\n")

    print(f"The average difference in {turns} turns, played with dice:")
    for moons in ("forward", "left"):
        print(f"  moons {moons:8} {played(game, share, moons, turns):+.2f}")

    stays = start.branch(0)
    for seat, order in {"suns": "left", "moons": "left", **PUSHED}.items():
        last = stays.play(f"{seat} {order}")
    print("\nIf suns turns left instead:")
    print(*(f"  {each}" for each in last if each.event.kind in ("falls", "stunned")), sep="\n")


def played(game: object, share: float, moons: str, turns: int) -> float:
    """Return the average points a turn of suns minus moons, if suns goes with this probability."""
    chance, gained = random.Random(1), 0
    for seed in range(turns):
        match = pp.Match(game, seed=seed, position=TRAP)  # type: ignore[arg-type]
        suns = "forward" if chance.random() < share else "left"
        for seat, order in {"suns": suns, "moons": moons, **PUSHED}.items():
            match.play(f"{seat} {order}")
        match.run(1)  # the dice, if both want one cell
        points = {seat: player.points for seat, player in match.state.players.items()}
        gained += points["suns"] - points["moons"]
    return gained / turns


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [300]))
