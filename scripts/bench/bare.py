"""The barest endpoints that could take a hand in and give it out: parse and commit one row; read it."""

from __future__ import annotations

import os
import sqlite3
import threading

import orjson
from flask import Flask, request

from scripts.bench.floor import driver_connection

TABLE = "CREATE TABLE hands (key INTEGER PRIMARY KEY, hand_id TEXT, raw BLOB)"
INDEX = "CREATE INDEX by_hand_id ON hands (hand_id)"
"""For reading; what only measures how hands are kept does without."""

app = Flask(__name__)
_of_thread = threading.local()


@app.post("/hands")
def take_hand() -> tuple[bytes, int]:
    """Keep a hand."""
    body = request.get_data()
    hand_id = orjson.loads(body)["hand_id"]
    connection = _connection()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO hands (hand_id, raw) VALUES (?, ?)", (hand_id, body))
    connection.execute("COMMIT")
    return orjson.dumps({"hand_id": hand_id}), 201


@app.get("/hands/<hand_id>")
def give_hand(hand_id: str) -> tuple[bytes, int]:
    """Give a hand out again."""
    found = _connection().execute("SELECT raw FROM hands WHERE hand_id = ?", (hand_id,)).fetchone()
    return (b"", 404) if found is None else (found[0], 200)


def _connection() -> sqlite3.Connection:
    if not hasattr(_of_thread, "connection"):
        _of_thread.connection = driver_connection(os.environ["GLEEK_DATABASE_URL"])
    connection: sqlite3.Connection = _of_thread.connection
    return connection
