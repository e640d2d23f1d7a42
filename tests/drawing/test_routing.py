"""Ways round and distances, on boxes made for the purpose."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.drawing.layout import paths
from topology.drawing.layout.channels import Channels
from topology.drawing.layout.detour import Raster, detour
from topology.drawing.layout.flow import back_links
from topology.drawing.layout.geometry import Box, flatten, line_meets, segment_meets, segments_cross
from topology.drawing.layout.nudging import Path, nudge
from topology.drawing.layout.obstacles import Obstacles

A, B = Box(0, 0, 60, 30), Box(300, 0, 60, 30)
WALL = Box(150, -200, 40, 430)


def test_a_detour_goes_round_a_wall_with_right_angles() -> None:
    way = detour(Raster([A, B, WALL]), A, B)
    assert way is not None
    assert not Obstacles({"wall": WALL}).pierced(way, (), 4.0)
    assert all(abs(p[0] - q[0]) < 0.01 or abs(p[1] - q[1]) < 0.01 for p, q in pairwise(way))
    assert A.grown(0.1).holds(way[0])
    assert B.grown(0.1).holds(way[-1])


def test_there_is_no_way_out_of_a_cage() -> None:
    cage = [Box(-40, -40, 140, 20), Box(-40, 50, 140, 20), Box(-40, -40, 20, 110), Box(80, -40, 20, 110)]
    assert detour(Raster([A, B, *cage]), A, B) is None


def test_paths_through_one_gap_are_drawn_apart() -> None:
    boxes = {"a": Box(0, 0, 100, 40), "b": Box(0, 120, 100, 40), "c": Box(-300, 60, 60, 40), "d": Box(400, 60, 60, 40)}
    runs = [Path("c", "d", 0, [80.0], -240, 400) for _ in range(4)]
    nudge(runs, Channels(boxes, []))
    levels = sorted(run.runs[0] for run in runs)
    assert min(q - p for p, q in pairwise(levels)) > 3
    assert levels[0] > 60 and levels[-1] < 100


def test_a_nudged_path_keeps_its_ends_and_its_angles() -> None:
    boxes = {"a": Box(0, 0, 100, 40), "b": Box(200, 100, 100, 40)}
    corners = [(100.0, 20.0), (110.0, 20.0), (110.0, 120.0), (200.0, 120.0)]
    path = Path.of("a", "b", corners)
    assert path is not None
    assert path.corners() == corners
    nudge([path], Channels(boxes, []))
    moved = path.corners()
    assert (moved[0][0], moved[-1][0]) == (100.0, 200.0)
    assert 120 < moved[1][0] < 180
    assert all(p[0] == q[0] or p[1] == q[1] for p, q in pairwise(moved))


def test_slanted_lines_are_no_paths() -> None:
    assert Path.of("a", "b", [(0, 0), (10, 5), (20, 5)]) is None


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=9))
def test_rounding_keeps_the_ends_and_makes_whole_pieces(points: list[tuple[int, int]]) -> None:
    curve = paths.rounded([(float(x), float(y)) for x, y in points])
    assert len(curve) % 3 == 1 and len(curve) >= 4
    assert curve[0] == points[0]
    flatten(curve)


@pytest.mark.parametrize(
    ("a", "b", "meets"),
    [
        ((-10, 15), (70, 15), True),
        ((-10, 0), (70, 0), False),
        ((0, -10), (0, 50), False),
        ((-10, -10), (20, 20), True),
        ((-10, 20), (20, 60), False),
        ((10, 10), (11, 11), True),
    ],
)
def test_lines_meet_boxes_only_inside(a: tuple[float, float], b: tuple[float, float], meets: bool) -> None:
    assert segment_meets(a, b, A) is meets


def test_lines_that_only_touch_do_not_cross() -> None:
    assert segments_cross((0, 0), (10, 10), (0, 10), (10, 0))
    assert not segments_cross((0, 0), (10, 0), (10, 0), (20, 5))


def test_every_cycle_is_opened_once() -> None:
    links = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "c"), ("", "a")]
    assert back_links(["a", "b", "c", "d", ""], links) == {("c", "a"), ("d", "c")}


numbers = st.integers(-60, 60).map(float)
boxes = st.builds(Box, numbers, numbers, st.integers(1, 90).map(float), st.integers(1, 50).map(float))
chains = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=5)


@given(st.lists(boxes, max_size=6), chains, st.sampled_from([-1.0, 0.0, 5.0]), st.booleans())
def test_obstacles_find_what_each_box_says_of_itself(
    listed: list[Box], line: list[tuple[float, float]], margin: float, squared: bool
) -> None:
    if squared:
        line = [point for (x, y), (_, low) in pairwise(line) for point in ((x, y), (x, low))]
    named = {str(number): box for number, box in enumerate(listed)}
    others = {key: box for key, box in named.items() if key != "0"}
    obstacles = Obstacles(named)
    met = any(line_meets(line, box.grown(margin)) for box in others.values())
    assert obstacles.pierced(line, ("0",), margin) == met
    place = Box(*line[0], 12.0, 7.0)
    assert obstacles.in_way(place, ("0",)) == any(place.meets(box) for box in others.values())
