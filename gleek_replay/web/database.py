"""The database session of the request at hand."""

from __future__ import annotations

from flask import Flask, current_app, g
from sqlalchemy.orm import Session, sessionmaker

_EXTENSION = "gleek_sessions"


def database_session() -> Session:
    """This request's session, begun when it is first asked for and closed when the request is over."""
    if "database_session" not in g:
        sessions: sessionmaker[Session] = current_app.extensions[_EXTENSION]
        g.database_session = sessions()
    session: Session = g.database_session
    return session


def install_database(app: Flask, sessions: sessionmaker[Session]) -> None:
    """Give every request of the application a session when it asks for one."""
    app.extensions[_EXTENSION] = sessions

    @app.teardown_request
    def close(_: BaseException | None) -> None:
        session = g.pop("database_session", None)
        if session is not None:
            session.close()
