"""Pictures from paths: what can be read is read, and what cannot says why in one line."""

import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pictures import loading
from vision.pictures.headers import BadPicture, check_whole
from vision.pictures.loading import Failure, Image, Picture, pictures

CODECS = {
    "JPEG": (".jpg", []),
    "progressive JPEG": (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "JPEG with restarts": (".jpg", [cv2.IMWRITE_JPEG_RST_INTERVAL, 1]),
    "PNG": (".png", []),
    "WebP": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 80]),
    "lossless WebP": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
    "BMP": (".bmp", []),
    "PPM": (".ppm", []),
}


def scene(width: int = 160, height: int = 96) -> Image:
    """Smooth shades with a bright square in the upper left and noise: nothing packs to nothing."""
    random = np.random.default_rng(1)
    image = random.integers(60, 120, (height, width, 3), dtype=np.uint8)
    image[8:32, 8:32] = 240
    return image


def encode(image: Image, suffix: str, options: list[int]) -> bytes:
    return bytes(cv2.imencode(suffix, image, options)[1])


def only(path: Path | str, every: int = 1) -> Picture | Failure:
    (found,) = pictures([str(path)], every)
    return found


def failure(path: Path | str) -> str:
    found = only(path)
    assert isinstance(found, Failure)
    assert str(found).startswith(str(path))
    assert "\n" not in str(found)
    return found.cause


@pytest.mark.parametrize(("suffix", "options"), CODECS.values(), ids=CODECS.keys())
def test_every_format_is_read_as_opencv_reads_it(
    tmp_path: Path, suffix: str, options: list[int]
) -> None:
    path = tmp_path / f"table{suffix}"
    path.write_bytes(encode(scene(), suffix, options))
    found = only(path)
    assert isinstance(found, Picture)
    assert found.name == str(path)
    expected = cv2.imread(str(path))
    assert expected is not None
    assert np.array_equal(found.image, expected)


@pytest.mark.parametrize(("suffix", "options"), CODECS.values(), ids=CODECS.keys())
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_half_a_file_is_told_and_never_read(
    tmp_path: Path, suffix: str, options: list[int], part: float
) -> None:
    data = encode(scene(), suffix, options)
    path = tmp_path / f"table{suffix}"
    path.write_bytes(data[: int(len(data) * part)])
    assert "truncated" in failure(path)


@pytest.mark.parametrize(("suffix", "options"), CODECS.values(), ids=CODECS.keys())
def test_the_size_is_known_without_decoding(suffix: str, options: list[int]) -> None:
    assert check_whole(encode(scene(161, 97), suffix, options)) == (161, 97)


def test_what_follows_the_end_of_a_jpeg_is_no_part_of_it(tmp_path: Path) -> None:
    """Telephones append a second picture or a film to the first."""
    path = tmp_path / "telephone.jpg"
    path.write_bytes(encode(scene(), ".jpg", []) + b"film\xff\xd8\xff\xe0half a picture")
    assert isinstance(only(path), Picture)


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_jpeg(tmp_path: Path) -> None:
    data = encode(scene(), ".jpg", [])
    thumbnail = b"Exif\0\0" + encode(scene(32, 32), ".jpg", [])
    segment = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    path = tmp_path / "half.jpg"
    path.write_bytes(data[:2] + segment + data[2 : len(data) // 2])
    assert "truncated" in failure(path)


def exif_orientation(value: int) -> bytes:
    tiff = b"MM\0*\0\0\0\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, value, 0, 0)
    return b"\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff


def test_the_picture_is_turned_as_its_exif_says(tmp_path: Path) -> None:
    data = encode(scene(), ".jpg", [])
    path = tmp_path / "turned.jpg"
    path.write_bytes(data[:2] + exif_orientation(6) + data[2:])
    found = only(path)
    assert isinstance(found, Picture)
    assert found.image.shape == (160, 96, 3)
    assert found.image[16, -16].min() > 200, "the bright square is in the upper right now"


def png_of(width: int, height: int) -> bytes:
    """A whole PNG of a few bytes that claims any size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def test_a_huge_claim_is_refused_before_decoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(png_of(60000, 60000))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    assert failure(path) == "huge: 60000 x 60000 pixels, at most 64 million are read"


def test_a_huge_file_is_refused_before_reading(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(300_000_000)
    assert failure(path) == "huge: 300 MB, at most 256 are read"


def write_black(path: Path) -> None:
    random = np.random.default_rng(2)
    noise = np.clip(random.normal(0, 4, (96, 160, 3)), 0, 255).astype(np.uint8)
    noise[5, 5] = 255
    cv2.imwrite(str(path), noise)


def write_damaged(path: Path) -> None:
    data = bytearray(encode(scene(), ".png", []))
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def write_gap(path: Path) -> None:
    """The second half of the scan is gone, but the file ends as it should."""
    data = encode(scene(), ".jpg", [])
    path.write_bytes(data[: len(data) // 2] + data[-2:])


BAD: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "empty": ("a.jpg", lambda path: path.write_bytes(b""), "the file is empty"),
    "text": ("a.jpg", lambda path: path.write_text("b3 b4 b5"), "expected a JPEG, PNG, WebP"),
    "missing": ("a.jpg", lambda path: None, "no such file or directory"),
    "black": ("a.png", write_black, "black: there is nothing to see"),
    "damaged": ("a.png", write_damaged, "damaged: wrong checksum"),
    "data missing inside": ("a.jpg", write_gap, "damaged: part of its data is missing"),
    "only a start": ("a.jpg", lambda path: path.write_bytes(b"\xff\xd8\xff"), "truncated"),
    "no size": ("a.png", lambda path: path.write_bytes(png_of(0, 9)), "gives no size"),
    "lies about its data": ("a.png", lambda path: path.write_bytes(png_of(64, 64)), "damaged"),
    "tiny": ("a.png", lambda path: cv2.imwrite(str(path), scene()[:8]), "too small: 160 x 8"),
    "a pipe": ("a.jpg", lambda path: os.mkfifo(path), "expected a file or a folder"),
    "folder without pictures": ("a", lambda path: path.mkdir(), "no pictures in this folder"),
    "empty video": ("a.mp4", lambda path: path.write_bytes(b""), "the file is empty"),
    "video of rubbish": ("a.mp4", lambda path: path.write_bytes(b"x" * 999), "expected a video"),
    "missing video": ("a.avi", lambda path: None, "no such file or directory"),
    "a pipe for a video": ("a.mp4", lambda path: os.mkfifo(path), "expected a file or a folder"),
}


@pytest.mark.parametrize(("name", "make", "cause"), BAD.values(), ids=BAD.keys())
def test_a_bad_picture_says_why_in_one_line(
    tmp_path: Path, name: str, make: Callable[[Path], object], cause: str
) -> None:
    make(tmp_path / name)
    assert cause in failure(tmp_path / name)


def test_a_dim_picture_is_not_black(tmp_path: Path) -> None:
    path = tmp_path / "dim.png"
    cv2.imwrite(str(path), (scene() // 8).astype(np.uint8))
    assert isinstance(only(path), Picture)


def test_a_name_with_a_line_break_still_makes_one_line() -> None:
    assert str(Failure("a\nb\x1b.jpg", "black")) == "a\\nb\\x1b.jpg: black"


def test_a_folder_gives_its_pictures_in_order_and_nothing_else(tmp_path: Path) -> None:
    for name in ("b.PNG", "a.jpg", ".hidden.jpg", "notes.txt", "c.jpeg"):
        (tmp_path / name).write_bytes(encode(scene(), ".png", []))
    (tmp_path / "a.jpg").write_bytes(b"")
    found = list(pictures([str(tmp_path)]))
    names = [os.path.relpath(one.name, tmp_path) for one in found]
    assert names == ["a.jpg", "b.PNG", "c.jpeg"]
    assert [type(one) for one in found] == [Failure, Picture, Picture]


def write_video(path: Path, frames: int, codec: str = "MJPG") -> None:
    fourcc = cv2.VideoWriter.fourcc(*codec)
    writer = cv2.VideoWriter(str(path), fourcc, 25.0, (160, 96))
    for frame in range(frames):
        writer.write(np.full((96, 160, 3), 60 + 10 * (frame % 16), np.uint8))
    writer.release()


VIDEOS = {"AVI": ("clip.avi", "MJPG"), "MP4": ("clip.mp4", "mp4v")}


@pytest.mark.parametrize(("name", "codec"), VIDEOS.values(), ids=VIDEOS.keys())
def test_a_video_gives_its_frames_by_number(tmp_path: Path, name: str, codec: str) -> None:
    path = tmp_path / name
    write_video(path, 10, codec)
    found = [one for one in pictures([str(path)], every=4) if isinstance(one, Picture)]
    assert [one.name for one in found] == [f"{path}#{frame}" for frame in (0, 4, 8)]
    levels = [float(one.image.mean()) for one in found]
    assert levels == pytest.approx([60, 100, 140], abs=6)


def test_a_truncated_video_gives_its_frames_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    write_video(path, 60)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    found = list(pictures([str(path)]))
    assert isinstance(found[0], Picture)
    assert isinstance(found[-1], Failure)
    assert "truncated" in found[-1].cause


def test_a_black_frame_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (160, 96))
    for level in (0, 90):
        writer.write(np.full((96, 160, 3), level, np.uint8))
    writer.release()
    black, grey = pictures([str(path)])
    assert isinstance(black, Failure)
    assert black.name == f"{path}#0"
    assert isinstance(grey, Picture)


def test_a_huge_video_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "TUNING", loading.PictureTuning(most_megapixels=0.01))
    path = tmp_path / "clip.avi"
    write_video(path, 2)
    (found,) = pictures([str(path)], 1)
    assert isinstance(found, Failure)
    assert found.cause.startswith("huge: 160 x 96")


def test_decoders_write_no_lines_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "bad.mp4").write_bytes(b"x" * 999)
    (tmp_path / "bad.png").write_bytes(png_of(64, 64))
    write_gap(tmp_path / "bad.jpg")
    code = (
        "import sys; from vision.pictures.loading import pictures; print(*pictures(sys.argv[1:]))"
    )
    names = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run([sys.executable, "-c", code, *names], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


def test_pictures_are_read_without_a_standard_error(tmp_path: Path) -> None:
    """A service may run with it closed."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), scene())
    code = (
        "import os, sys; from vision.pictures.loading import pictures, Picture; os.close(2);"
        "sys.exit(not all(isinstance(one, Picture) for one in pictures(sys.argv[1:])))"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)]).returncode == 0


@given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"BM"]))
def test_rubbish_is_a_bad_picture_and_nothing_worse(rubbish: bytes, start: bytes) -> None:
    try:
        width, height = check_whole(start + rubbish)
    except BadPicture:
        return
    assert width > 0 < height
