"""The words of the lessons: the one source of ``pp.lessons.word`` and of docs/glossary.md."""

from __future__ import annotations

from piecepack_nb.core.errors import did_you_mean, invalid

TERMS = {
    "alpha-beta": "Minimax with cuts: it skips replies that can't change the choice.",
    "alternative": "A move or path that was considered and not chosen.",
    "best reply": "The order or move that brings most if you know the other's.",
    "bluff": "To act as if you held something better than you do, so that the other gives way.",
    "bot": "A player that is a function: it gets a state and returns a move.",
    "clause": "A numbered rule of a rulebook, such as PM-12.",
    "cost": "The points that an action or a path takes; for him a step or a quarter turn.",
    "cut": "The replies that alpha-beta skips, since one is already bad enough.",
    "depth": "The number of moves that a bot looks ahead.",
    "difference": "The measure of one rule minus that of another, in pairs of games.",
    "dominated": "Of a choice: another one is better, whatever the others do.",
    "equilibrium": "A pair of orders, or of mixed strategies, that neither side gains by leaving.",
    "evaluation": "A function that gives a state a number: how good it is for one side.",
    "fictitious play": "Two players count each other's orders and write the best reply to them.",
    "frontier": "The nodes that a search has found and not settled yet.",
    "game": "The rules, with their options; a match is one game played.",
    "heading": "The direction that a piece faces: N, E, S or W.",
    "interval": "A range around a share; about 95 of 100 such ranges contain the true share.",
    "match": "One game played: its moves, dice and steps, to undo, replay and compare.",
    "minimax": "To choose the move whose value is highest after the other's best reply.",
    "mixed strategy": "A random choice with fixed probabilities.",
    "move": "One decision of a player or of chance.",
    "node": "A state of a search; for Piecepackman a square and a heading together.",
    "option": "A number or word of the rules that you can change.",
    "pairs": "Two games with the same seed under two rules, so that both have the same luck.",
    "path": "Squares in order.",
    "payoff": "The points that a pair of choices brings.",
    "player": "A person or a bot that plays a seat.",
    "position": "A state written as text or as a dict.",
    "price": "The cost of a single action.",
    "reading": "Our interpretation of a rule that the author left open.",
    "refusal": "The reason that a move is illegal: its clause and a sentence.",
    "roll": "A move of chance; with a seed, the same game has the same dice again.",
    "seat": "A side of a game, such as suns or red.",
    "seed": "A number that fixes all dice and random choices, so that a game can be repeated.",
    "settled": "Of a node: its cost is final. Of a difference: its interval leaves out 0.",
    "state": "Everything that a photograph of the table would show, and whose turn it is.",
    "step": "One event of a move, with its clause and the state after it.",
    "successor": "A node that one action leads to.",
    "tie": "Paths, dice or moves that are equally good; a rule decides between them.",
    "turn": "The moves of one player, or of Piecepackman and the ghosts, until the next begins.",
    "value": "The number that a search or an evaluation gives to a move.",
}


def word(term: str) -> str:
    """Return what a word of the lessons means; raise BadInput for another word.

    >>> word("node")
    'A state of a search; for Piecepackman a square and a heading together.'
    """
    if term not in TERMS:
        expected = f"a word of the glossary{did_you_mean(term, TERMS)}"
        raise invalid("the word", term, expected)
    return TERMS[term]


def page() -> str:
    """Return the glossary as a page in Markdown."""
    rows = [f"| **{term}** | {meaning} |" for term, meaning in TERMS.items()]
    head = ["# Glossary", "", 'The words of the lessons; `pp.lessons.word("node")` explains one.']
    return "\n".join([*head, "", "| Word | Meaning |", "| --- | --- |", *rows, ""])
