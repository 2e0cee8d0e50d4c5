"""Check that Discord's own description of its API allows every request."""

from __future__ import annotations

from simcord.types import HttpLogEntry

from tests.discord.api_description import DESCRIPTION_FILE, find_problem
from tests.discord.simulation.simulation_state import SimulationState


def check_requests(state: SimulationState, requests: list[HttpLogEntry]) -> None:
    """Check the bodies of requests, if the description is on this machine."""
    if not DESCRIPTION_FILE.is_file():
        return
    for request in requests:
        if request.json is None:
            continue
        problem = find_problem(request.method, request.path, request.json)
        state.action_counts["checked requests"] += 1
        if problem is not None:
            state.record_violation(f"Discord would refuse a request: {problem}")
