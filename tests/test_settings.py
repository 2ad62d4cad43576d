"""Settings come from the environment and a file, and slips of the pen are told."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from gleek_replay.settings import NAMES, Reading, Settings, SettingsError, read_settings, read_token


def settings_of(folder: Path, **environment: str) -> Settings:
    database = {"GLEEK_DATABASE_URL": f"sqlite:///{folder / 'var' / 'gleek.sqlite3'}"}
    return read_settings(database | environment, env_file=folder / ".env")


def test_what_is_not_set_has_its_default(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    assert (settings.host, settings.port, settings.broker_url) == ("127.0.0.1", 8022, "")
    assert (settings.max_upload_bytes, settings.max_unpacked_bytes) == (1024**3, 4 * 1024**3)
    assert settings.lease_seconds == 60


def test_without_anything_set_the_database_is_in_var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_settings({}).database_url == "sqlite:///var/gleek.sqlite3"
    assert (tmp_path / "var" / "secret_key").is_file()


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("GLEEK_PORT=9000\nGLEEK_HOST=0.0.0.0\nPATH_OF_OTHERS=x\n")
    settings = settings_of(tmp_path, GLEEK_PORT="9001", HOME="nowhere")
    assert (settings.port, settings.host) == (9001, "0.0.0.0")  # noqa: S104


def test_an_unknown_setting_is_an_error_that_lists_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        settings_of(tmp_path, GLEEK_PROT="9000")
    assert str(refused.value).startswith("unknown setting GLEEK_PROT: there are GLEEK_BROKER_URL, ")
    assert "\n" not in str(refused.value)
    assert all(name in str(refused.value) for name in NAMES)


@pytest.mark.parametrize("port", ["", "0", "65536", "-1", "8022.0", "٨٠", "9" * 5000, "eighty"])
def test_a_port_is_a_whole_number_that_there_is(tmp_path: Path, port: str) -> None:
    if not port:
        assert settings_of(tmp_path, GLEEK_PORT=port).port == 8022
        return
    with pytest.raises(SettingsError, match="GLEEK_PORT must be a whole number from 1 to 65535"):
        settings_of(tmp_path, GLEEK_PORT=port)


def test_a_secret_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    secret = settings_of(tmp_path).secret_key
    kept = tmp_path / "var" / "secret_key"
    assert len(secret) == 64
    assert settings_of(tmp_path).secret_key == secret == kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(kept.parent.iterdir()) == [kept]


def test_a_secret_that_is_set_is_not_kept(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, GLEEK_SECRET_KEY="Tib, Tom and Tiddy")
    assert settings.secret_key == "Tib, Tom and Tiddy"
    assert "Tom" not in repr(settings)
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "postgresql://localhost/gleek"])
def test_a_database_that_is_no_file_wants_a_secret(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingsError, match="GLEEK_SECRET_KEY must be set"):
        settings_of(tmp_path, GLEEK_DATABASE_URL=url)
    assert settings_of(tmp_path, GLEEK_DATABASE_URL=url, GLEEK_SECRET_KEY="x" * 40).database_url == url


def test_what_is_no_database_url_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="GLEEK_DATABASE_URL is no database URL: 'my database'"):
        settings_of(tmp_path, GLEEK_DATABASE_URL="my database", GLEEK_SECRET_KEY="x" * 40)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("GLEEK_DATABASE_URL", "postgresql://gleek:Tiddy@db:5432/gleek"),
        ("GLEEK_DATABASE_URL", "postgres://gleek:Tiddy@db/gleek?sslmode=require"),
        ("GLEEK_BROKER_URL", "amqp://gleek:Tiddy@broker:5672/gleek"),
        ("GLEEK_BROKER_URL", "rediss://:Tiddy@broker/2"),
    ],
)
def test_a_password_in_a_url_is_not_represented(tmp_path: Path, name: str, url: str) -> None:
    settings = settings_of(tmp_path, **{name: url, "GLEEK_SECRET_KEY": "x" * 40})
    assert url in {settings.database_url, settings.broker_url}
    assert "Tiddy" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("GLEEK_DATABASE_URL", "postgresql://gleek:Tid@dy@db:five/gleek"),
        ("GLEEK_DATABASE_URL", "postgresql:gleek:Tiddy@db/gleek"),
        ("GLEEK_DATABASE_URL", "postgresql://gleek:Tiddy"),
        ("GLEEK_BROKER_URL", "kafka://gleek:Tiddy@broker/gleek"),
        ("GLEEK_BROKER_URL", "gleek:Tiddy@broker/gleek"),
    ],
)
def test_a_url_that_cannot_be_used_is_told_without_its_password(tmp_path: Path, name: str, url: str) -> None:
    with pytest.raises(
        SettingsError, match=rf"{name} (is no database URL|must begin with one of).*:…'$"
    ) as told:
        settings_of(tmp_path, **{name: url, "GLEEK_SECRET_KEY": "x" * 40})
    assert "Tid" not in str(told.value)
    assert "dy" not in str(told.value)


def test_a_lease_lasts_a_day_at_most(tmp_path: Path) -> None:
    assert settings_of(tmp_path, GLEEK_LEASE_SECONDS="86400").lease_seconds == 86_400
    with pytest.raises(SettingsError, match="GLEEK_LEASE_SECONDS must be a whole number from 1 to 86400"):
        settings_of(tmp_path, GLEEK_LEASE_SECONDS="86401")


def test_reading_needs_a_key_unless_it_is_opened(tmp_path: Path) -> None:
    assert settings_of(tmp_path).reading is Reading.KEY
    assert settings_of(tmp_path, GLEEK_READING="open").reading is Reading.OPEN
    with pytest.raises(SettingsError, match="GLEEK_READING must be key or open, not 'yes'"):
        settings_of(tmp_path, GLEEK_READING="yes")


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file, no folder")
    with pytest.raises(SettingsError, match=r"The folder of the database cannot be used: .*'.*var"):
        settings_of(tmp_path)


def test_the_key_for_another_service_may_stand_among_the_settings_and_is_none(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("GLEEK_TOKEN=from-the-file\n")
    assert settings_of(tmp_path, GLEEK_TOKEN="from-outside") == settings_of(tmp_path)
    assert read_token({}, env_file=tmp_path / ".env") == "from-the-file"
    assert read_token({"GLEEK_TOKEN": "from-outside"}, env_file=tmp_path / ".env") == "from-outside"
    assert read_token({}, env_file=tmp_path / "none") is None


def test_rates_are_so_many_in_a_span_or_off(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, GLEEK_RATE_REQUESTS="5/second", GLEEK_RATE_UPLOADS="0")
    assert (settings.rate_requests, settings.rate_uploads) == ("5/second", "off")
    assert (settings.rate_visitors, settings.rate_failures) == ("300/minute", "60/minute")


@pytest.mark.parametrize(
    "rate", ["many", "5", "5/week", "0/minute", "-1/minute", "1.5/second", "5 / minute", "9" * 10 + "/day"]
)
def test_what_is_no_rate_is_told(tmp_path: Path, rate: str) -> None:
    with pytest.raises(SettingsError, match="GLEEK_RATE_FAILURES must be a number of requests such as"):
        settings_of(tmp_path, GLEEK_RATE_FAILURES=rate)


def test_a_store_of_counts_that_there_is_not_is_told_without_its_password(tmp_path: Path) -> None:
    url = "redis://:Tiddy@store/3"
    settings = settings_of(tmp_path, GLEEK_RATE_STORE=url)
    assert settings.rate_store == url
    assert "Tiddy" not in repr(settings)
    with pytest.raises(SettingsError, match="GLEEK_RATE_STORE must begin with one of memory://") as told:
        settings_of(tmp_path, GLEEK_RATE_STORE="memcached://:Tiddy@store")
    assert "Tiddy" not in str(told.value)


def test_other_sites_are_named_by_their_origins(tmp_path: Path) -> None:
    named = "https://club.example, http://localhost:5173 http://[::1]:80"
    settings = settings_of(tmp_path, GLEEK_CORS_ORIGINS=named)
    assert settings.cors_origins == ("https://club.example", "http://localhost:5173", "http://[::1]:80")


@pytest.mark.parametrize(
    "origin",
    ["*", "club.example", "https://club.example/", "https://Club.example", "null", "ftp://club.example"],
)
def test_what_is_no_origin_is_told(tmp_path: Path, origin: str) -> None:
    with pytest.raises(
        SettingsError, match=r"GLEEK_CORS_ORIGINS must be origins such as https://club\.example"
    ):
        settings_of(tmp_path, GLEEK_CORS_ORIGINS=f"https://good.example {origin}")


def test_a_statement_has_an_hour_at_most(tmp_path: Path) -> None:
    assert settings_of(tmp_path, GLEEK_STATEMENT_SECONDS="3600").statement_seconds == 3600
    with pytest.raises(SettingsError, match="GLEEK_STATEMENT_SECONDS must be a whole number from 1 to 3600"):
        settings_of(tmp_path, GLEEK_STATEMENT_SECONDS="0")


def test_a_database_of_another_kind_is_refused_before_anything_else(tmp_path: Path) -> None:
    environment = {"GLEEK_DATABASE_URL": "mysql://user:secret@host/gleek"}
    with pytest.raises(SettingsError, match=r"must begin with one of .*: 'mysql:…'"):
        read_settings(environment, env_file=tmp_path / ".env")
