// Python in a worker, with trivet in it.  Everything comes from the folder of the site.

/** As much of Pyodide as is used here. */
export interface Pyodide {
  FS: { writeFile(path: string, data: Uint8Array): void; mkdirTree(path: string): void };
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}
type Load = (options: Record<string, unknown>) => Promise<Pyodide>;

/** What Emscripten is started with, and what it makes. */
interface Settings {
  dynamicLibraries?: string[];
  locateFile?: (name: string) => string;
}
type Create = (settings: Settings) => Promise<{ growMemory(size: number): void }>;

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
  const made = await about(base);
  if (rules === "plain" || !made.isCompiled) return (await remembered(base, made)) ?? started(base, made);
  const folder = new URL("python/", base).href;
  const [py, library, shim] = await Promise.all([
    started(base, made),
    bytes(`${folder}trivet__mypyc.wasm`),
    bytes(`${folder}trivet_shim.wasm`),
  ]);
  py.FS.writeFile(`${siteOf(made)}/trivet__mypyc${made.library}`, library);
  py.FS.writeFile(`${siteOf(made)}/trivet_shim${made.library}`, shim);
  py.runPython("import trivet_compiled");
  return py;
}

/** When a part of the start was done: tools/site/measure.py reads it. */
export const mark = (done: string) => performance.mark(`trivet ${done}`);

const siteOf = (made: About) => `/lib/python${made.python}/site-packages`;

type Options = { _loadSnapshot?: Promise<Uint8Array>; _makeSnapshot?: true };

async function started(base: string, made: About, options: Options = {}): Promise<Pyodide> {
  const folder = new URL("python/", base).href;
  const [{ loadPyodide }, { default: create }, files] = await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`) as Promise<{ loadPyodide: Load }>,
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`) as Promise<{ default: Create }>,
    unpacked(`${folder}trivet.bin`),
  ]);
  mark("fetched");
  // msgspec has a library of C.  It is there before Python begins, in the same place of the memory at
  // every start: so it may be in a memory that is taken down.
  const library = `${siteOf(made)}/msgspec/_core${made.library}`;
  const createPyodideModule: Create = async (settings) => {
    settings.dynamicLibraries = [library];
    settings.locateFile = (name) => folder + (name === library ? "msgspec.wasm" : name);
    const module = await create(settings);
    const memory = await options._loadSnapshot;
    if (memory) module.growMemory(memory.length);
    return module;
  };
  const py = await loadPyodide({ ...options, indexURL: folder, lockFileContents: JSON.stringify(made.lock), createPyodideModule });
  mark("booted");
  for (const [name, content] of [...files, [`msgspec/_core${made.library}`, new Uint8Array()] as const]) {
    const path = `${siteOf(made)}/${name}`;
    py.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    py.FS.writeFile(path, content);
  }
  mark("unpacked");
  return py;
}

const BLOCK = 512; // bytes, in a tar

/** The files of a tar in gzip, by name. */
async function unpacked(address: string): Promise<[string, Uint8Array][]> {
  const stream = (await found(address)).body!.pipeThrough(new DecompressionStream("gzip"));
  const tar = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = (from: number, length: number) => new TextDecoder().decode(tar.subarray(from, from + length)).split("\0")[0]!;
  const files: [string, Uint8Array][] = [];
  for (let at = 0; tar[at]; ) {
    const [name, size, folder] = [text(at, 100), parseInt(text(at + 124, 12), 8), text(at + 345, 155)];
    files.push([folder ? `${folder}/${name}` : name, tar.subarray(at + BLOCK, at + BLOCK + size)]);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

// What Python's memory is like once everything is imported: a later visit goes on from there.  It is
// made by the page itself, in idle time.  Files are not in it, nor is anything random.

const memoryName = (folder: string) => `memory of trivet ${new URL(folder).pathname}`;
const IMPORT = "import trivet.offline.browser, gc; gc.collect()";
const AWAKE = "import random, trivet.offline.browser; random.seed()";

/** Python as an earlier visit has left it; nothing if there is no such memory, or if it does not fit. */
async function remembered(base: string, made: About): Promise<Pyodide | undefined> {
  const folder = new URL("python/", base).href;
  try {
    const kept = await (await caches.open(memoryName(folder))).match(`${folder}memory?${made.stamp}`);
    if (!kept) return undefined;
    const py = await started(base, made, { _loadSnapshot: kept.arrayBuffer().then((memory) => new Uint8Array(memory)) });
    py.runPython(AWAKE);
    mark("remembered");
    return py;
  } catch {
    await caches.delete(memoryName(folder)); // start as on the first visit
    return undefined;
  }
}

/** Take Python's memory down for later visits, unless that has been done. */
export async function remember(base: string): Promise<void> {
  const folder = new URL("python/", base).href;
  const made = await about(base);
  const cache = await caches.open(memoryName(folder));
  if (await cache.match(`${folder}memory?${made.stamp}`)) return;
  const py = await started(base, made, { _makeSnapshot: true });
  py.runPython(IMPORT);
  for (const other of await cache.keys()) await cache.delete(other); // of another edition
  await cache.put(`${folder}memory?${made.stamp}`, new Response(py.makeMemorySnapshot() as Uint8Array<ArrayBuffer>));
}

async function bytes(address: string): Promise<Uint8Array> {
  return new Uint8Array(await (await found(address)).arrayBuffer());
}

async function found(address: string): Promise<Response> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} is missing (${reply.status})`);
  return reply;
}
