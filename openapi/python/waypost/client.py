"""The client: sends calls, retries when safe, and raises errors."""

from __future__ import annotations

import json
import time
import uuid
from base64 import b64encode
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from ._document import UNSET, Calls

# Statuses after which the same request may succeed.
_PASSING = {408, 429, 500, 502, 503, 504}


class WaypostError(Exception):
    """A refusal of the server. `code` is for programs, `message` for people; `issues` names the wrong fields."""

    def __init__(self, status: int, body: Any, headers: Any) -> None:
        failure = body if isinstance(body, dict) else {}
        self.message: str = failure.get("message") or f"The server responded with status {status}."
        super().__init__(self.message)
        self.status = status
        self.code: str = failure.get("code") or failure.get("error") or "FAILED"
        self.issues: list[dict[str, str]] = failure.get("issues") or []
        self.retry_after = _seconds(headers)
        self.request_id: str | None = headers.get("x-request-id")

    def __str__(self) -> str:
        """The text of a traceback: it must name the code and the wrong fields."""
        fields = "".join(f"\n  {issue['path']}: {issue['message']}" for issue in self.issues)
        return f"{self.code}: {self.message}{fields}"


class Waypost(Calls):
    """Every call as a method. `key` is a key of your client; with `client_id`, it is exchanged for tokens."""

    def __init__(
        self,
        site: str,
        key: str | None = None,
        *,
        client_id: int | str | None = None,
        language: str = "en-US",
        retries: int = 4,
        longest_wait: float = 60,
        timeout: float = 60,
        sleep: Callable[[float], None] = time.sleep,
        send: Callable[..., Any] = urlopen,
    ) -> None:
        self._site = site.rstrip("/")
        self._key = key
        self._client_id = client_id
        self._language = language
        self._retries = retries
        self._longest_wait = longest_wait
        self._timeout = timeout
        self._sleep = sleep
        self._send = send
        self._token: tuple[str, float] | None = None

    def _call(self, method: str, path: str, query: dict[str, Any], body: dict[str, Any] | None, key: str | None) -> Any:
        search = urlencode({name: _text(value) for name, value in query.items() if value is not None}, doseq=True)
        headers = {"accept-language": self._language}
        data = None
        if body is not None:
            data = json.dumps({name: value for name, value in body.items() if value is not UNSET}).encode()
            headers["content-type"] = "application/json"
            headers["idempotency-key"] = key or str(uuid.uuid4())
        url = f"{self._site}/api{path}{'?' + search if search else ''}"
        request = Request(url, data=data, headers=headers, method=method)
        try:
            return self._send_with_key(request)
        except WaypostError as error:
            if error.status != 401 or self._client_id is None:
                raise
        # The server refused the token before its end: another one, once.
        self._token = None
        return self._send_with_key(request)

    def _send_with_key(self, request: Request) -> Any:
        if self._key is not None:
            request.add_header("authorization", f"Bearer {self._bearer()}")
        return self._repeat(request)

    def _repeat(self, request: Request) -> Any:
        attempt = 0
        while True:
            try:
                with self._send(request, timeout=self._timeout) as response:
                    return _read(response)
            except HTTPError as refusal:
                error = WaypostError(refusal.code, _failure(refusal), refusal.headers)
                wait = _wait(error, attempt)
                if wait is None or wait > self._longest_wait or attempt >= self._retries:
                    raise error from None
            except (URLError, HTTPException, ConnectionError, TimeoutError):
                # The connection was lost. A change carries its key, so the server carries it out once.
                wait = _back_off(attempt)
                if attempt >= self._retries:
                    raise
            self._sleep(wait)
            attempt += 1

    def _bearer(self) -> str:
        if self._client_id is None:
            return self._key or ""
        if self._token is None or time.monotonic() >= self._token[1]:
            proof = b64encode(f"{self._client_id}:{self._key}".encode()).decode()
            request = Request(
                f"{self._site}/oauth/token",
                data=b"grant_type=client_credentials",
                headers={"authorization": f"Basic {proof}"},
                method="POST",
            )
            answer = self._repeat(request)
            # A minute earlier, so that no call is sent with a token that ends on its way.
            self._token = (answer["access_token"], time.monotonic() + answer["expires_in"] - 60)
        return self._token[0]


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _read(response: Any) -> Any:
    content = response.read()
    is_file = "content-disposition" in response.headers
    is_json = response.headers.get("content-type", "").startswith("application/json")
    return json.loads(content) if is_json and not is_file else content


def _failure(refusal: HTTPError) -> Any:
    try:
        return json.loads(refusal.read())
    except (ValueError, HTTPException, OSError):
        return None


def _seconds(headers: Any) -> float | None:
    value = headers.get("retry-after")
    return float(value) if value is not None and value.isdigit() else None


def _wait(error: WaypostError, attempt: int) -> float | None:
    if error.status in _PASSING:
        return error.retry_after if error.retry_after is not None else _back_off(attempt)
    # The first request with this key is still running.
    return _back_off(attempt) if error.code == "IDEMPOTENCY_KEY_RUNNING" else None


def _back_off(attempt: int) -> float:
    return min(0.5 * 2**attempt, 8)
