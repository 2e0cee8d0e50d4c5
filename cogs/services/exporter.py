"""Export figures for Prometheus on a port of this machine: response times, queue lengths and the state of the store.

The figures hold no names, no table numbers and nothing from inside a game.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from cogs.interactions.metrics import Metrics, MetricsReading

log = logging.getLogger("overwinter")
LISTEN_ADDRESS = "127.0.0.1"
HOST_NAMES = (LISTEN_ADDRESS, "localhost")
"""The names in an address to which the page answers."""
BUCKETS_S = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10)
"""The upper bounds of the histogram buckets. Discord waits three seconds for an answer."""


class MetricsExporter:
    """Serves the figures at /metrics."""

    def __init__(self, metrics: Metrics, take_reading: Callable[[], Awaitable[MetricsReading]], port: int) -> None:
        self._take_reading = take_reading
        self._port = port
        self._runner: web.AppRunner | None = None
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        descriptions = {
            "connected": "Whether the gateway works",
            "servers": "Servers that the bot is on",
            "refused_tables": "Tables that cannot be posted for lack of rights",
            "unexpected_errors": "Unexpected exceptions since the start",
            "turned_away": "Interactions that were not carried out, because too many were under way, since the start",
            "store_bytes": "Size of the database",
            "newest_backup_timestamp_seconds": "Moment of the newest backup; 0: there is none",
        }
        self._gauges = {
            name: Gauge(f"overwinter_{name}", text, registry=registry) for name, text in descriptions.items()
        }
        self._table_gauge = Gauge("overwinter_tables", "Tables by state", ["state"], registry=registry)
        self._queue_gauge = Gauge(
            "overwinter_waiting", "What is under way or waits for its turn", ["what"], registry=registry
        )
        self._latency_gauge = Gauge(
            "overwinter_gateway_latency_seconds", "Delay of the gateway", ["shard"], registry=registry
        )
        self._acknowledgement_times = Histogram(
            "overwinter_acknowledgement_seconds",
            "From an interaction's arrival to its acknowledgement",
            ["kind"],
            buckets=BUCKETS_S,
            registry=registry,
        )
        self._handling_times = Histogram(
            "overwinter_handling_seconds",
            "From an interaction's arrival to the end of its handler",
            ["kind"],
            buckets=BUCKETS_S,
            registry=registry,
        )
        metrics.listeners.append(self._observe_interaction)

    def _observe_interaction(self, kind: str, acknowledged_s: float, handled_s: float) -> None:
        self._acknowledgement_times.labels(kind).observe(acknowledged_s)
        self._handling_times.labels(kind).observe(handled_s)

    async def start(self) -> None:
        """Listen. If the port is taken, log it: people can play all the same."""
        app = web.Application()
        app.router.add_get("/metrics", self._serve_metrics)
        runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await runner.setup()
        try:
            await web.TCPSite(runner, LISTEN_ADDRESS, self._port).start()
        except OSError as error:
            await runner.cleanup()
            log.error("No metrics: port %s of this machine cannot be used (%s).", self._port, error.strerror)  # noqa: TRY400
            return
        self._runner = runner
        log.info("metrics are at http://%s:%s/metrics", LISTEN_ADDRESS, self._port)

    async def stop(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _serve_metrics(self, request: web.Request) -> web.Response:
        # A page that names this machine otherwise is of another site: DNS rebinding would let it read the figures.
        if request.url.host not in HOST_NAMES:
            raise web.HTTPForbidden(text="This page answers only to its own address.")
        reading = await self._take_reading()
        values = (
            reading.is_connected,
            reading.servers,
            reading.refused,
            reading.failed,
            reading.shed_count,
            reading.store,
            reading.newest_backup_at,
        )
        for gauge, value in zip(self._gauges.values(), values, strict=True):
            gauge.set(value)
        _set_labelled(self._table_gauge, reading.tables)
        _set_labelled(self._queue_gauge, reading.queue_lengths)
        _set_labelled(self._latency_gauge, reading.latency_s)
        return web.Response(body=generate_latest(self.registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _set_labelled(gauge: Gauge, values: Mapping[Any, float]) -> None:
    """Replace all values of a gauge with one label."""
    gauge.clear()
    for label, value in values.items():
        gauge.labels(label).set(value)
