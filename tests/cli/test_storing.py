"""`topology import` and `topology export`: files in and out of a team."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from people import BROKEN_RIG, GRAPH, RIG

from topology.core.document import MAX_BYTES
from topology.models import Revision, Topology

ODD = b"\xef\xbb\xbf" + GRAPH.replace("\n", "\r\n").rstrip().encode()


@pytest.fixture
def manage(capfdbinary: Any) -> Any:
    """`manage("import", ...)`: exit code, standard output and standard error."""

    def call(*arguments: Any) -> tuple[int, str, str]:
        code = 0
        try:
            call_command("topology", *map(str, arguments))
        except SystemExit as exit_:
            code = int(exit_.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_files_and_folders_come_in_byte_for_byte(manage: Any, write: Any, team: Any) -> None:
    write("specs/a.yaml", RIG)
    write("specs/deep/b.yml", ODD)
    code, out, _ = manage("import", "--team", "crew", "specs")
    assert (code, out) == (0, "specs/a.yaml: crew/crew-rig revision 1\nspecs/deep/b.yml: crew/small-graph revision 1\n")
    assert {bytes(r.data) for r in Revision.objects.all()} == {RIG.encode(), ODD}
    assert {(r.via, r.operation) for r in Revision.objects.all()} == {("cli", "import a.yaml"), ("cli", "import b.yml")}


def test_an_invalid_file_is_refused_with_its_places_and_the_others_come_in(manage: Any, write: Any, team: Any) -> None:
    code, out, err = manage("import", "--team", "crew", write("bad.yaml", BROKEN_RIG), write("good.yaml", RIG))
    assert (code, out) == (1, "good.yaml: crew/crew-rig revision 1\n")
    assert "bad.yaml: refused" in err and "error[R203]" in err
    assert manage("import", "--team", "crew", "--draft", "bad.yaml")[0] == 0
    assert Topology.objects.get(slug="broken-rig").valid is False


def test_bad_utf8_is_refused_with_the_offset(manage: Any, write: Any, team: Any) -> None:
    data = RIG.encode().replace(b"decides", b"d\xe9cides")
    code, _, err = manage("import", "--team", "crew", write("rig.yaml", data))
    assert (code, f"byte {data.index(0xE9)} " in err) == (1, True)
    assert not Topology.objects.exists()


@pytest.mark.parametrize("text", ["a: [", "a: 1\n---\nb: 2\n"])
def test_what_cannot_be_read_is_not_even_a_draft(manage: Any, write: Any, team: Any, text: str) -> None:
    assert manage("import", "--team", "crew", "--draft", write("a.yaml", text))[0] == 1
    assert not Topology.objects.exists()


def test_wrong_calls_end_in_2(manage: Any, write: Any, team: Any) -> None:
    large = write("large.yaml", RIG.encode() + b"#" * MAX_BYTES)
    for arguments in (("import", "--team", "none", write("rig.yaml", RIG)), ("export", "--team", "none"),
                      ("import", "--team", "crew", "no.yaml"), ("import", "--team", "crew", large)):  # fmt: skip
        code, _, err = manage(*arguments)
        assert (code, bool(err)) == (2, True)
    assert "the teams are `crew`" in manage("export", "--team", "none")[2]
    assert not Topology.objects.exists()


def test_export_writes_what_came_in(manage: Any, write: Any, team: Any, tmp_path: Path) -> None:
    manage("import", "--team", "crew", write("a.yaml", RIG), write("b.yaml", ODD))
    code, out, _ = manage("export", "--team", "crew", "--to", "out/there")
    assert (code, out) == (0, "out/there/crew-rig.yaml: revision 1\nout/there/small-graph.yaml: revision 1\n")
    assert (tmp_path / "out/there/crew-rig.yaml").read_bytes() == RIG.encode()
    assert (tmp_path / "out/there/small-graph.yaml").read_bytes() == ODD
    assert manage("export", "--team", "crew")[0] == 0
    assert (tmp_path / "crew-rig.yaml").read_bytes() == RIG.encode()


def test_export_prefers_what_is_published(manage: Any, write: Any, team: Any, rig: Any, actor: Any) -> None:
    from topology.services import publish, save_source

    write("x", "")
    publish(actor, rig)
    save_source(actor, rig, 1, RIG.replace("Development", "Developers").encode())
    manage("export", "--team", "crew", "--to", "one")
    manage("export", "--team", "crew", "--to", "two", "--revision", "head")
    assert "Developers" not in Path("one/crew-rig.yaml").read_text()
    assert "Developers" in Path("two/crew-rig.yaml").read_text()


def test_a_folder_that_cannot_be_made_ends_in_2(manage: Any, write: Any, rig: Any) -> None:
    write("file", "")
    assert manage("export", "--team", "crew", "--to", "file/below")[0] == 2


@pytest.mark.parametrize("place", ["victim", "nowhere", "there", "pipe"])
def test_export_writes_through_no_link(
    manage: Any, write: Any, rig: Any, graph: Any, tmp_path: Path, place: str
) -> None:
    """Neither through one that somebody planted nor into a pipe; then nothing at all is written."""
    write("victim", "mine\n")
    write("out/there/x", "")
    planted = tmp_path / "out" / "small-graph.yaml"
    if place == "pipe":
        os.mkfifo(planted)
    else:
        planted.symlink_to(tmp_path / place if place != "there" else "there")
    code, out, err = manage("export", "--team", "crew", "--to", "out")
    assert (code, out) == (2, "")
    assert "`out/small-graph.yaml` is " in err and "help: remove" in err
    assert (tmp_path / "victim").read_text() == "mine\n"
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["small-graph.yaml", "there"]
    planted.unlink()
    assert manage("export", "--team", "crew", "--to", "out")[0] == 0


def test_a_link_that_comes_while_writing_is_replaced(write: Any, tmp_path: Path, monkeypatch: Any) -> None:
    from topology.cli import streams

    write("victim", "mine\n")
    monkeypatch.setattr(streams, "refuse_odd", lambda path: (tmp_path / path).symlink_to("victim"))
    streams.write_apart("new.yaml", b"new\n")
    assert not (tmp_path / "new.yaml").is_symlink() and (tmp_path / "new.yaml").read_text() == "new\n"
    assert (tmp_path / "victim").read_text() == "mine\n"


def test_the_folder_to_export_to_may_be_a_link(manage: Any, write: Any, rig: Any, tmp_path: Path) -> None:
    write("real/x", "")
    (tmp_path / "out").symlink_to("real")
    assert manage("export", "--team", "crew", "--to", "out")[0] == 0
    assert (tmp_path / "real" / "crew-rig.yaml").read_text() == RIG
