"""Everything the bot sent, held against Discord's own description of its API."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
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
    checked: set[str] = set()
    for request in home.env.http_requests:
        validator = _validator(request.method, request.path)
        shape = f"{request.method} {len(request.path.split('/'))} {_shape(request.json)}"
        if validator is None or request.json is None or shape in checked:
            continue
        errors = list(validator.iter_errors(_as_described(request.json)))
        assert not errors, (request.method, request.path, errors[0].message, list(errors[0].absolute_path))
        checked.add(shape)
    assert checked


def _shape(body: Any) -> str:
    """Keys and kinds of a body: one of a shape is held against the description, lengths are `cogs.limits`' business."""
    if isinstance(body, dict):
        return "{" + ",".join(f"{key}:{_shape(value)}" for key, value in sorted(body.items())) + "}"
    if isinstance(body, list):
        return "[" + ",".join(sorted({_shape(value) for value in body})) + "]"
    return str(body) if isinstance(body, int) and body < 100 else type(body).__name__


@cache
def _api() -> dict[str, Any]:
    return json.loads(DESCRIPTION.read_text("utf-8"))  # type: ignore[no-any-return]


def _validator(method: str, path: str) -> jsonschema.Draft202012Validator | None:
    for template, operations in _api()["paths"].items():
        if method.lower() in operations and _matches(template, path):
            content = operations[method.lower()].get("requestBody", {}).get("content", {})
            body = content.get("application/json", content.get("multipart/form-data"))
            return None if body is None else _compiled(json.dumps(body["schema"]))
    return None


@cache
def _compiled(schema: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**json.loads(schema), "components": _api()["components"]})


def _matches(template: str, path: str) -> bool:
    want, have = template.strip("/").split("/"), path.removeprefix("/api/v10").strip("/").split("/")
    return len(want) == len(have) and all(w == h or w.startswith("{") for w, h in zip(want, have, strict=True))


def _as_described(body: Any) -> Any:
    """discord.py sends ids of mentions, new attachments and chosen channels as numbers; Discord takes both, its description
    only texts."""
    body = json.loads(json.dumps(body))
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
