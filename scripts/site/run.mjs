// Run a Python file with the Python of a site: node run.mjs FOLDER FILE.py [compiled]
// Prints what it leaves in `result`.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2, 4).map((path) => resolve(path));
const isCompiled = process.argv[4] === "compiled";
const home = `${folder}/python/`;
const { loadPyodide } = await import(pathToFileURL(`${home}pyodide.mjs`).href);
const about = JSON.parse(readFileSync(`${home}about.json`, "utf8"));
const py = await loadPyodide({ indexURL: home, lockFileContents: JSON.stringify(about.lock) });
const site = `/lib/python${about.python}/site-packages`;
const bytes = (name) => new Uint8Array(readFileSync(home + name));
for (const name of ["trivet.zip", "msgspec.zip"]) py.unpackArchive(bytes(name), "zip", { extractDir: site });
if (isCompiled) {
  for (const name of ["trivet__mypyc", "trivet_shim"]) py.FS.writeFile(`${site}/${name}${about.library}`, bytes(`${name}.wasm`));
  py.runPython("import trivet_compiled");
}
py.runPython(readFileSync(file, "utf8"));
console.log(py.globals.get("result"));
console.error(`${Math.round(py._module.HEAPU8.length / 1e6)} MB of memory`);
