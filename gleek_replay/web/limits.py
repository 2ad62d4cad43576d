"""How often one may ask, and how much one may send.

Requests are counted for each key, and for the address where no key was shown. Whoever shows wrong keys is
counted by address too, and then not even looked up. Counts are for a window that begins with its first
request; if what keeps them does not answer, nobody is held up.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from threading import Lock
from typing import Any, Final, TypeVar

from flask import Flask, Response, current_app, g, request
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from redis.backoff import NoBackoff
from redis.retry import Retry

from gleek_replay.services.access import Caller
from gleek_replay.services.refusals import Unauthenticated
from gleek_replay.settings import RATE_OFF, Settings
from gleek_replay.web.logs import log
from gleek_replay.web.problems import Problem

TAKING_HANDS: Final = frozenset({"uploads.upload_hands", "audits.audit_hands", "upload_pages.send_hands"})
"""The endpoints that hands are sent to: they are counted by themselves, and take large bodies."""
WEIGHTS: Final = {
    "readings.read_rules_played": 10,
    "readings.read_session_rules_played": 30,
    "readings.read_comparison": 5,
    "dispute_pages.dispute": 5,
    "reading_pages.readings": 10,
    "reading_pages.session_rules": 30,
    "statistics.read_statistics": 3,
    "statistics.export_statistics": 3,
    "statistics.read_series": 3,
    "statistics.export_series": 3,
    "figures.read_figure": 2,
    "figures.read_figure_over_time": 2,
    "player_pages.dashboard": 3,
}
"""As how many requests an endpoint counts that takes long."""
UNCOUNTED: Final = frozenset({"static", "assets.plotly_script"})
UNCOUNTED_PATHS: Final = frozenset({"/livez", "/readyz", "/metrics"})
"""What looks whether the service is well asks often, and must hear of that and nothing else."""
LARGEST_SMALL_BODY: Final = 64 * 1024
"""The most bytes that a request may have which sends no hands."""

_REST_SECONDS: Final = 5.0
"""How long a store that has failed is not asked again, so that its silence holds nobody up."""
_STORE_PATIENCE: Final = 0.25
_MOST_REMEMBERED: Final = 4096
_EXTENSION: Final = "gleek_rates"

Found = TypeVar("Found")


class Policy(StrEnum):
    """What is counted by itself, as the headers name it."""

    REQUESTS = "requests"
    UPLOADS = "uploads"
    VISITORS = "visitors"
    FAILURES = "failures"


_TOO_MANY: Final[dict[Policy, str]] = {
    Policy.REQUESTS: "This key has made more than {quota} requests in {window} seconds. Wait {wait} "
    "seconds; ask for longer pages (limit=200), or for all at once (/hands.ndjson).",
    Policy.UPLOADS: "This key has sent hands more than {quota} times in {window} seconds. Wait {wait} "
    "seconds; send more hands in one request, which may have any number.",
    Policy.VISITORS: "This address has made more than {quota} requests in {window} seconds without a key. "
    "Wait {wait} seconds; whoever shows a key is counted by himself.",
    Policy.FAILURES: "More than {quota} wrong keys or links came from this address in {window} seconds. "
    "Wait {wait} seconds, and look whether the key is the right one.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How somebody stands to a policy: ``asked`` of ``quota`` requests within a window of so many seconds,
    which ends in ``wait`` seconds.
    """

    policy: Policy
    quota: int
    window: int
    asked: int
    wait: int

    @property
    def over(self) -> bool:
        """Whether that was too often."""
        return self.asked > self.quota

    def headers(self) -> dict[str, str]:
        """The fields of the IETF's draft on rate limits, draft-ietf-httpapi-ratelimit-headers."""
        left = max(0, self.quota - self.asked)
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.policy}";r={left};t={self.wait}',
        }


class TooManyRequests(Problem):
    """Somebody has asked too often: 429, and when to ask again."""

    def __init__(self, standing: Standing) -> None:
        words = _TOO_MANY[standing.policy]
        super().__init__(
            HTTPStatus.TOO_MANY_REQUESTS,
            words.format(quota=standing.quota, window=standing.window, wait=standing.wait),
        )
        self._wait = standing.wait

    def get_headers(self, *args: Any, **settings: Any) -> list[tuple[str, str]]:
        """The usual headers of an error, and ``Retry-After``."""
        return [*super().get_headers(*args, **settings), ("Retry-After", str(self._wait))]


class Rates:
    """The counts of this service, kept where the settings say."""

    def __init__(self, settings: Settings) -> None:
        written = {
            Policy.REQUESTS: settings.rate_requests,
            Policy.UPLOADS: settings.rate_uploads,
            Policy.VISITORS: settings.rate_visitors,
            Policy.FAILURES: settings.rate_failures,
        }
        self._items: dict[Policy, RateLimitItem] = {
            policy: parse(rate) for policy, rate in written.items() if rate != RATE_OFF
        }
        self._store = _open_store(settings.rate_store)
        self._rests_until = 0.0
        self._let_in: dict[bytes, None] = {}
        self._lock = Lock()

    def count(self, policy: Policy, whose: str, weight: int = 1) -> Standing | None:
        """Count a request, or so many; ``None`` where the policy is off or the store does not answer."""
        return self._ask(policy, whose, lambda key, window: self._store.incr(key, window, weight))

    def look(self, policy: Policy, whose: str) -> Standing | None:
        """The same without counting."""
        return self._ask(policy, whose, lambda key, _: self._store.get(key))

    def remember(self, token: str) -> None:
        """Keep in mind that a token was good, so that the wrong ones of neighbours do not hold it up."""
        with self._lock:
            while len(self._let_in) >= _MOST_REMEMBERED:
                del self._let_in[next(iter(self._let_in))]
            self._let_in[_digest(token)] = None

    def remembers(self, token: str) -> bool:
        """Whether a token was good in this process; it may have been revoked since."""
        return _digest(token) in self._let_in

    def _ask(self, policy: Policy, whose: str, asking: Callable[[str, int], int]) -> Standing | None:
        item = self._items.get(policy)
        if item is None or time.monotonic() < self._rests_until:
            return None
        key, window = item.key_for(policy.value, whose), item.get_expiry()
        try:
            asked, ends = asking(key, window), self._store.get_expiry(key)
        except StorageError as error:
            self._rests_until = time.monotonic() + _REST_SECONDS
            log.error("rate_store", error=str(error.storage_error))
            return None
        wait = min(window, max(1, math.ceil(ends - time.time())))
        return Standing(policy=policy, quota=item.amount, window=window, asked=asked, wait=wait)


def count_request(known: Caller | None) -> None:
    """Count the request at hand for the key that it showed, or for its address if it showed none; raises
    :class:`TooManyRequests`.
    """
    if request.endpoint in UNCOUNTED or request.path in UNCOUNTED_PATHS:
        return
    if known is None:
        policy, whose = Policy.VISITORS, network_of(request.remote_addr)
    else:
        policy = Policy.UPLOADS if request.endpoint in TAKING_HANDS else Policy.REQUESTS
        whose = str(known.key_id)
    _hold_to(_rates().count(policy, whose, WEIGHTS.get(request.endpoint or "", 1)))


def guarded(token: str, find: Callable[[], Found]) -> Found:
    """What ``find`` finds for a token. If it finds nothing, or raises :class:`Unauthenticated`, that counts
    as a failure of the address; after too many it is not asked any more, and :class:`TooManyRequests` raised.

    A token that was good before is looked up all the same.
    """
    rates, whose = _rates(), network_of(request.remote_addr)
    if not rates.remembers(token):
        standing = rates.look(Policy.FAILURES, whose)
        if standing is not None and standing.asked >= standing.quota:
            g.rate = standing
            raise TooManyRequests(standing)
    try:
        found = find()
    except Unauthenticated:
        g.rate = rates.count(Policy.FAILURES, whose)
        raise
    if found is None:
        g.rate = rates.count(Policy.FAILURES, whose)
    else:
        rates.remember(token)
    return found


def network_of(address: str | None) -> str:
    """What an address is counted as: an IPv4 address as itself, an IPv6 address as its /64, which one
    household or machine has for itself.

    >>> network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ipaddress.ip_network((parsed, 64), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)


def limit_body() -> None:
    """Before a view: of a request that sends no hands only a small body is taken."""
    if request.endpoint not in TAKING_HANDS:
        most = current_app.config["MAX_CONTENT_LENGTH"]
        request.max_content_length = min(most, LARGEST_SMALL_BODY)


def add_rate_headers(response: Response) -> Response:
    """Say in an answer how its caller stands."""
    standing: Standing | None = g.get("rate")
    if standing is not None:
        response.headers.update(standing.headers())
    return response


def install_limits(app: Flask) -> None:
    """Give the application its counts; who asks is counted where he is found out, in ``web.callers``."""
    app.extensions[_EXTENSION] = Rates(app.extensions["gleek_settings"])
    app.before_request(limit_body)
    app.after_request(add_rate_headers)


def _rates() -> Rates:
    rates: Rates = current_app.extensions[_EXTENSION]
    return rates


def _hold_to(standing: Standing | None) -> None:
    if standing is not None:
        g.rate = standing
        if standing.over:
            raise TooManyRequests(standing)


def _open_store(url: str) -> Storage:
    """The store at a URL. Redis is given a quarter of a second, and a lost connection one more try."""
    patience: dict[str, Any] = {}
    if not url.startswith("memory:"):
        patience = {
            "socket_connect_timeout": _STORE_PATIENCE,
            "socket_timeout": _STORE_PATIENCE,
            "retry": Retry(NoBackoff(), 1),
        }
    store = storage_from_string(url, wrap_exceptions=True, **patience)
    assert isinstance(store, Storage)
    return store


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
