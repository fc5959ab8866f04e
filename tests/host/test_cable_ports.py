"""Ports as the system has them: which is the box, and a sentence for everything that is wrong with one."""

import errno
import os
import socket
import threading
import time

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from cables import Live
from robokraft.errors import LOST, NO_ANSWER, NO_BOX, NO_PORT, UserError
from robokraft.transport import Lost, PortError, find, opened, serial_port, tcp
from robokraft.virtual.serial import Listener, Pty

posix = pytest.mark.skipif(os.name == "nt", reason="pseudo terminals and groups are POSIX")


def info(path, vid=None, pid=None, number=None):
    made = ListPortInfo(path)
    made.vid, made.pid, made.serial_number = vid, pid, number
    return made


STRANGERS = [
    info("/dev/cu.Bluetooth-Incoming-Port"),
    info("COM1"),
    info("/dev/ttyUSB0", 0x1A86, 0x7523, "5"),
    info("/dev/ttyACM8", 0x2E8A, 0x000C, "E66"),  # a debug probe
]


@pytest.fixture
def ports(monkeypatch):
    """Sets the list of ports that the system has."""

    def there(*some):
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [*STRANGERS, *some])

    there()
    return there


def box(path, number="E661"):
    return info(path, 0x2E8A, 0x0005, number)


@pytest.fixture
def two():
    """Two boxes at pseudo terminals."""
    with Live(Pty()) as one, Live(Pty()) as other:
        yield one.address, other.address


# Which port


def test_only_a_board_that_runs_micropython_may_be_a_box(ports):
    assert find.candidates() == []
    ports(box("/dev/ttyACM1", "B"), box("/dev/ttyACM0", "A"))
    assert find.candidates() == [("/dev/ttyACM0", "A"), ("/dev/ttyACM1", "B")]


def test_on_macos_the_port_that_does_not_wait_is_taken(ports, monkeypatch):
    """FIELD 10."""
    ports(box("/dev/tty.usbmodem11"), box("/dev/cu.usbmodem11"))
    monkeypatch.setattr("sys.platform", "darwin")
    assert [port.path for port in find.candidates()] == ["/dev/cu.usbmodem11"]


def test_no_box_is_said(ports):
    """FIELD 10."""
    with pytest.raises(UserError, match="no box was found") as error:
        find.connect()
    assert error.value.exit_code == NO_BOX


@posix
def test_the_one_box_is_found(ports, two):
    ports(box(two[0]))
    with find.connect() as client:
        assert (client.name, client.serial_number, client.device) == (two[0], "E661", "VIRTUAL")


@posix
def test_several_boxes_are_listed_or_asked_for(ports, two):
    """FIELD 10."""
    ports(box(two[0], "A1"), box(two[1], "B2"))
    with pytest.raises(UserError, match="--device") as error:
        find.connect()
    assert error.value.exit_code == NO_BOX and all(path in error.value.message for path in two)
    asked = []

    def choose(clients):
        asked.append([client.name for client in clients])
        return 1

    with find.connect(choose=choose) as client:
        assert [client.name] == asked[0][1:]
    with find.connect(device="b2") as client:
        assert client.name == two[1]
    with find.connect(device="A1", choose=choose) as client:
        assert client.name == two[0]
    assert len(asked) == 1
    with pytest.raises(UserError, match="no box C3 was found") as error:
        find.connect(device="C3")
    assert error.value.exit_code == NO_BOX


@posix
def test_a_board_that_is_no_box_is_passed_over(ports, two, monkeypatch):
    """FIELD 10."""
    master, slave = os.openpty()
    monkeypatch.setattr(serial_port, "EMULATED_S", 3.0)
    ports(box(os.ttyname(slave), "X"), box(two[1], "B2"))
    with find.connect() as client:
        assert client.name == two[1]
    ports(box(os.ttyname(slave), "X"))
    with pytest.raises(UserError) as error:
        find.connect()
    assert error.value.exit_code == NO_ANSWER
    os.close(master)
    os.close(slave)


@posix
def test_the_device_at_a_named_port_is_checked(two):
    with find.connect(two[0], "virtual") as client:
        assert client.device == "VIRTUAL"
    with pytest.raises(UserError, match="is VIRTUAL, not E1"):
        find.connect(two[0], "E1")


@posix
def test_after_a_reset_the_box_is_found_under_another_name(ports, two):
    """FIELD 26."""
    ports(box(two[0], "A1"))
    client = find.connect()
    ports(box(two[1], "A1"), box("/dev/nothing", "B2"))
    client._transport._port.close()  # what an unplugged port does to its reader
    assert client.ask("status")["status"]["device"] == "VIRTUAL"
    assert client.name == two[1]
    client.close()


def test_a_box_that_stays_away_is_given_up(ports):
    assert find.reopened("A1", 0.3) is None


# What may be wrong


@posix
def test_a_port_that_is_in_use_is_said_after_a_moment(two, monkeypatch):
    """FIELD 15."""
    monkeypatch.setattr(serial_port, "_BUSY_S", 0.3)
    with find.connect(two[0]):
        with pytest.raises(PortError) as error:
            opened(two[0])
    assert error.value.kind == "busy" and "in use by another program" in error.value.message
    assert error.value.exit_code == NO_PORT


@posix
def test_a_port_that_is_free_again_soon_is_waited_for(two):
    client = find.connect(two[0])
    threading.Timer(0.5, client.close).start()
    opened(two[0]).close()


@posix
def test_a_port_that_is_not_there_is_said():
    with pytest.raises(PortError, match="there is no port /dev/ttyACM99") as error:
        opened("/dev/ttyACM99")
    assert error.value.kind == "missing"


@posix
def test_what_is_no_port_is_said(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for path in (file, tmp_path):
        with pytest.raises(PortError, match="no serial port"):
            opened(str(path))


@posix
def test_a_link_that_leads_to_itself_is_said(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(PortError) as error:
        opened(str(tmp_path / "a"))
    assert "a link leads to itself" in error.value.message and "errno" not in error.value.message.lower()
    assert error.value.message.endswith("'robokraft devices' lists what may be a box")


@posix
def test_without_permission_the_real_group_and_the_rule_are_named(tmp_path, monkeypatch):
    """FIELD 15."""
    import grp

    port = tmp_path / "ttyACM0"
    port.write_text("")
    monkeypatch.setattr(
        serial, "Serial", lambda *_, **__: fail(serial.SerialException(errno.EACCES, "could not open port"))
    )
    name = grp.getgrgid(port.stat().st_gid).gr_name
    monkeypatch.setattr("getpass.getuser", lambda: "nobody-we-know")
    with pytest.raises(PortError) as error:
        opened(str(port))
    assert error.value.kind == "permission" and error.value.exit_code == NO_PORT
    assert f"group {name}" in error.value.message and f"usermod -a -G {name} " in error.value.message
    assert "2e8a" in error.value.message and serial_port.udev_rule(name) in error.value.message
    listed = grp.struct_group((name, "x", port.stat().st_gid, ["ann"]))
    monkeypatch.setattr(grp, "getgrgid", lambda _: listed)
    monkeypatch.setattr("getpass.getuser", lambda: "ann")
    with pytest.raises(PortError, match="log out and in again"):
        opened(str(port))


def fail(error):
    raise error


def test_windows_says_access_denied_of_a_port_in_use(monkeypatch):
    """FIELD 15."""
    monkeypatch.setattr(serial_port.os, "name", "nt")
    text = "could not open port 'COM7': PermissionError(13, 'Access is denied.', None, 5)"
    assert serial_port._explained("COM7", serial.SerialException(text)).kind == "busy"
    text = "could not open port 'COM7': FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)"
    assert serial_port._explained("COM7", serial.SerialException(text)).kind == "missing"


@posix
def test_unplugged_in_the_middle_is_said():
    import pty

    master, slave = pty.openpty()
    port = opened(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    for act in (lambda: port.read(1), lambda: port.write(b"x" * 10)):
        with pytest.raises(Lost, match="went away") as error:
            act()
        assert error.value.exit_code == LOST
    port.close()
    port.close()


@posix
def test_a_write_that_nobody_takes_fails_in_time(monkeypatch):
    """FIELD 25."""
    import pty
    import tty

    monkeypatch.setattr(serial_port, "WRITE_S", 0.4)
    master, slave = pty.openpty()
    tty.setraw(slave)
    port = opened(os.ttyname(slave))
    begun = time.monotonic()
    with pytest.raises(Lost, match="takes nothing"):
        port.write(b"x" * 1000000)
    assert time.monotonic() - begun < 5
    port.close()
    os.close(master)
    os.close(slave)


def test_a_write_into_a_socket_that_nobody_takes_fails_in_time(monkeypatch):
    monkeypatch.setattr(tcp, "WRITE_S", 0.4)
    server = socket.create_server(("127.0.0.1", 0))
    port = opened(f"socket://127.0.0.1:{server.getsockname()[1]}")
    with pytest.raises(Lost, match="takes nothing"):
        port.write(b"x" * 50_000_000)
    port.close()
    server.close()


@pytest.mark.parametrize(
    "address",
    [
        "socket://",
        "socket://x",
        "socket://x:y",
        "socket://:5",
        "socket://x:0",
        "socket://x:99999",
        "socket://x:" + "9" * 5000,
    ],
)
def test_an_address_that_is_none_is_said(address):
    with pytest.raises(UserError, match="write socket://HOST:PORT, the PORT from 1 to 65535"):
        opened(address)


def test_nobody_at_an_address_is_said():
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]
    server.close()
    begin = f"begin 'robokraft play --listen {port}' or 'robokraft emulate --port {port}' first, or "
    for host, do in (("127.0.0.1", begin), ("localhost", begin), ("[::1]", "")):
        with pytest.raises(PortError, match=f"nothing can be reached at .*; {do}check the address$"):
            opened(f"socket://{host}:{port}")


def test_a_second_host_is_sent_away_and_the_first_goes_on():
    with Live(Listener()) as live:
        with find.connect(live.address) as first:
            with pytest.raises(UserError, match="another program may be using the box: wait until"):
                find.connect(live.address)
            assert first.ask("status")["status"]["device"] == "VIRTUAL"
        with find.connect(live.address) as second:
            assert second.ask("people", from_=0)["count"] == 0


def test_a_port_that_is_taken_cannot_be_listened_on():
    taken = Listener()
    for port in (int(taken.address.rsplit(":", 1)[1]), 70000):
        with pytest.raises(UserError, match="cannot listen"):
            Listener(port)
    taken.close()
