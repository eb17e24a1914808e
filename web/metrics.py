"""The metrics read from the database at each scrape: owed deliveries, running matches, age of the backup."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.metrics import Gauges


@dataclass(eq=False, slots=True)
class ServiceMetrics(Collector):
    """The gauges and counters of the service at one moment, as Prometheus metrics."""

    gauges: Gauges
    happened: Mapping[tuple[str, str], int]
    build: Mapping[str, str]
    connected: bool

    def collect(self) -> Iterator[Metric]:
        gauges = self.gauges
        yield _gauge("tidepool_connected", "1 if interactions arrive from Discord, else 0.", int(self.connected))
        yield _labelled("tidepool_owed", "Due deliveries that have not reached Discord, by kind.", "kind", gauges.owed)
        yield _gauge("tidepool_oldest_board_owed_seconds", "The age of the oldest board owed.", gauges.oldest_board)
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
