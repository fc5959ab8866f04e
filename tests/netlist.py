"""The committed schematic as other programs read it: akcli in the package index, KiCad's own where it is installed."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

SCHEMATIC = Path(__file__).resolve().parents[1] / "hardware" / "companion.kicad_sch"
AKCLI = importlib.util.find_spec("akcli") is not None


def _kicad():
    """The path of a kicad-cli that checks schematics, from KiCad 8 on; else None."""
    found = shutil.which("kicad-cli")
    if found is None:
        return None
    told = subprocess.run([found, "version"], capture_output=True, text=True, timeout=60).stdout
    return found if told and int(told.split(".")[0]) >= 8 else None


KICAD = _kicad()


def akcli(*arguments):
    """(exit code, the JSON answered)."""
    run = subprocess.run(
        [sys.executable, "-m", "akcli", "--json", *arguments], capture_output=True, text=True, timeout=60
    )
    assert run.stdout, run.stderr
    return run.returncode, json.loads(run.stdout)


def violations(path):
    """Codes of the electrical and connection rules that a schematic breaks, warnings and errors."""
    code, answer = akcli("check", "--erc", "--nets", "--integrity", "--fail-on", "warning", str(path))
    found = [one["code"] for one in answer["findings"] if one["severity"] in ("warning", "error")]
    assert bool(found) == bool(code), answer
    return found


def nets(path):
    """{net: {(reference, pin)}} of the nets with a name; power symbols left out."""
    code, answer = akcli("nets", str(path))
    assert code == 0 and not answer["truncated"]
    found = {}
    for net in answer["nets"]:
        pins = {tuple(member.rsplit(".", 1)) for member in net["members"] if member[0] != "#"}
        if len(pins) > 1:
            found[net["name"]] = {(reference, int(pin)) for reference, pin in pins}
    return found


def parts(path):
    """{reference: value} of the parts; power symbols left out."""
    code, answer = akcli("component", str(path))
    assert code == 0 and not answer["truncated"]
    return {
        part["designator"]: part["value"] for part in answer["components"] if part["designator"][0] != "#"
    }
