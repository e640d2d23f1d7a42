"""What is blotted out of a picture that leaves the team."""

import pytest

from topology.core.diagram import Container, Diagram, Edge, Node
from topology.core.masking import mask_diagram, mask_text


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("https://olga:pw@host/x", "https://•••@host/x"),
        ("see http://tok3n@host and ftp://a:b@c", "see http://•••@host and ftp://•••@c"),
        ("?api_key=abc&x=1", "?api_key=•••&x=1"),
        ("GITHUB_TOKEN: ghp_123", "GITHUB_TOKEN: •••"),
        ("Authorization Bearer abcdefgh1234", "Authorization Bearer •••"),
        ("review-advisor@coord", "review-advisor@coord"),
        ("the token bucket", "the token bucket"),
        ("https://host/a@b", "https://host/a@b"),
    ],
)
def test_texts(text: str, masked: str) -> None:
    assert mask_text(text) == masked


def test_a_diagram_without_secrets_is_the_same_object() -> None:
    plain = Diagram("rig", "x", (Container("a", "A"),), (Node("a.b", "a", "b"),), (Edge("e", "a.b", "a.b", "x", "ok"),))
    assert mask_diagram(plain) is plain


def test_every_part_is_masked() -> None:
    bad = "https://u:p@h"
    diagram = Diagram("rig", bad, (Container("a", bad),), (Node("a.b", "a", "b", label=bad),))
    assert "u:p" not in repr(mask_diagram(diagram))


@pytest.mark.parametrize("piece", ["a-", "a_", "token-", "a-token", "://a", "bearer ", "token = "])
def test_a_long_text_is_masked_in_time(piece: str) -> None:
    """A pattern that looks back for the beginning of each name would take hours here."""
    assert "s3cret" not in mask_text(piece * 100_000 + " password=s3cret")


@pytest.mark.parametrize("key", ["MY_API_KEY", "x-auth", "db-main_password", "__token", "Sig"])
def test_a_key_that_ends_like_a_secret_s_is_masked(key: str) -> None:
    assert mask_text(f"see {key}: s3cret, more") == f"see {key}: •••, more"


@pytest.mark.parametrize("text", ["design: left", "monkey = 1", "tokens = 12", "passage: x"])
def test_a_word_that_only_holds_one_is_not(text: str) -> None:
    assert mask_text(text) == text
