"""install-pi.sh in a root of its own: what it refuses, keeps, brings back and leaves alone.

Real here are the shell, sed, the links and the store of matches; apt, pip, systemd and the users of
the system are written down and answered. That it installs is shown by `make pi-root`, in bare roots
of Debian 12 and 13.
"""

import argparse
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from turbo.commands.cli import main
from turbo.commands.serve import keys_for
from turbo.storage import schema
from turbo.storage.store import Store

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools/pi"

FAKES = {
    "id": 'case "$*" in -u) echo 0 ;; -un) echo root ;; esac',
    "dpkg": "echo arm64",
    "apt-cache": "exit 0",
    "dpkg-query": "exit 1",
    "apt-get": 'echo "apt-get $*" >> "$TOLD"',
    "hostname": "echo table",
    "getent": "exit 2",
    "chown": "exit 0",
    "udevadm": "exit 0",
    "systemctl": 'echo "systemctl $*" >> "$TOLD"',
    # The words behind '--' alone: there is one user here.
    "runuser": 'echo "$*" >> "$TOLD"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    "setpriv": 'echo "$@" >> "$TOLD"; while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"',
    "sudo": 'shift; echo "sudo $*" >> "$TOLD"',
}
"""Programs of the system, each with what it does here."""

VENV = """case "$*" in
*copy-store*) exec {python} "$@" ;;
*answers.py*) exec {python} "$@" ;;
*'-m venv'*) for last; do :; done
    mkdir -p "$last/bin" "$last/lib/python3"
    printf '#!/bin/sh\\necho "pip $*" >> "$TOLD"\\n' > "$last/bin/python"
    printf '#!/bin/sh\\necho "turbo $*" >> "$TOLD"\\nenv > "$TOLD.env"\\n' > "$last/bin/turbo"
    chmod 755 "$last/bin/python" "$last/bin/turbo" ;;
esac"""


OLD_PYTHON = 'case "$*" in *version_info*) exit 1 ;; --version) echo Python 3.9.2 ;; esac'


class System:
    """A root with the programs that the script calls."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin, self.told_file = folder / "root", folder / "bin", folder / "told"
        self.bin.mkdir()
        for part in ("etc", "usr/local/bin", "var/lib"):
            (self.root / part).mkdir(parents=True)
        (self.root / "etc/os-release").write_text("VERSION_CODENAME=bookworm\n")
        self.fake(**FAKES, python3=VENV.format(python=sys.executable))
        # Without the networks: they are large, and copied at each installation.
        self.source = folder / "source"
        shutil.copytree(ROOT / "tools", self.source / "tools")
        shutil.copytree(ROOT / "turbo/board/firmware", self.source / "turbo/board/firmware")
        for name in ("install-pi.sh", "requirements-pi.lock", "pyproject.toml"):
            shutil.copy(ROOT / name, self.source)

    def fake(self, **programs: str) -> None:
        for name, body in programs.items():
            path = self.bin / name.replace("_", "-")
            path.write_text(f"#!/bin/sh\n{body}\n")
            path.chmod(0o755)

    def run(self, *words: str, script: Path | None = None) -> "subprocess.CompletedProcess[str]":
        script = script or self.source / "install-pi.sh"
        env = {
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "HOME": str(self.root),
            "DESTDIR": str(self.root),
            "ANSWER_S": "0",
            # Nobody listens there.
            "PAGE_PORT": "1",
            "TOLD": str(self.told_file),
        }
        self.told_file.write_text("")
        return subprocess.run(
            ["sh", str(script), *words], env=env, capture_output=True, text=True, check=False
        )

    def installed(self, *words: str) -> Path:
        """The release that is current after an installation."""
        done = self.run(*words)
        assert done.returncode == 0, done.stderr
        return self.current

    @property
    def current(self) -> Path:
        return Path(os.readlink(self.root / "opt/turbo/current"))

    @property
    def told(self) -> str:
        return self.told_file.read_text()

    @property
    def settings(self) -> Path:
        return self.root / "etc/turbo.conf"

    @property
    def store(self) -> Path:
        return self.root / "var/lib/turbo/matches.db"

    def is_a_pi(self) -> None:
        path = self.root / "proc/device-tree/model"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")

    def has_systemd(self) -> None:
        (self.root / "run/systemd/system").mkdir(parents=True)


@pytest.fixture
def system(tmp_path: Path) -> Iterator[System]:
    yield System(tmp_path)


@pytest.mark.parametrize(
    "script",
    ["install-pi.sh", "tools/pi-root.sh", "tools/pi-memory.sh", "tools/pi/root.sh",
     "tools/pi/measure-memory.sh", "tools/pi/turbo-command.sh"],
)  # fmt: skip
def test_it_is_a_shell_script(script: str) -> None:
    assert subprocess.run(["sh", "-n", str(ROOT / script)], check=False).returncode == 0


def test_32_bit_is_refused_with_a_sentence(system: System) -> None:
    system.fake(dpkg="echo armhf")
    done = system.run()
    assert done.returncode == 1 and done.stdout == ""
    assert "32 bit (armhf)" in done.stderr and "64-bit Raspberry Pi OS" in done.stderr


@pytest.mark.parametrize(
    ("words", "who", "told"),
    [
        ((), "1000", "run it with sudo"),
        (("--mains", "110"), "0", "expected --mains 50 or 60"),
        (("remove",), "0", "expected install, back, mend, name or uninstall"),
    ],
    ids=["not root", "mains", "unknown word"],
)
def test_what_cannot_be_done_is_said(
    system: System, words: tuple[str, ...], who: str, told: str
) -> None:
    system.fake(id=f"echo {who}")
    done = system.run(*words)
    assert done.returncode == 1 and told in done.stderr


def test_help_tells_all_ways_and_options(system: System) -> None:
    told = system.run("--help").stdout
    assert all(word in told for word in ("back", "mend", "uninstall", "--mains", "--no-start"))


@pytest.mark.parametrize(
    ("programs", "told"),
    [
        ({"apt_get": 'case "$*" in *update*) exit 100 ;; esac'}, "cannot be reached: is there a"),
        ({"df": "echo; echo d 1 1 90 99% /"}, "the card is full: 90 MB are free"),
        (
            {"python3": OLD_PYTHON},
            "expected Python 3.11 or newer, got Python 3.9.2",
        ),
    ],
    ids=["no network", "full card", "old Python"],
)
def test_what_is_missing_is_said_in_a_sentence_before_anything_changes(
    system: System, programs: dict[str, str], told: str
) -> None:
    system.fake(**programs)
    done = system.run()
    assert done.returncode == 1 and told in done.stderr
    assert not (system.root / "opt/turbo/current").is_symlink() and "pip " not in system.told


def test_archives_that_are_out_of_reach_are_an_error_and_no_warning(system: System) -> None:
    """apt-get update ends with 0 otherwise, and what was not reached seems not to exist."""
    system.installed()
    assert "Error-Mode=any" in system.told


def next_second(system: System) -> None:
    """Releases are named by the second: the clock of the test goes on by itself."""
    number = len([*(system.root / "opt/turbo/releases").iterdir()])
    system.fake(date=f"echo 20300101T00000{number}Z")


def test_what_pip_cannot_fetch_is_a_sentence_and_the_old_release_runs_on(system: System) -> None:
    first = system.installed()
    failing = VENV.format(python=sys.executable).replace(
        'echo "pip $*" >> "$TOLD"', "echo ERROR: no route; exit 1"
    )
    system.fake(python3=failing)
    next_second(system)
    done = system.run()
    assert done.returncode == 1 and "Python's packages did not come" in done.stderr
    assert "no route" in done.stderr and len(done.stderr.splitlines()) == 1
    assert system.current == first and [*first.parent.iterdir()] == [first]


def test_an_update_with_all_packages_there_asks_no_archive(system: System) -> None:
    """A table without a network is updated from a stick, where the wheels are in the release."""
    system.is_a_pi()
    system.installed()
    assert "apt-get install" in system.told
    (system.source / "wheels").mkdir()
    system.fake(apt_get="exit 100", dpkg_query="echo install ok installed")
    next_second(system)
    system.installed()
    assert "--no-index --find-links" in system.told
    system.fake(dpkg_query='[ "$4" != python3-picamera2 ] && echo install ok installed')
    assert system.run().returncode == 1


@pytest.mark.parametrize("processor", ["aarch64", "x86_64"])
def test_a_release_with_the_program_built_needs_no_compiler(system: System, processor: str) -> None:
    built = system.source / "wheels/turbo_referee-9-cp311-abi3-linux_aarch64.whl"
    built.parent.mkdir()
    built.write_bytes(b"")
    system.fake(uname=f"echo {processor}")
    system.installed("--with-twin")
    fetched = next(line for line in system.told.splitlines() if "apt-get install" in line)
    is_for_it = processor == "aarch64"
    assert ("gcc" not in fetched) == ("python3-dev" not in fetched) == is_for_it
    given = str(built if is_for_it else system.source)
    assert f"--no-build-isolation {given}\n" in system.told and f"{given}[twin]\n" in system.told


def test_a_pi_without_picamera2_is_a_failure(system: System) -> None:
    system.fake(apt_cache='[ "$2" != python3-picamera2 ]')
    assert system.run().returncode == 0
    system.is_a_pi()
    next_second(system)
    done = system.run()
    assert done.returncode == 1 and "no python3-picamera2" in done.stderr
    # Whoever has a USB camera needs none.
    assert system.run("--camera", "0").returncode == 0


def test_an_update_changes_only_its_own_lines_of_the_settings(system: System) -> None:
    system.installed("--mains", "60")
    own = system.settings.read_text().replace(str(system.store), "/media/stick/matches.db")
    system.settings.write_text(f"# mine\n{own}TURBO_HALL=/media/hall")
    next_second(system)
    system.installed("--camera", "/dev/v4l/by-id/a&b|c")
    lines = system.settings.read_text().splitlines()
    assert "TURBO_STORE=/media/stick/matches.db" in lines and "TURBO_MAINS=60" in lines
    assert lines[0] == "# mine" and "TURBO_HALL=/media/hall" in lines
    assert "TURBO_CAMERA=/dev/v4l/by-id/a&b|c" in lines
    names = [line.partition("=")[0] for line in lines if "=" in line]
    assert len(names) == len(set(names))


def called(system: System, *words: str, **env: str) -> dict[str, str]:
    """With which environment the program is called by the command that people type."""
    command = system.root / "usr/local/bin/turbo"
    given = {"PATH": f"{system.bin}:{os.environ['PATH']}", "TOLD": str(system.told_file)}
    subprocess.run([str(command), *words], env=given | env, check=True)
    seen = Path(f"{system.told_file}.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in seen if "=" in line)


def make_python(system: System) -> None:
    """An environment's python is a link to the system's, whose name tells its version."""
    path = system.current / "venv/bin/python"
    path.unlink()
    (system.bin / "python3.99").write_text("#!/bin/sh\n")
    path.symlink_to(system.bin / "python3.99")
    (system.current / "venv/lib/python3.99").mkdir()


@pytest.mark.parametrize("who", ["root", "turbo"])
def test_every_command_finds_the_files_of_the_service(system: System, who: str) -> None:
    """'turbo board tune' kept its levels where the table never looked."""
    system.installed()
    make_python(system)
    system.settings.write_text(system.settings.read_text() + 'TURBO_OPTIONS="--a b $(false)"\n')
    system.fake(id=f'case "$*" in -un) echo {who} ;; *) echo {0 if who == "root" else 998} ;; esac')
    for words in (("board", "tune"), ("doctor",), ("enroll",), ("matches",)):
        seen = called(system, *words)
        assert seen["TURBO_STORE"] == str(system.store)
        assert seen["XDG_DATA_HOME"] == seen["HOME"] == str(system.store.parent)
        assert seen["TURBO_OPTIONS"] == "--a b $(false)"
    assert called(system, "matches", TURBO_STORE="/mine.db")["TURBO_STORE"] == "/mine.db"


def test_root_becomes_the_user_to_whom_the_files_belong(system: System) -> None:
    system.installed()
    make_python(system)
    called(system, "board", "tune")
    assert "--reuid=turbo" in system.told and "dac_override" not in system.told
    called(system, "backup", "copy.db")
    assert "--ambient-caps=+dac_override" in system.told


def test_another_user_asks_sudo_and_what_keeps_nothing_asks_nobody(system: System) -> None:
    system.installed()
    make_python(system)
    system.fake(id='case "$*" in -un) echo pi ;; *) echo 1000 ;; esac')
    command = str(system.root / "usr/local/bin/turbo")
    given = {"PATH": f"{system.bin}:{os.environ['PATH']}", "TOLD": str(system.told_file)}
    subprocess.run([command, "board", "tune"], env=given, check=True)
    assert f"sudo {command} board tune" in system.told
    system.told_file.write_text("")
    called(system, "mat", "mat.pdf")
    assert "turbo mat mat.pdf" in system.told and "sudo" not in system.told


def test_a_program_for_another_python_says_so(system: System) -> None:
    system.installed()
    make_python(system)
    (system.current / "venv/lib/python3.99").rename(system.current / "venv/lib/python3.98")
    command = str(system.root / "usr/local/bin/turbo")
    done = subprocess.run([command, "doctor"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "turbo-mend" in done.stderr


def test_back_over_a_migration_brings_the_copy_of_before(system: System) -> None:
    """The older program refuses the newer store, and would be started again for ever."""
    first = system.installed()
    with Store(system.store) as store:
        before = [head.id for head in store.matches()]
    next_second(system)
    second = system.installed()
    assert first != second and Path(os.readlink(second.parents[1] / "previous")) == first
    # The newer release migrates, and the older refuses what is newer than it knows.
    connection = sqlite3.connect(system.store)
    connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")
    connection.close()
    turbo = first / "venv/bin/turbo"
    turbo.write_text(f'#!/bin/sh\nexec {sys.executable} -m turbo.commands.cli "$@"\n')
    done = system.run("back")
    assert done.returncode == 0 and system.current == first
    aside = system.store.with_name(f"matches.db.of-{second.name}")
    assert aside.exists() and f"turbo restore {aside}" in done.stdout
    with Store(system.store) as store:
        assert [head.id for head in store.matches()] == before


def test_back_without_a_migration_keeps_the_matches_as_they_are(system: System) -> None:
    first = system.installed()
    Store(system.store).close()
    next_second(system)
    system.installed()
    told = system.store.stat()
    assert system.run("back").returncode == 0 and system.current == first
    assert system.store.stat() == told
    assert not [*system.store.parent.glob("*.of-*")]


def test_an_update_whose_table_does_not_come_up_is_taken_back(system: System) -> None:
    first = system.installed()
    system.has_systemd()
    next_second(system)
    done = system.run()
    assert done.returncode == 1 and "the update was taken back" in done.stderr
    assert system.current == first and system.told.count("systemctl restart turbo\n") == 2
    # 'Back' would have led to it, and each such try took 300 MB of the card.
    assert [*first.parent.iterdir()] == [first]
    assert not (first.parents[1] / "previous").is_symlink()


def test_the_way_back_leads_past_a_version_that_did_not_come_up(system: System) -> None:
    first = system.installed()
    next_second(system)
    second = system.installed()
    system.has_systemd()
    next_second(system)
    assert system.run().returncode == 1 and system.current == second
    assert Path(os.readlink(second.parents[1] / "previous")) == first
    assert {*first.parent.iterdir()} == {first, second}


def test_the_copy_is_made_by_what_the_services_user_may_read(system: System) -> None:
    """A home is closed to others: the update failed there, with the table stopped."""
    system.installed()
    Store(system.store).close()
    next_second(system)
    release = system.installed()
    (line,) = [one for one in system.told.splitlines() if "copy-store" in one]
    assert str(release / "source") in line and str(system.source) not in line


def test_an_update_that_fails_half_way_leaves_the_table_running(system: System) -> None:
    first = system.installed()
    Store(system.store).close()
    system.has_systemd()
    system.fake(runuser='case "$*" in *copy-store*) exit 1 ;; esac')
    next_second(system)
    done = system.run()
    assert done.returncode == 1 and "could not be copied" in done.stderr
    assert system.current == first and system.told.splitlines()[-1] == "systemctl start turbo"


def test_the_simulated_table_stays_over_updates(system: System) -> None:
    system.installed("--with-twin")
    next_second(system)
    system.installed()
    assert f"{system.source}[twin]" in system.told


def test_killed_between_any_two_steps_a_release_is_current(system: System) -> None:
    """The script is cut off after each of its commands that change links."""
    first = system.installed()
    whole = (ROOT / "install-pi.sh").read_text()
    for cut in ('mv -T "$PROGRAM/current.new" "$PROGRAM/current"', "make_release\n", "keep_copy\n"):
        script = system.source / "install-pi.sh"
        script.write_text(whole.replace(cut, f"{cut.strip()}; kill -9 $$\n", 1))
        next_second(system)
        assert system.run().returncode == -9
        assert (system.current / "venv/bin/turbo").exists()
    script.write_text(whole)
    next_second(system)
    last = system.installed()
    kept = {one.name for one in first.parent.iterdir()}
    assert last.name in kept and len(kept) == 2


def test_what_it_is_made_of_stays_with_a_release(system: System) -> None:
    release = system.installed()
    for part in ("install-pi.sh", "requirements-pi.lock", "turbo/board", "tools/pi"):
        assert (release / "source" / part).exists()


def test_an_upgraded_system_is_mended_from_what_is_kept(system: System) -> None:
    first = system.installed()
    assert system.run("mend", script=first / "source/install-pi.sh").returncode == 0
    assert system.current == first
    (first / "venv/bin/turbo").write_text("#!/bin/sh\nexit 1\n")
    next_second(system)
    done = system.run("mend", script=first / "source/install-pi.sh")
    assert done.returncode == 0 and system.current != first
    assert (system.current / "source/install-pi.sh").exists()


def test_a_new_card_gets_a_name_and_a_password_of_its_own(system: System) -> None:
    """An image is installed once, on the computer that builds it."""
    system.installed()
    stage = ROOT / "tools/image/stage-turbo/00-turbo/01-run-chroot.sh"
    (line,) = [one for one in stage.read_text().splitlines() if one.startswith("sed -i")]
    built = system.settings.read_text()
    subprocess.run(["sh", "-c", line.replace("/etc/turbo.conf", str(system.settings))], check=True)
    system.fake(hostname="echo speeltafel")
    assert system.run("name").returncode == 0
    settings, screen = system.settings.read_text(), system.root / "etc/issue.d/turbo.issue"
    assert "TURBO_HOTSPOT_NAME=turbo-speeltafel\n" in settings
    own = re.findall("TURBO_HOTSPOT_PASSWORD=(.+)", settings)
    assert len(own) == 1 and own != re.findall("TURBO_HOTSPOT_PASSWORD=(.+)", built)
    assert "http://speeltafel.local/" in screen.read_text() and own[0] in screen.read_text()
    system.fake(hostname="echo other")
    assert system.run("name").returncode == 0 and system.settings.read_text() == settings


def test_removed_is_all_but_matches_and_settings(system: System) -> None:
    system.installed()
    Store(system.store).close()
    assert system.run("uninstall").returncode == 0
    left = {str(one.relative_to(system.root)) for one in system.root.rglob("*") if one.is_file()}
    assert left == {"etc/os-release", "etc/turbo.conf", "var/lib/turbo/matches.db"}


def test_a_unit_that_had_failed_leaves_the_systems_list_too(system: System) -> None:
    system.installed()
    system.has_systemd()
    system.run("uninstall")
    assert system.told.index("disable") < system.told.index("systemctl reset-failed turbo*")


def test_the_service_calls_the_program_with_words_that_it_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    unit = (TOOLS / "turbo.service").read_text()
    line = re.search(r"^ExecStart=\S+/turbo (.*)$", unit, re.MULTILINE)
    assert line is not None
    command, *rest = line[1].split()
    with pytest.raises(SystemExit):
        main([command, "--help"])
    known = capsys.readouterr().out
    assert all(word in known for word in rest if word.startswith("--"))


def test_no_placeholder_is_left_in_what_is_written(system: System) -> None:
    system.installed()
    written = [*system.root.joinpath("etc").rglob("*"), *system.root.joinpath("usr").rglob("*")]
    texts = [one.read_text() for one in written if one.is_file()]
    assert len(texts) > 4 and not any(re.search("@[A-Z]+@", text) for text in texts)


def test_the_pin_of_a_service_is_kept_for_its_user_alone_and_not_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "pin"
    kept.write_text("an old one that everybody could read\n")
    kept.chmod(0o644)
    monkeypatch.setenv("TURBO_PIN_FILE", str(kept))
    own = {"new_pin": False, "viewing_pin": None, "open_pictures": False}
    site = {"name": [], "secure_cookie": False, "webhooks": (), "host": "0.0.0.0"}
    keys_for(tmp_path / "m.db", argparse.Namespace(**own, **site))
    pin, told = kept.read_text().strip(), capsys.readouterr().out
    assert re.fullmatch(r"\d{6}", pin) and kept.stat().st_mode & 0o077 == 0
    assert pin not in told and str(kept) in told
