"""The engine's part of the maze workshop: sticks, pieces, portals, trips, findings, the sheet."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.piecepackman.maze import (
    MAZE_NAMES,
    lay_sticks,
    parse_draft,
    parse_maze,
    read_maze,
)
from piecepack_nb.mazes.checking import check_maze, crossings
from piecepack_nb.mazes.maker import blank_maze, mirrored_edge
from piecepack_nb.mazes.printing import laying_order, sheet
from piecepack_nb.mazes.workshop import (
    Sketch,
    Trip,
    begin,
    finding_places,
    findings,
    path_of,
    pick,
    scene,
    sticks_left,
    trip_text,
)
from piecepack_nb.scene import check_scene
from piecepack_nb.search import Costs


def blank(tool: str = "three", **more: object) -> Sketch:
    return replace(begin(blank_maze()), tool=tool, **more)  # type: ignore[arg-type]


def places(sketch: Sketch) -> set[str]:
    """Return the sticks beyond those of the blank board."""
    house = {stick.place for stick in blank_maze().sticks}
    return {f"{stick.kind} {stick.place}" for stick in sketch.maze.sticks} - {
        f"{kind} {place}" for place in house for kind in ("three", "ace")
    }


# Sticks


@pytest.mark.clause("PM-6")
@pytest.mark.parametrize(
    ("spot", "shift", "laid"),
    [
        ("c4N", False, "three above c4 d4"),
        ("c4N", True, "three above b4 c4"),
        ("c3E", False, "three right of c3 c4"),
        ("c3E", True, "three right of c2 c3"),
        ("j3N", False, "three above i3 j3"),  # no room to the east
        ("c9E", False, "three right of c9 c10"),
        ("c10E", False, "three right of c9 c10"),
    ],
)
def test_a_three_stick_snaps_to_two_edges_in_line(spot: str, shift: bool, laid: str) -> None:
    assert places(pick(blank(), spot, shift=shift)) == {laid}


@pytest.mark.clause("PM-6")
def test_a_three_stick_is_one_piece_and_is_taken_whole() -> None:
    sketch = pick(blank(), "c4N")
    for end in ("c4N", "d4N"):
        for tool in ("three", "ace"):
            assert places(pick(replace(sketch, tool=tool), end)) == set()


@pytest.mark.clause("PM-6")
def test_sticks_in_one_line_keep_their_places() -> None:
    sketch = blank("ace")
    for spot in ("b3N", "e3N"):
        sketch = pick(sketch, spot)
    sketch = pick(replace(sketch, tool="three"), "c3N")
    assert places(sketch) == {"ace above b3", "three above c3 d3", "ace above e3"}
    assert places(replace(sketch, maze=parse_draft(sketch.maze.text()))) == places(sketch)


@pytest.mark.clause("PM-6")
def test_a_three_stick_without_room_is_refused() -> None:
    sketch = blank("ace")
    for spot in ("b3N", "d3N"):
        sketch = pick(sketch, spot)
    with pytest.raises(BadInput, match="a three-stick has no room above c3: it needs two free"):
        pick(replace(sketch, tool="three"), "c3N")


@pytest.mark.clause("PM-80")
def test_the_sticks_left_are_counted_and_too_many_are_found() -> None:
    sketch = blank("ace")
    assert sticks_left(sketch.maze) == {"three": 22, "ace": 22}
    for file in "abcdefghij":
        for rank in (1, 2, 3):
            sketch = pick(sketch, f"{file}{rank}N")
    assert sticks_left(sketch.maze) == {"three": 22, "ace": -8}
    (finding,) = (each for each in findings(sketch.maze) if each.name == "ace-sticks")
    assert len(finding.edges) == 8
    assert len(finding_places(sketch.maze, finding)) == 8


@pytest.mark.parametrize("symmetry", ["left-right", "top-bottom", "half-turn"])
def test_sticks_are_laid_and_taken_in_symmetry(symmetry: str) -> None:
    sketch = pick(blank(symmetry=symmetry), "b2N")
    walls = sketch.maze.walls - blank_maze().walls
    assert len(walls) == 4
    assert {mirrored_edge(sketch.maze, wall, symmetry) for wall in walls} == walls
    assert sketch.said.count(" and ") == 1
    assert pick(sketch, "b2N").maze.walls == blank_maze().walls


@pytest.mark.clause("PM-6")
def test_crossing_three_sticks_are_remarked_but_no_fault() -> None:
    sketch = pick(pick(blank(), "c3N"), "c3E")
    assert not crossings(blank_maze().sticks)
    ((one, two),) = crossings(sketch.maze.sticks)
    assert {one.place, two.place} == {"above c3 d3", "right of c3 c4"}
    assert findings(sketch.maze)[-1].ok
    assert "crossing" not in [finding.name for finding in check_maze(sketch.maze).findings]


@pytest.mark.clause("PM-6", "PM-80")
def test_sticks_are_laid_so_that_few_cross() -> None:
    across = frozenset({("b2", "N"), ("c2", "N"), ("d2", "N")})
    along = frozenset({("c2", "E"), ("c3", "E")})
    sticks = lay_sticks(across | along)
    assert not crossings(sticks)
    assert sorted(stick.place for stick in sticks) == [
        "above b2 c2", "above d2", "right of c2 c3",
    ]  # fmt: skip


# Pieces and portals


@pytest.mark.clause("PM-5", "PM-72")
def test_a_piece_moves_by_picks_or_a_drag_and_changes_places_with_another() -> None:
    held = pick(blank("pieces"), "f4")
    assert (held.held, held.said) == ("f4", "Pick a square for Piecepackman's start.")
    assert pick(held, "e3").maze.start == "e3"
    swapped = pick(blank("pieces"), "a1", "j10").maze
    assert (swapped.coins["arms"], swapped.coins["moons"]) == ("j10", "a1")
    assert pick(held, "f4").held == ""
    with pytest.raises(BadInput, match="c3 is empty"):
        pick(blank("pieces"), "c3")


@pytest.mark.clause("PM-5")
def test_a_room_moves_alone_or_with_the_whole_house() -> None:
    alone = pick(blank("pieces"), "e6", "d5").maze
    assert alone.house == {"d5", "e5", "f5", "f6"}
    assert alone.ghosts["moons"] == "d5"
    whole = pick(blank("pieces"), "e6", "d7", shift=True).maze
    assert whole.house == {"d6", "d7", "e6", "e7"}
    assert whole.walls == blank_maze().walls
    with pytest.raises(BadInput, match="f4 is Piecepackman's start; expected free squares"):
        pick(blank("pieces"), "e6", "e5", shift=True)


@pytest.mark.clause("PM-22")
def test_a_portal_opens_and_closes_at_both_ends() -> None:
    closed = pick(blank("pieces"), "b5:W")
    assert closed.maze.portals == {("b6", "W"), ("i6", "E")}
    opened = pick(closed, "c10:N").maze
    assert opened.portals == closed.maze.portals | {("c10", "N"), ("c1", "S")}
    assert check_maze(opened).playable


@pytest.mark.clause("PM-5", "PM-22", "PM-72")
def test_what_nobody_can_play_in_is_found_with_its_clause_and_place() -> None:
    far = pick(blank("pieces"), "e6", "c2").maze
    corner = {("a1", "N"), ("a1", "E")}
    shut = replace(
        far,
        portals=far.portals - {("i5", "E")},
        walls=far.walls | corner,
        aces=(far.aces or frozenset()) | corner,
    )
    found = {each.name: each for each in check_maze(shut).findings if each.fault}
    assert not check_maze(shut).playable
    assert (found["connected house"].clause, found["connected house"].where) == ("PM-5", ("c2",))
    assert (found["portals"].clause, found["portals"].edges) == ("PM-22", (("b5", "W"),))
    assert (found["power coins"].clause, found["power coins"].where) == ("PM-72", ("a1",))
    assert parse_draft(shut.text()) == shut
    with pytest.raises(BadInput) as refused:
        parse_maze(shut.text())
    assert str(refused.value) == next(each.text for each in check_maze(shut).findings if each.fault)


# Trips


@pytest.mark.clause("PM-15")
def test_the_trip_shows_its_cost_before_and_after_a_wall() -> None:
    sketch = blank(trip=Trip("a1", "E", "d1"))
    before = sketch.maze
    assert trip_text(before, sketch.trip, Costs()) == (
        "a1, facing east, to d1: cost 3 (3 steps, 0 quarter turns)."
    )
    after = pick(replace(sketch, tool="ace"), "b1E").maze
    text = trip_text(after, sketch.trip, Costs(), before)
    assert text.endswith("to d1: cost 8 (5 steps, 3 quarter turns). Before: cost 3.")
    assert trip_text(after, sketch.trip, Costs(1, 0), before).count("cost 5 (5 steps") == 1


@pytest.mark.clause("PM-15")
def test_a_trip_on_which_turn_costs_mislead_him_says_so() -> None:
    trip = Trip("c1", "E", "c2")
    assert trip_text(read_maze("roundabout"), trip, Costs()) == (
        "c1, facing east, to c2: cost 7 (5 steps, 2 quarter turns); the shortest path has 3 steps."
    )


@pytest.mark.clause("PM-23")
def test_the_trip_s_picks_stand_turn_and_go() -> None:
    sketch = blank("trip", trip=None)
    stands = pick(sketch, "b2")
    assert stands.trip == Trip("b2", "W")
    turned = pick(stands, "b2")
    assert turned.trip == Trip("b2", "N")
    goes = pick(turned, "b9")
    assert goes.trip == Trip("b2", "N", "b9")
    assert pick(goes, "c3").trip == Trip("c3", "N")
    path = path_of(goes.maze, goes.trip, Costs())
    assert path is not None
    assert path.cost == 7
    with pytest.raises(BadInput, match="never enters"):
        pick(sketch, "e5")


# Any picks


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_picks_give_a_maze_with_a_text_and_a_scene(data: st.DataObject) -> None:
    sketch = begin(read_maze(data.draw(st.sampled_from(MAZE_NAMES))))
    for _ in range(data.draw(st.integers(1, 6))):
        tool = data.draw(st.sampled_from(["three", "ace", "pieces", "trip"]))
        sketch = replace(sketch, tool=tool, held="")
        spots = scene(sketch).spots
        spot = data.draw(st.sampled_from([each.id for each in spots]))
        drops = [each.id for each in spots if each.drop]
        to = data.draw(st.sampled_from(drops)) if tool == "pieces" and ":" not in spot else None
        with suppress(BadInput):
            sketch = pick(sketch, spot, to, data.draw(st.booleans()))
        check_scene(scene(sketch, sketch.maze))
        assert parse_draft(sketch.maze.text()) == sketch.maze
        covered = [wall for stick in sketch.maze.sticks for wall in stick.edges]
        assert len(covered) == len(set(covered))


# The sheet


def numbers(page: str) -> list[str]:
    texts = (
        node.text or "" for node in ElementTree.fromstring(page).iter() if node.tag.endswith("text")
    )
    return [text for text in texts if text.isdecimal()]


@pytest.mark.clause("PM-6")
@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_sheet_numbers_each_stick_on_the_board_and_in_its_list(name: str) -> None:
    maze = read_maze(name)
    (page,) = sheet(maze).pages
    found = numbers(page)
    laid = laying_order(maze)
    assert [each.stick.kind for each in laid] == sorted((s.kind for s in maze.sticks), reverse=True)
    ranks = [str(rank) for rank in range(1, 11)]
    assert sorted(found) == sorted([str(each.number) for each in laid] * 2 + ranks)
    for each in laid:
        assert f">{each.stick.place}<" in page


@pytest.mark.parametrize(("paper", "wide"), [("A4", 297.0), ("Letter", 279.4)])
def test_pages_in_true_size_have_squares_of_an_inch(paper: str, wide: float) -> None:
    made = sheet(read_maze("roundabout"), paper, true_scale=True)
    assert len(made.pages) == 3
    for page in made.pages[1:]:
        assert f'width="{wide}mm"' in page
        squares = re.findall(r'width="25\.40" height="25\.40"', page)
        assert len(squares) == 48
        left = [float(x) for x in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="25\.40"', page)]
        assert min(left) > 5
        assert max(left) + 25.4 < wide - 5
    assert "://" not in made.replace("http://www.w3.org/2000/svg", "")


def test_a_wrong_paper_is_refused() -> None:
    with pytest.raises(BadInput, match="paper is 'A3'; expected A4 or Letter"):
        sheet(read_maze("slip"), "A3")
