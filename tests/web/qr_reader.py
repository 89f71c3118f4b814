"""Reads a QR code from its modules: written from the standard, not from the page's generator.

Checks what a phone checks: the format bits, and that every block is a word of its code (Reed and
Solomon's).
"""

LEVEL_L = 1
BLOCKS = {  # by version, level L: codewords of correction in a block, codewords of data in each
    1: (7, [19]), 2: (10, [34]), 3: (15, [55]), 4: (20, [80]), 5: (26, [108]), 6: (18, [68] * 2),
    7: (20, [78] * 2), 8: (24, [97] * 2), 9: (30, [116] * 2), 10: (18, [68, 68, 69, 69]),
}  # fmt: skip
ALIGNED = {7: 22, 8: 24, 9: 26, 10: 28}  # the middle one of three centres
MASKS = [
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
]


def read(grid):
    """The text; AssertionError if a phone could not read it."""
    size = len(grid)
    version = (size - 17) // 4
    mask = _mask(grid)
    places = [p for p in _zigzag(size) if not _is_function(p, size, version)]
    bits = [grid[i][j] ^ (MASKS[mask](i, j) == 0) for i, j in places]
    words = [int("".join(map(str, map(int, bits[n : n + 8]))), 2) for n in range(0, len(bits), 8)]
    data = [byte for block in _blocks(words, version) for byte in block]
    stream = "".join(f"{byte:08b}" for byte in data)
    assert stream[:4] == "0100", "not bytes"
    width = 16 if version > 9 else 8
    count = int(stream[4 : 4 + width], 2)
    text = stream[4 + width : 4 + width + 8 * count]
    return bytes(int(text[n : n + 8], 2) for n in range(0, len(text), 8)).decode()


def _mask(grid):
    size = len(grid)
    first = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    second = [(size - 1 - n, 8) for n in range(7)] + [(8, size - 8 + n) for n in range(8)]
    found = set()
    for places in (first, second):
        bits = int("".join(str(int(grid[i][j])) for i, j in places), 2) ^ 0b101010000010010
        rest = bits
        for n in range(14, 9, -1):
            if rest >> n & 1:
                rest ^= 0b10100110111 << (n - 10)
        assert rest == 0, "the format bits are no word of their code"
        assert bits >> 13 == LEVEL_L
        found.add(bits >> 10 & 7)
    assert len(found) == 1
    return found.pop()


def _zigzag(size):
    pairs = [(j, j - 1) for j in range(size - 1, 6, -2)] + [(5, 4), (3, 2), (1, 0)]
    for n, pair in enumerate(pairs):
        rows = range(size) if n % 2 else range(size - 1, -1, -1)
        for i in rows:
            for j in pair:
                yield i, j


def _is_function(place, size, version):
    i, j = place
    if (i < 9 and j < 9) or (i < 9 and j >= size - 8) or (i >= size - 8 and j < 9):
        return True
    if i == 6 or j == 6:
        return True
    if version > 6 and ((i < 6 and j >= size - 11) or (j < 6 and i >= size - 11)):
        return True
    centres = [6, *([ALIGNED[version]] if version in ALIGNED else []), size - 7]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    return version > 1 and any(
        abs(i - a) <= 2 and abs(j - b) <= 2
        for a in centres for b in centres if (a, b) not in corners
    )  # fmt: skip


def _blocks(words, version):
    correction, lengths = BLOCKS[version]
    blocks, stream = [[] for _ in lengths], iter(words)
    for n in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if n < length:
                block.append(next(stream))
    checks = [[] for _ in lengths]
    for _ in range(correction):
        for check in checks:
            check.append(next(stream))
    for block, check in zip(blocks, checks, strict=True):
        for power in range(correction):
            assert _value([*block, *check], _power(power)) == 0, "a block is damaged"
    return blocks


def _times(x, y):
    product = 0
    while y:
        product ^= x * (y & 1)
        x, y = x << 1, y >> 1
        x ^= 0x11D * (x >> 8)
    return product


def _power(n):
    x = 1
    for _ in range(n):
        x = _times(x, 2)
    return x


def _value(word, x):
    total = 0
    for byte in word:
        total = _times(total, x) ^ byte
    return total
