"""Calls the Waypost API for partners. The guide is at /developers of your organization's site."""

from ._document import *  # noqa: F403
from ._document import UNSET, Unset, WaypostEvent
from .client import Waypost, WaypostError
from .webhook import WebhookError, verify_webhook

__all__ = ["UNSET", "Unset", "Waypost", "WaypostError", "WaypostEvent", "WebhookError", "verify_webhook"]
