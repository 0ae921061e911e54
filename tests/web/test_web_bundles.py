"""The modules of a page in one file: each once, in order, and nothing of ours left out."""

import re
from pathlib import Path, PurePosixPath

import pytest

from tools.trials.web_support import Site
from turbo.errors import TurboError
from web import assets, bundles
from web.pages.views import SCRIPTS

ALL = sorted(
    str(path.relative_to(assets.ROOT))
    for path in assets.ROOT.rglob("*.js")
    if "vendor" not in path.parts
)


@pytest.mark.parametrize("entry", sorted(set(SCRIPTS.values())))
def test_a_page_is_one_file_in_which_each_module_comes_before_who_needs_it(entry: str) -> None:
    names = bundles.contents(entry)
    assert len(names) == len(set(names)) and names[-1] == entry
    for at, name in enumerate(names):
        for other, _ in bundles.module(name).taken:
            assert other in names[:at]
    text = bundles.bundle(entry).decode()
    assert len(re.findall(r"^export const \$", text, re.M)) == len(names)
    assert not re.search(r"^import\b", text, re.M)


@pytest.mark.parametrize("name", ALL)
def test_every_script_gives_what_it_gave(name: str) -> None:
    """Each name that another script takes is one that the module gives."""
    for other, words in bundles.module(name).taken:
        given = {outside for outside, _ in bundles.module(other).given}
        wanted = {word.split(" as ")[0].strip() for word in words.split(",") if word.strip()}
        assert wanted <= given, f"{name} takes {wanted - given} of {other}"


@pytest.mark.parametrize("name", ALL)
def test_what_is_fetched_later_is_there(name: str) -> None:
    text = (assets.ROOT / name).read_text(encoding="utf-8")
    for relative in re.findall(r'import\("(\.[^"]+)"\)', text):
        assert (assets.ROOT / assets.joined(PurePosixPath(name).parent, relative)).is_file()


def test_a_later_module_takes_from_the_page_what_the_page_has(tmp_path: Path) -> None:
    text = bundles.part("match/live.js", "match/sheet.js").decode()
    assert f'from "{assets.address("bundle/match/live.js")}"' in text
    assert "vendor/preact" not in text
    viewer = Site(tmp_path).client()
    answer = viewer.get(bundles.address("match/live.js", "match/sheet.js"))
    assert answer.status_code == 200 and answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    "name", ["bundle/no/such.js", "for/match/live/../secret.js", "for/x", "bundle/../app.py"]
)
def test_what_is_not_ours_is_not_served(tmp_path: Path, name: str) -> None:
    assert Site(tmp_path).client().get(assets.address(name)).status_code == 404


def test_a_script_that_cannot_be_joined_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    (tmp_path / "odd.js").write_text('import * as all from "./other.js";\n')
    with pytest.raises(TurboError, match="expected imports by name"):
        bundles.module("odd.js")
