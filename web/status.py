"""Serves `/health`, `/ready` and `/metrics` at the address in TIDEPOOL_STATUS."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service import Service
from service.metrics import Gauges
from web._listening import application, runner
from web._site import Site

log = logging.getLogger(__name__)

OLDEST_BEAT = 90
"""The age, in seconds, at which a heartbeat shows that the background tasks must have stopped."""
MOST_CONNECTIONS = 100
"""How many connections may be open at once."""
PATIENCE = 5
"""How long the database may take to respond, in seconds."""


@dataclass(eq=False, slots=True)
class ServiceMetrics(Collector):
    """Reports the service's gauges and counters as Prometheus metrics."""

    gauges: Gauges
    happened: Mapping[tuple[str, str], int]
    build: Mapping[str, str]
    connected: bool

    def collect(self) -> Iterator[Metric]:
        gauges = self.gauges
        yield _gauge("tidepool_connected", "1 if interactions arrive from Discord, else 0.", int(self.connected))
        yield _labelled(
            "tidepool_owed", "Due deliveries that have not reached Discord, by kind.", "kind", gauges.queued
        )
        yield _gauge("tidepool_oldest_board_owed_seconds", "The age of the oldest board queued.", gauges.oldest_board)
        yield _gauge("tidepool_alarm_lag_seconds", "The delay of the earliest alarm.", gauges.alarm_lag)
        yield _labelled("tidepool_matches_running", "Running matches, by game.", "game", gauges.running)
        yield _gauge("tidepool_database_bytes", "The size of the database.", gauges.database_bytes)
        age = math.inf if gauges.backup_age is None and gauges.backups_on else gauges.backup_age
        if age is not None:
            yield _gauge("tidepool_backup_age_seconds", "The age of the newest backup.", age)
        if gauges.beat_age is not None:
            yield _gauge("tidepool_heartbeat_age_seconds", "The age of the last heartbeat.", gauges.beat_age)
        events = CounterMetricFamily(
            "tidepool_events", "Events of matches since the start, such as moves.", labels=["game", "kind"]
        )
        for (game, kind), count in sorted(self.happened.items()):
            events.add_metric([game, kind.replace(" ", "_")], count)
        yield events
        yield InfoMetricFamily(
            "tidepool_build", "The versions of Tidepool, Python and discord.py.", value=dict(self.build)
        )


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, value=value)


def _labelled(name: str, about: str, label: str, values: Mapping[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


@dataclass(frozen=True, slots=True)
class Status:
    """Answers monitoring requests."""

    service: Service
    database: str
    connected: Callable[[], bool]
    """Whether the bot is ready and receives interactions from Discord."""
    build: Mapping[str, str]

    def app(self) -> web.Application:
        app = application()
        app.router.add_get("/health", self.health)
        app.router.add_get("/ready", self.ready)
        app.router.add_get("/metrics", self.metrics)
        return app

    async def health(self, _: web.Request) -> web.Response:
        """Respond with 200 if the bot's last heartbeat is recent, or else with 503.

        If the event loop is blocked, there is no response.
        """
        age = self.service.schedule.beat_age()
        well = age is None or age < OLDEST_BEAT
        about = {"well": well, "beat_age": age, "database": self.database}
        return web.json_response(about, status=200 if well else 503)

    async def ready(self, _: web.Request) -> web.Response:
        """Respond with 200 if the database accepts writes and the bot receives interactions, or else with 503."""
        about = {"database": await self._can_write(), "discord": self.connected()}
        return web.json_response(about, status=200 if all(about.values()) else 503)

    async def metrics(self, _: web.Request) -> web.Response:
        gauges = await self.service.metrics.read_if_possible()
        if gauges is None:
            return web.Response(text="The database cannot be read at the moment.\n", status=503)
        once = CollectorRegistry()
        once.register(ServiceMetrics(gauges, self.service.metrics.happened, self.build, connected=self.connected()))
        text = generate_latest(REGISTRY) + generate_latest(once)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _can_write(self) -> bool:
        """Return whether the database accepts a write within PATIENCE seconds."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.service.interactions.check_writing()
        except Exception:  # noqa: BLE001 (any error means no)
            return False
        return True


@asynccontextmanager
async def serving(address: tuple[str, int] | None, status: Status) -> AsyncIterator[None]:
    """Serve the status for the duration of this context manager, or log a warning if the address cannot be used."""
    if address is None:
        yield
        return
    watching = runner(status.app())
    await watching.setup()
    try:
        host, port = address
        try:
            await Site(watching, MOST_CONNECTIONS, host=host, port=port).start()
            log.info("Health and metrics at http://%s:%d", host, port)
        except OSError as error:
            log.warning("Health and metrics are unavailable at %s:%d (%s)", host, port, error.strerror)
        yield
    finally:
        await watching.cleanup()
