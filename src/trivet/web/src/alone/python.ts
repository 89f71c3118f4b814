// Python in a worker, with trivet in it.  Everything comes from the folder of the site.

/** As much of Pyodide as is used here. */
export interface Pyodide {
  FS: { writeFile(path: string, data: Uint8Array): void };
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}
type Load = (options: Record<string, unknown>) => Promise<Pyodide>;

/** What the site was made with: python/about.json. */
export interface About {
  python: string; // "3.14"
  lock: unknown; // of no packages: nothing is fetched from elsewhere
  library: string; // how the name of a compiled module ends
  isCompiled: boolean; // whether there are compiled rules
  stamp: string; // a hash of all that Python's memory depends on
}

export async function about(base: string): Promise<About> {
  return (await (await found(new URL("python/about.json", base).href)).json()) as About;
}

/** Python with trivet; `rules` says whether it plays by the compiled ones, if there are any. */
export async function python(base: string, rules: "plain" | "compiled"): Promise<Pyodide> {
  const folder = new URL("python/", base).href;
  const made = await about(base);
  const isCompiled = rules === "compiled" && made.isCompiled;
  const site = `/lib/python${made.python}/site-packages`;
  const [{ loadPyodide }, trivet, msgspec, library, shim] = await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`) as Promise<{ loadPyodide: Load }>,
    bytes(`${folder}trivet.zip`),
    bytes(`${folder}msgspec.zip`),
    isCompiled ? bytes(`${folder}trivet__mypyc.wasm`) : null,
    isCompiled ? bytes(`${folder}trivet_shim.wasm`) : null,
  ]);
  const options = { indexURL: folder, lockFileContents: JSON.stringify(made.lock) };
  const memory = isCompiled ? undefined : await memoryOf(folder, made);
  const py = await loadPyodide(memory ? { ...options, _loadSnapshot: memory } : options).catch(async () => {
    await caches.delete(memoryName(folder)); // it does not fit: start as on the first visit
    return loadPyodide(options);
  });
  for (const archive of [trivet, msgspec]) py.unpackArchive(archive, "zip", { extractDir: site });
  if (library && shim) {
    py.FS.writeFile(`${site}/trivet__mypyc${made.library}`, new Uint8Array(library));
    py.FS.writeFile(`${site}/trivet_shim${made.library}`, new Uint8Array(shim));
    py.runPython("import trivet_compiled");
  }
  return py;
}

// What Python's memory is like once it has started: a later visit goes on from there.  It is made by
// the page itself, in idle time.  Nothing of Trivet is in it: the rules need a library of C, whose
// memory cannot be taken down.

const memoryName = (folder: string) => `memory of trivet ${new URL(folder).pathname}`;
const IMPORTED = `
import asyncio, concurrent.futures, dataclasses, datetime, decimal, fractions, gc, hashlib, hmac, importlib.metadata
import importlib.resources, inspect, ipaddress, logging.handlers, pathlib, secrets, struct, subprocess, typing
import unicodedata, urllib.parse, uuid, zlib
gc.collect()`;

async function memoryOf(folder: string, made: About): Promise<ArrayBuffer | undefined> {
  const found = await (await caches.open(memoryName(folder))).match(`${folder}memory?${made.stamp}`);
  return found?.arrayBuffer();
}

/** Take Python's memory down for later visits, unless that has been done. */
export async function remember(base: string): Promise<void> {
  const folder = new URL("python/", base).href;
  const made = await about(base);
  if (await memoryOf(folder, made)) return;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide: Load };
  const py = await loadPyodide({ indexURL: folder, lockFileContents: JSON.stringify(made.lock), _makeSnapshot: true });
  py.runPython(IMPORTED);
  await caches.delete(memoryName(folder)); // of another edition
  const memory = new Response(py.makeMemorySnapshot() as Uint8Array<ArrayBuffer>);
  await (await caches.open(memoryName(folder))).put(`${folder}memory?${made.stamp}`, memory);
}

async function bytes(address: string): Promise<ArrayBuffer> {
  return (await found(address)).arrayBuffer();
}

async function found(address: string): Promise<Response> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} is missing (${reply.status})`);
  return reply;
}
