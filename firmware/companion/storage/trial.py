"""Whether the storage works: a file of its own is written, read back and removed."""

from companion.storage.files import StorageError

_NAME = "trial"
_CONTENT = bytes(range(64))


def storage_works(files):
    """Whether a file can be written, read back and removed; leaves none behind."""
    works = False
    for step in storage_trial(files):
        works = step
    return bool(works)


def storage_trial(files):
    """Yields None after each act of that, at the end whether all of it went well."""
    try:
        files.write(_NAME, _CONTENT)
        yield None
        same = files.read(_NAME) == _CONTENT
        yield None
        files.remove(_NAME)
    except StorageError:
        same = False
    yield same
