// QR codes, model 2: bytes, error correction L, versions 1 to 10 (up to 271 bytes).
//
// codeword: a byte of data or of correction.  module: a small square.  mask: a pattern that is laid over the data.

/** By version: codewords of correction in each block, and codewords of data in each block. */
const BLOCKS: [correction: number, data: number[]][] = [
  [7, [19]],
  [10, [34]],
  [15, [55]],
  [20, [80]],
  [26, [108]],
  [18, [68, 68]],
  [20, [78, 78]],
  [24, [97, 97]],
  [30, [116, 116]],
  [18, [68, 68, 69, 69]],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];
const LEVEL_L = 1;

/** The dark modules, row by row; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const fits = BLOCKS.findIndex(([, data], at) => bytes.length + (at + 1 > 9 ? 3 : 2) <= total(data));
  if (fits < 0) return null;
  const version = fits + 1;
  const codewords = interleaved(version, padded(version, bytes));
  const drawn = MASKS.map((_, mask) => draw(version, codewords, mask));
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

// --- codewords -----------------------------------------------------------------------------------

function padded(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  put(0b0100, 4); // bytes
  put(bytes.length, version > 9 ? 16 : 8);
  for (const byte of bytes) put(byte, 8);
  const room = 8 * total(BLOCKS[version - 1]?.[1] ?? []);
  put(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  const found: number[] = [];
  for (let at = 0; at < bits.length; at += 8) found.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let fill = 0xec; found.length < room / 8; fill ^= 0xec ^ 0x11) found.push(fill);
  return found;
}

function interleaved(version: number, data: number[]): number[] {
  const [correction, lengths] = BLOCKS[version - 1] ?? [0, []];
  let from = 0;
  const blocks = lengths.map((length) => data.slice(from, (from += length)));
  const checks = blocks.map((block) => remainder(block, correction));
  const across = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...across(blocks), ...across(checks)];
}

/** Product in the field of 256 elements that the codes use. */
function times(x: number, y: number): number {
  let product = 0;
  for (let at = 7; at >= 0; at--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((y >> at) & 1) * x;
  }
  return product;
}

/** What is left of the data, divided by the generator of this degree. */
function remainder(data: number[], degree: number): number[] {
  const generator: number[] = Array.from({ length: degree }, (_, at) => (at === degree - 1 ? 1 : 0));
  let root = 1;
  for (let n = 0; n < degree; n++) {
    for (let at = 0; at < degree; at++) generator[at] = times(generator[at] ?? 0, root) ^ (generator[at + 1] ?? 0);
    root = times(root, 2);
  }
  const left: number[] = Array.from({ length: degree }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (left.shift() ?? 0);
    left.push(0);
    for (let at = 0; at < degree; at++) left[at] = (left[at] ?? 0) ^ times(generator[at] ?? 0, factor);
  }
  return left;
}

// --- modules -------------------------------------------------------------------------------------

function draw(version: number, codewords: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const set = (row: number, column: number, isDark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) finder(set, row, column);
  const middles = ALIGNED[version - 1] ?? [];
  for (const row of middles) {
    for (const column of middles) {
      const isCorner = (row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6);
      if (!isCorner) square(set, row, column);
    }
  }
  format(set, size, mask);
  if (version > 6) versionBits(set, size, version);
  fill(grid, codewords, mask);
  return grid.map((line) => line.map(Boolean));
}

type Set_ = (row: number, column: number, isDark: boolean) => void;

function finder(set: Set_, row: number, column: number): void {
  for (let dr = -4; dr <= 4; dr++) {
    for (let dc = -4; dc <= 4; dc++) {
      const far = Math.max(Math.abs(dr), Math.abs(dc));
      set(row + dr, column + dc, far !== 2 && far !== 4);
    }
  }
}

function square(set: Set_, row: number, column: number): void {
  for (let dr = -2; dr <= 2; dr++) {
    for (let dc = -2; dc <= 2; dc++) set(row + dr, column + dc, Math.max(Math.abs(dr), Math.abs(dc)) !== 1);
  }
}

/** Level and mask, twice, with a code of their own. */
function format(set: Set_, size: number, mask: number): void {
  const data = (LEVEL_L << 3) | mask;
  let rest = data;
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (at: number) => ((bits >> at) & 1) === 1;
  for (let at = 0; at <= 5; at++) set(at, 8, bit(at));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let at = 9; at < 15; at++) set(8, 14 - at, bit(at));
  for (let at = 0; at < 8; at++) set(8, size - 1 - at, bit(at));
  for (let at = 8; at < 15; at++) set(size - 15 + at, 8, bit(at));
  set(size - 8, 8, true);
}

function versionBits(set: Set_, size: number, version: number): void {
  let rest = version;
  for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    set(far, near, isDark);
    set(near, far, isDark);
  }
}

/** In columns of two from the right, up and down, around everything that is there already. */
function fill(grid: (boolean | null)[][], codewords: number[], mask: number): void {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const column of [right, right - 1]) {
        const row = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        const line = grid[row];
        if (!line || line[column] !== null) continue;
        const isOne = (((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        line[column] = isOne !== MASKS[mask]?.(row, column);
        at += 1;
      }
    }
  }
}

/** How hard the code is to read: runs, blocks, what looks like a finder, too much dark. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, at) => grid.map((line) => line[at] ?? false));
  let points = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (let at = 0; at + 11 <= size; at++) {
      const part = text.slice(at, at + 11);
      if (part === "10111010000" || part === "00001011101") points += 40;
    }
  }
  let dark = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const one = grid[row]?.[column];
      dark += one ? 1 : 0;
      if (row && column && grid[row - 1]?.[column] === one && grid[row]?.[column - 1] === one && grid[row - 1]?.[column - 1] === one) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}
