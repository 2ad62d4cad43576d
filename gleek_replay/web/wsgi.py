"""The application for a WSGI server, on the settings of the environment."""

from gleek_replay.settings import read_settings
from gleek_replay.web.factory import create_app

app = create_app(read_settings())
