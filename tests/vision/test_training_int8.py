"""Networks in whole numbers of 8 bits, as they are made from those in 32."""

from pathlib import Path
from shutil import copy

import numpy as np
import pytest

pytest.importorskip("ncnn")

from vision.reading.network import Floats, NcnnNetwork
from vision.reading.tensors import CROP_PX, MODELS
from vision.training.int8 import Ranged, layers_of, write


def some_crops(count: int) -> Floats:
    shape = (count, 3, CROP_PX, CROP_PX)
    return np.random.default_rng(4).normal(0.0, 0.5, shape).astype(np.float32)


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models that holds one network in 32 bits."""
    for kind in ("param", "bin"):
        copy(MODELS / f"strokes.{kind}", tmp_path)
    for module in ("vision.reading.network", "vision.training.int8"):
        monkeypatch.setattr(f"{module}.MODELS", tmp_path)
    return tmp_path


def test_a_network_is_taken_apart_whole() -> None:
    for name in ("detector", "tiles", "strokes", "faces"):
        data = b"".join(one.data for one in layers_of(name))
        assert data == (MODELS / f"{name}.bin").read_bytes()
        lines = (MODELS / f"{name}.param").read_text().splitlines()[2:]
        assert [str(one).split() for one in layers_of(name)] == [line.split() for line in lines]


def test_a_network_in_bytes_answers_nearly_as_the_one_it_was_made_from(models: Path) -> None:
    ranged, known = Ranged("strokes"), NcnnNetwork("strokes", exact=True)
    for crop in some_crops(4):
        assert np.allclose(ranged.answer(picture=crop), known.answer(picture=crop), atol=1e-4)
    write("strokes", ranged.largest)
    made, exact = ((models / f"strokes{kind}.bin").stat().st_size for kind in ("-int8", ""))
    assert made < exact
    found = NcnnNetwork("strokes", exact=False)
    for crop in some_crops(4):
        wanted, answer = known.answer(picture=crop), found.answer(picture=crop)
        assert 0 < np.abs(answer - wanted).mean() < 0.05 * wanted.std()
