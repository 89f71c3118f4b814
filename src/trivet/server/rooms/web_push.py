"""A message for a browser's push service: encrypted for one browser (RFC 8291, RFC 8188) and signed
by this server (VAPID, RFC 8292).  Needs `cryptography`, which the extra `trivet[people]` brings.
"""

import json
import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from trivet.server.process import outgoing

LONGEST = 3993  # bytes of a message: 4,096 with everything around it, which every service takes
RECORD = 4096
HALF_A_DAY = 43_200  # a signature is good for; a service may refuse more than 24 hours
LASTS = 86_400  # seconds for which a service keeps a message
POINT, SECRET = 65, 16  # bytes
SERVICES = frozenset({
    "fcm.googleapis.com", "updates.push.services.mozilla.com", "push.services.mozilla.com",
    "web.push.apple.com", "push.apple.com", "notify.windows.com",
})  # fmt: skip


class Subscription(NamedTuple):
    """What a browser gives the page."""

    endpoint: str
    key: bytes  # an uncompressed point
    secret: bytes


@cache
def is_installed() -> bool:
    try:
        import cryptography.hazmat.primitives.asymmetric.ec  # noqa: F401
    except ImportError:
        return False
    return True


def why_not(endpoint: str, own: Collection[str] = ()) -> str:
    """An endpoint comes from a stranger: only push services that are known are called."""
    return outgoing.why_not(endpoint, SERVICES, own)


def new_key() -> bytes:
    """A private key of a server, to be kept."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return number.to_bytes(32, "big")


def key_of(kept: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(kept, "big"), ec.SECP256R1())


def is_point(data: bytes) -> bool:
    """Whether it is the public key of a browser: the library would take compressed ones too."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(data) != POINT:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return True


def encrypted(message: bytes, to: Subscription, own: Any = None, salt: bytes = b"") -> bytes:
    """The body of a push request.  Key and salt are new for each message; tests give them."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if len(message) > LONGEST:
        raise ValueError("too long for a push message")
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key)
    shared = own.exchange(ec.ECDH(), theirs)
    material = _hkdf(shared, to.secret, b"WebPush: info\x00" + to.key + point(own), 32)
    key = _hkdf(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _hkdf(material, salt, b"Content-Encoding: nonce\x00", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2: the last record
    return salt + struct.pack("!IB", RECORD, POINT) + point(own) + sealed


def _hkdf(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def point(key: Any) -> bytes:
    """The public half of a key."""
    from cryptography.hazmat.primitives import serialization

    form = serialization.PublicFormat.UncompressedPoint
    found: bytes = key.public_key().public_bytes(serialization.Encoding.X962, form)
    return found


def headers(endpoint: str, key: Any, contact: str, topic: str) -> dict[str, str]:
    """`topic`: a later message with the same one takes the place of one that still waits."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    where = urlsplit(endpoint)
    until = int(time.time()) + HALF_A_DAY
    claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": until, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    said = ".".join(b64(json.dumps(part).encode()) for part in parts)
    r, s = utils.decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{said}.{b64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "Authorization": f"vapid t={token}, k={b64(point(key))}",
        "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
        "TTL": str(LASTS), "Topic": topic, "Urgency": "normal",
    }  # fmt: skip


def send(
    to: Subscription, message: bytes, key: Any, contact: str, topic: str, own: Collection[str] = ()
) -> int:
    """Hand a message to the push service; its status."""
    more = headers(to.endpoint, key, contact, topic)
    return outgoing.post(to.endpoint, encrypted(message, to), more, own)


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """What was written by `b64`; empty if it cannot be."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
