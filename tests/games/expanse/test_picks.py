"""Several actions picked at once: what the lists hold, and the order in which the picks are played."""

from __future__ import annotations

from engine.kernel.menu import PickLists
from engine.kernel.text import write_plain_text
from tests.rules.expanse.play import PlayedTable, make_table


def build_lists(table: PlayedTable, line: str) -> PickLists:
    menu = table.menu(line)
    assert menu is not None
    assert menu.build_pick_lists is not None
    return menu.build_pick_lists(menu)


def read_lists(lists: PickLists) -> list[dict[str, str]]:
    """Return the picks of each list as words, with their labels."""
    return [
        {" ".join(pick.words): write_plain_text(pick.label) for pick in pick_list.picks} for pick_list in lists.lists
    ]


def arrange(lists: PickLists, *picks: str) -> tuple[str, list[str]]:
    """Return the words of the picks in an order in which they are possible, and the picks for which there is none."""
    words, leftover = lists.arrange([tuple(pick.split()) for pick in picks])
    return " ".join(words), [" ".join(pick) for pick in leftover]


def test_actions_that_fit_are_one_list():
    t = make_table(4, track="drummer", fleets="jupiter un f", influence="")
    lists = build_lists(t, "un take 1 points")
    (picks,) = read_lists(lists)
    assert {"place europa", "place europa place europa", "move jupiter ceres"} <= picks.keys()
    assert picks["place ceres"] == "After a move: Ceres"
    assert picks["move jupiter ceres"] == "Move: Jupiter › Ceres"
    assert {"place", "move"} <= lists.covered_words
    assert "done" not in lists.covered_words, "its button names the points that are lost, so it stays a button"


def test_moves_that_do_not_fit_into_one_list_have_their_own():
    t = make_table(4, track="drummer", fleets="earth un ff; jupiter un ff", influence="")
    lists = build_lists(t, "un take 1 points")
    actions, *moves = read_lists(lists)
    assert not any(words.startswith("move") for words in actions)
    assert moves[0]["move jupiter f saturn"] == "Jupiter › Saturn: a fleet"
    assert "place ceres" not in actions, "it is possible only after a move, and picks of one list are played together"
    assert "move" in lists.covered_words, "every group of fleets is in the lists"


def test_a_single_action_has_lists_too():
    t = make_table(4, track="drummer", fleets="jupiter un f", influence="")
    lists = build_lists(t, "un take 1 points place europa place europa")
    assert [pick_list.max_picks for pick_list in lists.lists] == [1]
    assert {"place", "move"} <= lists.covered_words


def test_picks_are_put_into_an_order_in_which_all_are_possible():
    t = make_table(4, track="drummer", fleets="jupiter un f", influence="")
    lists = build_lists(t, "un take 1 points")
    assert arrange(lists, "place ceres", "move jupiter ceres") == ("move jupiter ceres place ceres", [])
    assert arrange(lists, "place europa", "place ceres", "move jupiter ceres") == (
        "place europa move jupiter ceres place ceres",
        [],
    )
    words, left = arrange(lists, "move jupiter ceres", "move jupiter eros")
    assert (words, left) == ("move jupiter ceres", ["move jupiter eros"])


def test_without_influence_beside_the_map_its_origin_is_picked_too():
    t = make_table(4, track="drummer", fleets="jupiter un f", influence="luna un 14")
    lists = build_lists(t, "un take 1 points")
    (picks,) = read_lists(lists)
    assert picks["from luna"]
    assert arrange(lists, "place europa", "from luna") == ("place europa luna", [])
    assert arrange(lists, "from luna") == ("", ["from luna"])
