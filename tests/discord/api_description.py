"""Everything the bot sent, held against Discord's own description of its API."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from simcord.components import walk_components

from tests.discord.hut import Hut

DESCRIPTION = Path(__file__).parents[3] / "shared" / "reference" / "discord-openapi.json"


def requests_are_valid(home: Hut) -> None:
    """Fail at the first request that Discord's description does not allow."""
    if not DESCRIPTION.is_file():
        if os.environ.get("CI"):
            pytest.fail(f"{DESCRIPTION} is missing on CI")
        pytest.skip("Discord's API description is not beside the checkout: what was sent could not be held against it")
    checked = 0
    for request in home.env.http_requests:
        if request.json is not None and _validator(request.method, request.path) is not None:
            assert (why := problem(request.method, request.path, request.json)) is None, why
            checked += 1
    assert checked


def problem(method: str, path: str, body: Any) -> str | None:
    """Why Discord's description does not allow a request; None when it does, or knows no body there."""
    validator = _validator(method, path)
    error = None if validator is None else next(validator.iter_errors(_as_described(body)), None)
    return None if error is None else f"{method} {path}: {error.message} at {error.instance_path}"


@cache
def _api() -> dict[str, Any]:
    return msgspec.json.decode(DESCRIPTION.read_bytes(), type=dict[str, Any])


def _validator(method: str, path: str) -> jsonschema_rs.Draft202012Validator | None:
    """What the body of a request is held against, None for one that is described without a body."""
    want = path.removeprefix("/api/v10").strip("/").split("/")
    for template, operations in _api()["paths"].items():
        if method.lower() in operations and _matches(template, want):
            return _compiled(template, method.lower())
    return None


@cache
def _compiled(template: str, method: str) -> jsonschema_rs.Draft202012Validator | None:
    content = _api()["paths"][template][method].get("requestBody", {}).get("content", {})
    body = content.get("application/json", content.get("multipart/form-data"))
    if body is None:
        return None
    return jsonschema_rs.Draft202012Validator({**body["schema"], "components": _api()["components"]})


def _matches(template: str, want: list[str]) -> bool:
    have = template.strip("/").split("/")
    return len(want) == len(have) and all(h == w or h.startswith("{") for w, h in zip(want, have, strict=True))


def _as_described(body: Any) -> Any:
    """discord.py sends ids of people to write to, of mentions, new attachments and chosen channels as numbers; Discord takes both,
    its description only texts."""
    body = json.loads(json.dumps(body))
    if isinstance(body, dict) and "recipient_id" in body:
        body["recipient_id"] = str(body["recipient_id"])
    for message in (body, body.get("data") or {}) if isinstance(body, dict) else ():
        mentions = message.get("allowed_mentions") or {}
        if "users" in mentions:
            mentions["users"] = [str(user) for user in mentions["users"]]
        for attachment in message.get("attachments") or ():
            attachment["id"] = str(attachment["id"])
        for part in walk_components(message.get("components") or ()):
            for chosen in part.get("default_values") or ():
                chosen["id"] = str(chosen["id"])
    return body
