"""Clients are known by their addresses, also behind a proxy."""

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from web._addresses import address_of, network_of


@pytest.mark.parametrize(
    ("peer", "given", "address"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.2", ["1.1.1.1, 9.9.9.9"], "9.9.9.9"),
        ("10.0.0.2", ["1.1.1.1", "9.9.9.9"], "9.9.9.9"),
        ("8.8.8.8", ["203.0.113.9"], "8.8.8.8"),
        ("::ffff:8.8.8.8", ["203.0.113.9"], "8.8.8.8"),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("::1", ["2a00:db8:1:2:3::4"], "2a00:db8:1:2::/64"),
        ("2606:4700:9::1", ["203.0.113.9"], "2606:4700:9::/64"),
        ("127.0.0.1", ["::ffff:9.9.9.9"], "9.9.9.9"),
        ("127.0.0.1", ["64:ff9b::909:909"], "9.9.9.9"),
        # with ports, as some load balancers write them
        ("10.0.0.2", ["9.9.9.9:51234"], "9.9.9.9"),
        ("10.0.0.2", ["[2a00:db8:1:2:3::4]:51234"], "2a00:db8:1:2::/64"),
        ("10.0.0.2", ['"[2a00:db8:1:2:3::4]:51234"'], "2a00:db8:1:2::/64"),
        ("10.0.0.2", ["[2a00:db8:1:2:3::4]"], "2a00:db8:1:2::/64"),
        ("10.0.0.2", ['"9.9.9.9"'], "9.9.9.9"),
        ("10.0.0.2", ["9.9.9.9:51234:1"], "10.0.0.2"),
        # proxies in the networks of carriers and of Tailscale, in local IPv6 networks
        ("100.64.3.2", ["9.9.9.9"], "9.9.9.9"),
        ("::ffff:100.127.3.2", ["9.9.9.9"], "9.9.9.9"),
        ("100.128.3.2", ["9.9.9.9"], "100.128.3.2"),
        ("fd00::2", ["9.9.9.9"], "9.9.9.9"),
        ("fe80::2%eth0", ["9.9.9.9"], "9.9.9.9"),
        ("127.0.0.1", ["1.1.1.1, 10.0.0.5"], "10.0.0.5"),  # anybody can send the entries before the last one
        ("127.0.0.1", ["1.1.1.1, nonsense"], "127.0.0.1"),
    ],
)
def test_a_client_is_known_by_the_address_that_the_nearest_proxy_reports(
    peer: str, given: list[str], address: str
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", forwarded) for forwarded in given])
    request = make_mocked_request("GET", "/", headers=headers).clone(remote=peer)
    assert address_of(request) == address


def test_one_owners_addresses_are_one_network() -> None:
    assert network_of("2a00:db8:1:2:3::4") == network_of("2a00:db8:1:2:ffff::9") != network_of("2a00:db8:1:3::4")
    assert network_of("::ffff:9.9.9.9") == network_of("9.9.9.9") != network_of("9.9.9.8")
