"""Updates by signed release files, asked for by the page; and the owner's file on a new card."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from turbo.app.updating import Updates
from turbo.errors import TurboError

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools/pi"

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")


class Installed:
    """A table with `turbo-update`, a key that it trusts, and an installer that says what it did."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "bin"
        self.bin.mkdir()
        self.state, self.results = folder / "state", folder / "results"
        (self.state / "update").mkdir(parents=True)
        self.key, self.told = folder / "trusted.pub", folder / "told"
        self.told.touch()
        self._program("id", "echo 0")
        # The sticks of the machine that tests are none of their business.
        self._program("mount", "exit 1")
        self._program("curl", 'while [ "$1" != -o ]; do shift; done; cp "${3#http://x}" "$2"')
        text = (TOOLS / "turbo-update.sh").read_text()
        for name, path in {
            "@STATE@": self.state,
            "@RESULTS@": self.results,
            "@KEY@": self.key,
            "@PROGRAM@": folder / "program",
        }.items():
            text = text.replace(name, str(path))
        self.script = folder / "turbo-update"
        self.script.write_text(text)

    def _program(self, name: str, body: str) -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.bin / name).chmod(0o755)

    def run(self, *words: str) -> int:
        env = {"PATH": f"{self.bin}:{os.environ['PATH']}"}
        done = subprocess.run(["sh", str(self.script), *words], env=env, check=False)
        return done.returncode

    def release(self, key: str = "maker", *, works: bool = True) -> Path:
        """A release file with an installer, signed by a key of that name."""
        folder = self.folder / "made/turbo"
        folder.mkdir(parents=True, exist_ok=True)
        last = "exit 0" if works else "echo the update was taken back; exit 1"
        (folder / "install-pi.sh").write_text(f"echo $1 >> {self.told}\n{last}\n")
        file, secret = self.folder / "turbo-1.tar.gz", self.folder / f"{key}.pem"
        subprocess.run(["tar", "-czf", file, "-C", folder.parent, "turbo"], check=True)
        if not secret.exists():
            openssl("genpkey", "-algorithm", "ed25519", "-out", secret)
            openssl("pkey", "-in", secret, "-pubout", "-out", f"{secret}.pub")
        openssl("pkeyutl", "-sign", "-rawin", "-inkey", secret, "-in", file, "-out", f"{file}.sig")
        return file

    def trust(self, key: str = "maker") -> None:
        assert self.run("key", str(self.folder / f"{key}.pem.pub")) == 0

    @property
    def page(self) -> Updates:
        return Updates(self.state / "update", self.results / "result")


def openssl(*words: object) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Installed]:
    yield Installed(tmp_path)


def test_a_signed_release_is_installed_when_the_page_asks(table: Installed) -> None:
    file = table.release()
    table.trust()
    assert table.page.state().state == "none"
    table.page.ask(f"http://x{file}")
    assert table.page.state().state == "running"
    assert table.run("wanted") == 0
    assert table.told.read_text() == "install\n"
    assert table.page.state().state == "finished"


def test_the_last_update_is_not_taken_for_this_one(table: Installed) -> None:
    """When the wish is taken, the word of the last one is gone already."""
    table.results.mkdir()
    (table.results / "result").write_text("failed\nthe last one\n")
    table.page.ask("stick")
    seen = table.folder / "seen"
    table._program("rm", f'[ -e {seen} ] || cat {table.results}/result > {seen}; exec /bin/rm "$@"')
    table.run("wanted")
    assert seen.read_text().startswith("running\n")


def test_a_table_trusts_who_made_the_release_that_it_was_installed_from(table: Installed) -> None:
    """The key is made with the first release, its public half goes with each."""
    made = table.folder / "repository"
    shutil.copytree(TOOLS, made / "tools/pi")
    shutil.copy(ROOT / "tools/release-file.sh", made / "tools")
    (made / "install-pi.sh").write_text(f"echo $1 >> {table.told}\n")
    (made / "pyproject.toml").write_text('version = "9.1"\n')
    git = ["git", "-C", str(made), "-c", "user.name=maker", "-c", "user.email=m@example.org"]
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "made")):
        subprocess.run([*git, *words], check=True)
    secret = table.folder / "maker.pem"
    for _ in range(2):
        subprocess.run(["sh", made / "tools/release-file.sh", secret], check=True)
    (file,) = (made / "dist").glob("turbo-9.1+*.tar.gz")
    unpacked = table.folder / "unpacked"
    unpacked.mkdir()
    subprocess.run(["tar", "-xzf", file, "-C", unpacked], check=True)
    shutil.copy(unpacked / "turbo/tools/pi/release.pub", table.key)
    assert secret.stat().st_mode & 0o077 == 0 and table.run(str(file)) == 0
    assert table.told.read_text() == "install\n"


@pytest.mark.parametrize("how", ["another key", "changed", "no key", "no signature"])
def test_what_is_not_signed_is_not_run(table: Installed, how: str) -> None:
    file = table.release("another" if how == "another key" else "maker")
    if how == "another key":
        table.release("maker")
        file = table.release("another")
    if how != "no key":
        table.trust("maker")
    if how == "changed":
        file.write_bytes(file.read_bytes() + b"\0")
    if how == "no signature":
        file.with_name(f"{file.name}.sig").unlink()
    assert table.run(str(file)) == 1
    assert table.told.read_text() == "" and table.page.state().state == "failed"


def test_a_version_that_was_taken_back_is_told(table: Installed) -> None:
    file = table.release(works=False)
    table.trust()
    assert table.run(str(file)) == 1
    assert table.page.state().text == "the update was taken back"


def test_back_is_asked_for_in_the_same_way(table: Installed) -> None:
    source = table.folder / "program/current/source"
    source.mkdir(parents=True)
    (source / "install-pi.sh").write_text(f"echo $1 >> {table.told}\n")
    table.page.ask("back")
    assert table.run("wanted") == 0 and table.told.read_text() == "back\n"


@pytest.mark.parametrize("wish", ["/etc/passwd", "", "file:///etc/shadow", "https://x\nback"])
def test_a_page_names_no_file_of_the_machine(table: Installed, wish: str) -> None:
    with pytest.raises(TurboError, match="expected stick"):
        table.page.ask(wish)
    # Nor does who writes the line without the page.
    (table.state / "update/wanted").write_text(wish.replace("\nback", ""))
    table.run("wanted")
    assert not (table.state / "update/wanted").exists() and table.told.read_text() == ""


def test_root_writes_through_no_link_of_the_page(table: Installed) -> None:
    """The page's user owns its folder, and could make links there."""
    victim = table.folder / "victim"
    victim.write_text("mine")
    for name in ("result", "result.new", "log"):
        (table.state / "update" / name).symlink_to(victim)
    table.page.ask("back")
    table.run("wanted")
    assert victim.read_text() == "mine"


def test_a_program_in_a_terminal_has_no_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TURBO_UPDATE", raising=False)
    assert not Updates().state().is_possible
    with pytest.raises(TurboError, match="updated by hand"):
        Updates().ask("stick")


class Card:
    """A new card in a folder, with the programs that its first start calls."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "turbo.txt"
        self.settings = folder / "turbo.conf"
        self.settings.write_text("TURBO_MAINS=50\n")
        for name in ("nmcli", "hostnamectl", "raspi-config"):
            self.program(name, "")
        installer = folder / "program/current/source/install-pi.sh"
        installer.parent.mkdir(parents=True)
        installer.write_text(f'printf "%s " install-pi.sh "$@" >> {folder}/told\n')
        script = (TOOLS / "turbo-first-boot.sh").read_text()
        for word, there in (("@SETTINGS@", self.settings), ("@PROGRAM@", folder / "program")):
            script = script.replace(word, str(there))
        (folder / "first-boot").write_text(script.replace("/etc/hosts", f"{folder}/hosts"))

    def program(self, name: str, more: str) -> None:
        path = self.folder / name
        path.write_text(f'#!/bin/sh\nprintf "%s " "{name}" "$@" >> {self.folder}/told\n{more}\n')
        path.chmod(0o755)

    def type(self, text: str) -> None:
        """As a Windows computer writes it."""
        self.file.write_bytes(text.replace("|", "\r\n").encode())

    def start(self) -> int:
        env = {"PATH": f"{self.folder}:{os.environ['PATH']}"}
        script = ["sh", f"{self.folder}/first-boot", str(self.file)]
        return subprocess.run(script, env=env, check=False).returncode

    @property
    def told(self) -> str:
        return (self.folder / "told").read_text()


def test_the_owners_file_of_a_new_card_is_read_once(tmp_path: Path) -> None:
    card = Card(tmp_path)
    card.type(
        "# mine|name=speel tafel; reboot|wifi= Thuis & co |password=p$(x) 9|mains=60|country=nl|"
    )
    assert [card.start() for _ in range(2)] == [0, 0]
    assert "hostnamectl set-hostname speeltafelreboot" in card.told
    assert "ssid Thuis & co autoconnect" in card.told and "wifi-sec.psk p$(x) 9" in card.told
    assert "do_wifi_country nl" in card.told and card.settings.read_text() == "TURBO_MAINS=60\n"
    assert "speeltafelreboot install-pi.sh name " in card.told
    assert card.told.count("hostnamectl") == 1 and not card.file.exists()
    assert "p$(x)" not in (tmp_path / "turbo.txt.done").read_text()


def test_a_wifi_that_is_refused_is_told_on_the_card_and_read_again(tmp_path: Path) -> None:
    card = Card(tmp_path)
    card.type("wifi=Thuis|password=kort|mains=60|")
    card.program("nmcli", 'case "$*" in *kort*) echo "Error: not a valid PSK" >&2; exit 2 ;; esac')
    assert [card.start() for _ in range(2)] == [1, 1]
    lines = card.file.read_text().splitlines()
    assert lines[0] == "wifi=Thuis" and card.settings.read_text() == "TURBO_MAINS=60\n"
    assert lines[3:] == ["# The Wi-Fi was not taken: Error: not a valid PSK"]
    card.type("wifi=Thuis|password=lang genoeg|")
    assert card.start() == 0 and not card.file.exists()


def test_the_stage_of_the_image_enables_what_the_installer_does() -> None:
    stage = (ROOT / "tools/image/stage-turbo/00-turbo/01-run-chroot.sh").read_text()
    installer = (ROOT / "install-pi.sh").read_text()
    helpers = installer.partition('HELPERS="')[2].partition('"')[0].replace("\\\n", " ").split()
    assert len(helpers) > 4 and all(unit in stage for unit in helpers)
