// Run a Python file with the Python of a site: node run.mjs FOLDER FILE.py [compiled]
// Prints what it leaves in `result`.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, file] = process.argv.slice(2, 4).map((path) => resolve(path));
const isCompiled = process.argv[4] === "compiled";
const home = `${folder}/python/`;
const { loadPyodide } = await import(pathToFileURL(`${home}pyodide.mjs`).href);
const about = JSON.parse(readFileSync(`${home}about.json`, "utf8"));
const py = await loadPyodide({ indexURL: home, lockFileContents: JSON.stringify(about.lock) });
const site = `/lib/python${about.python}/site-packages`;
const bytes = (name) => new Uint8Array(readFileSync(home + name));
const tar = gunzipSync(bytes("trivet.bin")); // as src/trivet/web/src/alone/python.ts reads it
const text = (from, length) => tar.toString("utf8", from, from + length).split("\0")[0];
for (let at = 0, size; tar[at]; at += 512 + Math.ceil(size / 512) * 512) {
  const path = [site, text(at + 345, 155), text(at, 100)].filter(Boolean).join("/");
  size = parseInt(text(at + 124, 12), 8);
  py.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  py.FS.writeFile(path, new Uint8Array(tar.subarray(at + 512, at + 512 + size)));
}
py.FS.writeFile(`${site}/msgspec/_core${about.library}`, bytes("msgspec.wasm"));
if (isCompiled) {
  for (const name of ["trivet__mypyc", "trivet_shim"]) py.FS.writeFile(`${site}/${name}${about.library}`, bytes(`${name}.wasm`));
  py.runPython("import trivet_compiled");
}
py.runPython(readFileSync(file, "utf8"));
console.log(py.globals.get("result"));
console.error(`${Math.round(py._module.HEAPU8.length / 1e6)} MB of memory`);
