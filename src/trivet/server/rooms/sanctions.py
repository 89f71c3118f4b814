"""Who may not come to this server, or not write on it, and until when."""

import time
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from trivet.server.process.addresses import network
from trivet.server.store.contract import Sanction, Store

Network = IPv4Network | IPv6Network


class Sanctions:
    """All sanctions, kept in memory: every request asks."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.all: list[Sanction] = []
        self._bans: dict[str, Sanction] = {}
        self._mutes: dict[str, Sanction] = {}
        self._networks: list[tuple[Network, Sanction]] = []

    async def load(self) -> None:
        self._arrange(await self.store.sanctions())

    async def punish(self, sanction: Sanction) -> None:
        await self.store.punish(sanction)
        same = (sanction.who, sanction.kind)
        others = [other for other in self.all if (other.who, other.kind) != same]
        self._arrange([*others, sanction])

    async def pardon(self, who: str) -> int:
        lifted = await self.store.pardon(who)
        self._arrange([sanction for sanction in self.all if sanction.who != who])
        return lifted

    def ban(self, person: str, address: str) -> Sanction | None:
        """What keeps somebody out: a ban of the person or of where they come from."""
        found = self._bans.get(person)
        return found if found is not None and found.until > time.time() else self._ban_of(address)

    def mute(self, person: str) -> Sanction | None:
        found = self._mutes.get(person)
        return found if found is not None and found.until > time.time() else None

    def _ban_of(self, address: str) -> Sanction | None:
        if not self._networks:
            return None
        try:
            where = ip_address(address)
        except ValueError:
            return None
        now = time.time()
        return next((s for net, s in self._networks if where in net and s.until > now), None)

    def _arrange(self, sanctions: list[Sanction]) -> None:
        self.all = sanctions
        bans = [sanction for sanction in sanctions if sanction.kind == "ban"]
        self._bans = {sanction.who: sanction for sanction in bans}
        self._mutes = {sanction.who: sanction for sanction in sanctions if sanction.kind == "mute"}
        self._networks = [
            (net, sanction) for sanction in bans if (net := as_network(sanction.who)) is not None
        ]


def as_network(who: str) -> Network | None:
    """An address or a network as a network; None for anything else.  A household has a /64."""
    try:
        net = ip_network(who, strict=False)
    except ValueError:
        return None
    if isinstance(net, IPv6Network) and net.prefixlen > 64:
        return IPv6Network((network(str(net.network_address)), 64))
    return net


def words_for(sanction: Sanction) -> str:
    """What is said to whom it meets."""
    until = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(sanction.until))
    what = "use this server" if sanction.kind == "ban" else "write on this server"
    why = f" The reason: {sanction.reason}" if sanction.reason else ""
    return f"You may not {what} until {until}.{why}"
