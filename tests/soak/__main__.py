"""Run the campaigns and print their table: python -m tests.soak --size 1000 [--only WORD]."""

from __future__ import annotations

import argparse

from tests.soak.campaigns import campaigns, table


def main() -> int:
    """Run what the arguments ask for; return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--size", type=int, default=1000, help="attempts of a campaign (1000)")
    parser.add_argument("--seed", type=int, default=0, help="another seed tries other damage (0)")
    parser.add_argument(
        "--only", default="", help="run the campaigns with this word in their names"
    )
    args = parser.parse_args()
    chosen = [each for name, each in campaigns().items() if args.only in name]
    if not chosen:
        parser.error(f"no campaign has {args.only!r} in its name; there are {list(campaigns())}")
    rows = []
    for each in chosen:
        rows.append(each.run(args.size, args.seed))
        print(table(rows[-1:]), flush=True)
    print(f"\n{table(rows)}")
    return int(any(row.examples for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
