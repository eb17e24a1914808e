"""Finds HTTP clients' addresses, even behind a proxy."""

import re
from collections.abc import Hashable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from aiohttp import web

NETWORK = 64
"""How many bits at the beginning of an IPv6 address its owner cannot change."""
PROXIES = tuple(
    map(
        ip_network,
        (
            *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
            *("::1/128", "fc00::/7", "fe80::/10"),
        ),
    )
)
"""The networks in which proxies are trusted: loopback, private networks, and those of carriers and Tailscale."""
NAT64 = ip_network("64:ff9b::/96")
"""The network of IPv6 addresses that end with an embedded IPv4 address."""
WITH_PORT = re.compile(r"\[([^]]+)](?::\d+)?|([\d.]+):\d+")
"""Matches an address with brackets or a port: `[2001:db8::1]:443`, `[2001:db8::1]` or `203.0.113.9:443`."""


def address_of(request: web.Request) -> str:
    """Return the client's address, as reported by the nearest proxy.

    For an IPv6 client, returns the client's whole network instead. Only a proxy in one of the networks PROXIES is
    believed, and only its own entry, which is the last one.
    """
    peer = _address(request.remote or "")
    if peer is None:
        return request.remote or ""
    reported = None
    if any(peer in network for network in PROXIES):
        reported = _address(",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2])
    return _network(reported or peer)


@lru_cache(maxsize=10_000)
def network_of(peer: str) -> Hashable:
    """Return the network of an IPv6 address.

    The owner of the address controls the whole network. Any other text is returned unchanged.
    """
    address = _address(peer)
    return peer if address is None else _network(address)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, which may be quoted and have a port. Returns None if the text is not an address."""
    text = text.strip().strip('"')
    if found := WITH_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if not isinstance(address, IPv6Address):
        return address
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address


def _network(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((int(address), NETWORK), strict=False))
