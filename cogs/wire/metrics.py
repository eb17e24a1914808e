"""Metrics about requests to Discord, drawing times, and the picture caches.

Their labels never name a person, a server or a match.
"""

from collections.abc import Callable, Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

import aiohttp
from discord.utils import snowflake_time
from prometheus_client import REGISTRY, Counter, Histogram, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from render.cache import cache_stats

disable_created_metrics()  # type: ignore[no-untyped-call]  # the creation times of counters are not needed
ANSWER = Histogram(
    "tidepool_answer_seconds",
    "Seconds from the time in the id of an interaction until Discord confirmed the answer.",
    buckets=(0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 5, 15),
)
LATE = Counter("tidepool_answers_late", "Answers that Discord refused because they came after three seconds.")
REQUESTS = Counter("tidepool_discord_requests", "Requests to Discord, by the status of the answer.", ["status"])
PICTURE = Histogram(
    "tidepool_picture_seconds",
    "Seconds that a picture took to be drawn.",
    ["game"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)


class Caches(Collector):
    """Reports how the picture caches are used, whenever metrics are scraped."""

    def collect(self) -> Iterator[Metric]:
        """Yield the hits, misses and bytes of each cache."""
        families: tuple[CounterMetricFamily | GaugeMetricFamily, ...] = (
            CounterMetricFamily("tidepool_cache_hits", "How often a cache of pictures had it.", labels=["cache"]),
            CounterMetricFamily("tidepool_cache_misses", "How often a cache of pictures had it not.", labels=["cache"]),
            GaugeMetricFamily("tidepool_cache_bytes", "The size of a cache of pictures.", labels=["cache"]),
            GaugeMetricFamily("tidepool_cache_limit_bytes", "The largest size that it can have.", labels=["cache"]),
        )
        for stats in cache_stats():
            for family, value in zip(families, (stats.hits, stats.misses, stats.size, stats.limit), strict=True):
                family.add_metric([stats.name.replace(" ", "_")], value)
        yield from families


REGISTRY.register(Caches())


@cache
def _requests(status: int | str) -> Counter:
    """Return the counter for an HTTP status. The result is cached, because looking it up costs more than counting."""
    return REQUESTS.labels(status)


def request_trace(now: Callable[[], float]) -> aiohttp.TraceConfig:
    """Return an aiohttp trace that counts and times discord.py's requests. `now` returns UTC seconds."""
    trace = aiohttp.TraceConfig()

    async def ended(_: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        status = end.response.status
        _requests(status).inc()
        parts = end.url.raw_path.split("/")  # raw, because an unescaped token may contain slashes
        if parts[-1] != "callback" or end.method != "POST" or len(parts) < 3:
            return
        if status < HTTPStatus.MULTIPLE_CHOICES:
            ANSWER.observe(max(0.0, now() - snowflake_time(int(parts[-3])).timestamp()))
        elif status == HTTPStatus.NOT_FOUND:
            LATE.inc()

    async def failed(*_: Any) -> None:  # noqa: ANN401 (aiohttp's)
        _requests("none").inc()

    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace
