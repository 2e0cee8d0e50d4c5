"""Check everything that the bot sends against Discord's own description of its API."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from simcord.components import walk_components

from tests.discord.fake_server import FakeServer

DESCRIPTION_FILE = Path(__file__).parents[3] / "shared" / "reference" / "discord-openapi.json"
MAX_PATHS_KEPT, MAX_BODIES_KEPT = 2_000, 200


def fail_on_invalid_request(server: FakeServer) -> None:
    """Fail at the first request that Discord's description does not allow."""
    if not DESCRIPTION_FILE.is_file():
        if os.environ.get("CI"):
            pytest.fail(f"{DESCRIPTION_FILE} is missing on CI")
        pytest.skip("Discord's API description is not beside the checkout: what was sent could not be held against it")
    checked = 0
    for request in server.env.http_requests:
        if request.json is not None and has_body_description(request.method, request.path):
            assert (why := find_problem(request.method, request.path, request.json)) is None, why
            checked += 1
    assert checked


def find_problem(method: str, path: str, body: Any) -> str | None:
    """Explain why Discord's description does not allow a request. Return None if it does, or has no body for it."""
    template = _find_template(method, path)
    problem = None if template is None else _find_body_problem(template, method, msgspec.json.encode(body))
    return None if problem is None else f"{method} {path}: {problem}"


@lru_cache(maxsize=MAX_BODIES_KEPT)
def _find_body_problem(template: str, method: str, encoded_body: bytes) -> str | None:
    """Check a body once. Every bot sends the same commands at its start."""
    validator = _compile_validator(template, method.lower())
    if validator is None:
        return None
    error = next(validator.iter_errors(_normalize_body(msgspec.json.decode(encoded_body))), None)
    return None if error is None else f"{error.message} at {error.instance_path}"


@cache
def _load_api() -> dict[str, Any]:
    return msgspec.json.decode(DESCRIPTION_FILE.read_bytes(), type=dict[str, Any])


def has_body_description(method: str, path: str) -> bool:
    """Return whether the API description has a body for a request."""
    template = _find_template(method, path)
    return template is not None and _compile_validator(template, method.lower()) is not None


@lru_cache(maxsize=MAX_PATHS_KEPT)
def _find_template(method: str, path: str) -> str | None:
    """Find the path of the API description that fits the path of a request."""
    want = path.removeprefix("/api/v10").strip("/").split("/")
    for template, operations in _load_api()["paths"].items():
        if method.lower() in operations and _match_path(template, want):
            return str(template)
    return None


@cache
def _compile_validator(template: str, method: str) -> jsonschema_rs.Draft202012Validator | None:
    content = _load_api()["paths"][template][method].get("requestBody", {}).get("content", {})
    body = content.get("application/json", content.get("multipart/form-data"))
    if body is None:
        return None
    return jsonschema_rs.Draft202012Validator({**body["schema"], "components": _load_api()["components"]})


def _match_path(template: str, path: list[str]) -> bool:
    have = template.strip("/").split("/")
    return len(path) == len(have) and all(h == w or h.startswith("{") for w, h in zip(path, have, strict=True))


def _normalize_body(body: Any) -> Any:
    """Convert a body's numeric ids to strings.

    discord.py sends some ids as numbers: recipients, mentions, new attachments and chosen channels. Discord takes both,
    but its description allows strings only.
    """
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
