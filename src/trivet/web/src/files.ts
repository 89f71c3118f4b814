// Files that are given to the player, and records inside links.

export function save(content: string | Blob, name: string): void {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const way = document.createElement("a");
  way.href = URL.createObjectURL(blob);
  way.download = name;
  way.click();
  setTimeout(() => URL.revokeObjectURL(way.href), 1000);
}

const LONGEST = 40;

/** A short name for a file of this record. */
export function nameOf(record: string): string {
  return record.length > LONGEST ? "game" : record;
}

/** The name of a record that carries it: see server/carried.py. */
export async function packed(record: string): Promise<string> {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `z.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}
