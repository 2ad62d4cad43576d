"""A service that runs elsewhere, spoken to over its API; asked again while it does not answer."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx

from gleek_replay import __version__
from gleek_replay.cli.terminal import complain

_API: Final = "/api/v1"
_PAUSES: Final = (0.5, 1, 2, 4, 8, 15, 30, 30, 30)
"""How many seconds to wait before each further try: two minutes in all."""
_LONGEST_PAUSE: Final = 60
_AGAIN: Final = frozenset(
    {
        HTTPStatus.CONFLICT,  # what broke off before still counts as coming in
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
_TIMEOUT: Final = httpx.Timeout(60, connect=10)


class RemoteRefusal(Exception):
    """The service cannot be used, or does not take something; the message is one line."""


class RemoteService:
    """The uploads of a service. Raises :class:`RemoteRefusal`."""

    def __init__(self, url: str, token: str, *, insecure: bool = False) -> None:
        self._url = _checked(url, insecure=insecure)
        if not token.isascii() or not token.isprintable() or " " in token:
            raise RemoteRefusal("the key for the service is no key: expected one line of letters and digits")
        self._client = httpx.Client(
            timeout=_TIMEOUT,
            headers={"Authorization": f"Bearer {token}", "User-Agent": f"gleek-replay/{__version__}"},
        )
        self._has_answered = False

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def greet(self) -> None:
        """See that the service is there, is one of these, and takes uploads with this key."""
        self._items(self._asked("GET", "/uploads", params={"limit": 1}))

    def find(self, idempotency_key: str) -> dict[str, Any] | None:
        """The upload that came in whole under this key, if any."""
        items = self._items(
            self._asked("GET", "/uploads", params={"idempotency_key": idempotency_key, "limit": 1})
        )
        return items[0] if items and items[0]["state"] != "receiving" else None

    def send(self, body: bytes, idempotency_key: str, *, replace: bool) -> dict[str, Any]:
        """Send packed NDJSON; returns the upload."""
        headers = {
            "Content-Type": "application/x-ndjson",
            "Content-Encoding": "gzip",
            "Idempotency-Key": idempotency_key,
        }
        asked = {"replace": "true"} if replace else {}
        answer = self._asked("POST", "/uploads", params=asked, headers=headers, content=body)
        upload: dict[str, Any] = answer["upload"]
        return upload

    def upload(self, upload_id: str) -> dict[str, Any]:
        """How far an upload is."""
        return self._asked("GET", f"/uploads/{upload_id}")

    def outcomes(self, upload_id: str) -> Iterator[dict[str, Any]]:
        """What came of each record of an upload that is done."""
        asked: dict[str, Any] = {"limit": 200}
        while True:
            page = self._asked("GET", f"/uploads/{upload_id}/outcomes", params=asked)
            yield from self._items(page)
            if page["next"] is None:
                return
            asked["cursor"] = parse_qs(urlsplit(page["next"]).query)["cursor"][0]

    def _items(self, page: dict[str, Any]) -> list[dict[str, Any]]:
        if not isinstance(page.get("items"), list):
            raise RemoteRefusal(self._is_another())
        return list(page["items"])

    def _asked(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        """The answer to a request, asked again until the service has one."""
        for pause in (*_PAUSES, None):
            try:
                answer = self._client.request(method, f"{self._url}{path}", **request)
            except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
                raise RemoteRefusal(f"{self._url} is no address of a service: {error}") from None
            except httpx.TransportError as error:
                why = f"{self._url} cannot be reached: {str(error) or type(error).__name__}"
                if not self._has_answered or pause is None:
                    raise RemoteRefusal(why) from None
                self._wait(pause, why)
                continue
            if answer.status_code not in _AGAIN or pause is None:
                return self._understood(answer)
            self._wait(max(pause, _retry_after(answer)), self._said(answer))
        raise AssertionError("the last try ends it")

    def _wait(self, seconds: float, why: str) -> None:
        if seconds > _PAUSES[1]:
            complain(f"{why}; trying again in {seconds:.0f} seconds")
        time.sleep(seconds)

    def _understood(self, answer: httpx.Response) -> dict[str, Any]:
        if answer.is_success:
            try:
                told = answer.json()
            except ValueError:
                told = None
            if isinstance(told, dict):
                self._has_answered = True
                return told
            raise RemoteRefusal(self._is_another())
        raise RemoteRefusal(self._said(answer))

    def _said(self, answer: httpx.Response) -> str:
        """Why the service refuses, in its own words if it is one of these."""
        try:
            problem = answer.json()
            detail = f"{self._url} says: {problem['detail']}"
            return detail + "".join(f" {fault['pointer']}: {fault['message']}" for fault in problem["faults"])
        except (ValueError, LookupError, TypeError):
            if answer.status_code in _AGAIN:
                return f"{self._url} answers with status {answer.status_code}"
            return f"{self._is_another()} (status {answer.status_code})"

    def _is_another(self) -> str:
        return f"{self._url} does not answer as Gleek Replay does"


def _checked(url: str, *, insecure: bool) -> str:
    """The address of the API; refused where the key would go over the network for all to read."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise RemoteRefusal(f"--to: {url} is no address: {error}") from None
    if parts.scheme not in {"http", "https"} or not host:
        raise RemoteRefusal(f"--to: expected an address such as https://gleek.example, not {url}")
    if parts.username is not None or parts.query or parts.fragment:
        raise RemoteRefusal(f"--to: expected an address without a user, a query or a fragment, not {url}")
    if parts.scheme == "http" and not insecure and not _is_this_machine(host):
        raise RemoteRefusal(
            f"--to: {url} would send the key for all to read: use https, or say --insecure if the way is safe"
        )
    return f"{url.rstrip('/').removesuffix(_API)}{_API}"


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _retry_after(answer: httpx.Response) -> float:
    """How many seconds the service asks to wait, within reason."""
    said = answer.headers.get("Retry-After", "")
    return min(int(said), _LONGEST_PAUSE) if said.isascii() and said.isdigit() else 0.0
