"""The start notebook's widgets as a marimo notebook: ``marimo edit in_marimo.py``."""

import marimo

app = marimo.App()


@app.cell
def _():
    import piecepack_nb as pp

    return (pp,)


@app.cell
def _(pp):
    pp.play("piecepackman", seed=7)


@app.cell
def _(pp):
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    match.goto(2)
    pp.replay(match)


@app.cell
def _(pp):
    pp.predict("piecepackman", seed=12)


@app.cell
def _(pp):
    opened = pp.Match(pp.game("piecepackman"), seed=7)
    opened.run()
    pp.explore(opened)


@app.cell
def _(pp):
    pp.watch(pp.game("piecepackman"))


if __name__ == "__main__":
    app.run()
