"""Verification of webhooks by Standard Webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence

from ._document import WaypostEvent


class WebhookError(Exception):
    """A delivery that is not from the server, was changed, or is too old. Respond with 400."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WaypostEvent:
    """Returns the event of a delivery; its type decides the fields of its data. `body` is as it arrived. While a secret is replaced, pass both."""
    raw = body if isinstance(body, bytes) else body.encode()
    lower = {name.lower(): value for name, value in headers.items()}
    message, timestamp, sent = (lower.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not message or not timestamp.isdigit() or not sent:
        raise WebhookError("A header of the webhook is missing.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("The webhook is too old, or the clock is wrong.")
    content = f"{message}.{timestamp}.".encode() + raw
    signatures = [one[3:].encode() for one in sent.split(" ") if one.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = b64decode(secret.removeprefix("whsec_"))
        expected = b64encode(hmac.new(key, content, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return json.loads(raw)
    raise WebhookError("The signature of the webhook is wrong.")
