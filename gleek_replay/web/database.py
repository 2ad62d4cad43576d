"""The database session of the request at hand, and telling the workers what it left them to do."""

from __future__ import annotations

from flask import Flask, current_app, g
from sqlalchemy.orm import Session, sessionmaker

from gleek_replay.jobs.delivery import Announce

_EXTENSION = "gleek_sessions"
_ANNOUNCE = "gleek_announce"


def database_session() -> Session:
    """This request's session, begun when it is first asked for and closed when the request is over."""
    if "database_session" not in g:
        sessions: sessionmaker[Session] = current_app.extensions[_EXTENSION]
        g.database_session = sessions()
    session: Session = g.database_session
    return session


def announce_work() -> None:
    """Tell the workers that there is something to do."""
    announce: Announce = current_app.extensions[_ANNOUNCE]
    announce(database_session())


def install_database(app: Flask, sessions: sessionmaker[Session], announce: Announce) -> None:
    """Give every request of the application a session when it asks for one."""
    app.extensions[_EXTENSION] = sessions
    app.extensions[_ANNOUNCE] = announce

    @app.teardown_request
    def close(_: BaseException | None) -> None:
        session = g.pop("database_session", None)
        if session is not None:
            session.close()


def close_database(app: Flask) -> None:
    """Close the connections that the application holds, when its process is about to end."""
    with app.extensions[_EXTENSION]() as session:
        session.get_bind().dispose()
