"""Network addresses of people."""

from ipaddress import IPv6Address, ip_address


def network(host: str) -> str:
    """Where somebody comes from: an IPv4 address, or the /64 of IPv6 that one household has."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return host
