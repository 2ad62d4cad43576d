"""The barest endpoint that could take a hand in: it parses the body and commits one row with it."""

from __future__ import annotations

import os
import sqlite3
import threading

import orjson
from flask import Flask, request

from scripts.bench.floor import driver_connection

TABLE = "CREATE TABLE hands (key INTEGER PRIMARY KEY, hand_id TEXT, raw BLOB)"

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


def _connection() -> sqlite3.Connection:
    if not hasattr(_of_thread, "connection"):
        _of_thread.connection = driver_connection(os.environ["GLEEK_DATABASE_URL"])
    connection: sqlite3.Connection = _of_thread.connection
    return connection
