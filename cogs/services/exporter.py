"""Figures for Prometheus, on a port of this machine only: how fast people are answered, what waits, and how the store is.

Figures only: no names, no tables' numbers, nothing from inside a game.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

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
BUCKETS_S = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10)
"""Upper ends of the histograms' parts; three seconds is what Discord waits for an answer."""


class MetricsExporter:
    """Gives the figures to whoever asks at /metrics. `read` takes a reading."""

    def __init__(self, metrics: Metrics, take_reading: Callable[[], Awaitable[MetricsReading]], port: int) -> None:
        self._read, self._port = take_reading, port
        self._runner: web.AppRunner | None = None
        self.registry = own = CollectorRegistry()
        ProcessCollector(registry=own)
        about: dict[str, str] = {
            "connected": "Whether the gateway works",
            "servers": "Servers that the bot is on",
            "refused_tables": "Tables that cannot be posted for lack of rights",
            "unexpected_errors": "Unexpected exceptions since the start",
            "turned_away": "Interactions that were not carried out, because too many were under way, since the start",
            "store_bytes": "Size of the database",
            "newest_backup_timestamp_seconds": "Moment of the newest backup; 0: there is none",
        }
        self._gauges = {name: Gauge(f"overwinter_{name}", text, registry=own) for name, text in about.items()}
        self._table_gauge = Gauge("overwinter_tables", "Tables by state", ["state"], registry=own)
        self._queue_gauge = Gauge(
            "overwinter_waiting", "What is under way or waits for its turn", ["what"], registry=own
        )
        self._latency_histograms = Gauge(
            "overwinter_gateway_latency_seconds", "Delay of the gateway", ["shard"], registry=own
        )
        answered, done = (
            Histogram(f"overwinter_{name}_seconds", text, ["kind"], buckets=BUCKETS_S, registry=own)
            for name, text in (
                ("acknowledgement", "From an interaction's arrival to its acknowledgement"),
                ("handling", "From an interaction's arrival to the end of its handler"),
            )
        )

        def ended(kind: str, ack: float, whole: float) -> None:
            answered.labels(kind).observe(ack)
            done.labels(kind).observe(whole)

        metrics.listeners.append(ended)

    async def start(self) -> None:
        """Listen. A port that is taken is logged: people can play all the same."""
        app = web.Application()
        app.router.add_get("/metrics", self._serve_metrics)
        runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await runner.setup()
        try:
            await web.TCPSite(runner, LISTEN_ADDRESS, self._port).start()
        except OSError as taken:
            await runner.cleanup()
            log.error("No metrics: port %s of this machine cannot be used (%s).", self._port, taken.strerror)  # noqa: TRY400
            return
        self._runner = runner
        log.info("metrics are at http://%s:%s/metrics", LISTEN_ADDRESS, self._port)

    async def stop(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _serve_metrics(self, _: web.Request) -> web.Response:
        now = await self._read()
        values = (
            now.is_connected,
            now.servers,
            now.refused,
            now.failed,
            now.shed_count,
            now.store,
            now.newest_backup_at,
        )
        for gauge, value in zip(self._gauges.values(), values, strict=True):
            gauge.set(value)
        for family, found in (
            (self._table_gauge, now.tables),
            (self._queue_gauge, now.queue_lengths),
            (self._latency_histograms, now.latency_s),
        ):
            family.clear()
            for label, one in found.items():
                family.labels(label).set(one)
        return web.Response(body=generate_latest(self.registry), headers={"Content-Type": CONTENT_TYPE_LATEST})
