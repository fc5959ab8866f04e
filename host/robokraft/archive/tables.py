"""The tables of the index. Everything in them follows from the files; another `LAYOUT` number makes them anew."""

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text

LAYOUT = 3

metadata = MetaData()

# One row each: what made the index, whose it is, and a counter that every writer takes first (it is the lock).
state = Table(
    "robokraft_state",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# One row a file. standing: good, bad (it fails verify), copy (of a log that counts, or of its beginning), conflict
# (another log of the same id counts). Only good ones are ever counted.
logs = Table(
    "robokraft_logs",
    metadata,
    Column("file", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("changed_ns", BigInteger, nullable=False),  # 0: so new that it may change within the same tick
    Column("sha256", String(64), nullable=False),
    Column("standing", String(10), nullable=False),
    Column("ok", Integer, nullable=False),
    Column("faults", Text, nullable=False),  # JSON: [{n, code, message}], the first few
    Column("id", String(64)),
    Column("game", String(40)),
    Column("mode", String(40)),
    Column("device", String(64)),
    Column("firmware", String(64)),
    Column("started", String(20)),
    Column("play_ms", BigInteger, nullable=False),
    Column("reason", String(10)),  # null: no end record yet
    Column("rules", Text, nullable=False),  # JSON
    Column("rounds", Text, nullable=False),  # JSON: points per seat of each finished round
    Column("sum", BigInteger, nullable=False),  # of what the file says, here and in the seats
    Index("robokraft_logs_id", "id"),
)

seats = Table(
    "robokraft_seats",
    metadata,
    Column("file", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(64)),  # null: a guest
    Column("name", Text, nullable=False),
    Column("points", BigInteger),
    Column("place", Integer),
    Column("facts", Text, nullable=False),  # JSON
    Index("robokraft_seats_person", "person"),
)
