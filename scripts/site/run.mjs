// Run a Python file with the Python of a site: node run.mjs FOLDER FILE.py; prints what it leaves in `result`.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2).map((path) => resolve(path));
const home = `${folder}/python/`;
const { loadPyodide } = await import(pathToFileURL(`${home}pyodide.mjs`).href);
const about = JSON.parse(readFileSync(`${home}about.json`, "utf8"));
const py = await loadPyodide({ indexURL: home, lockFileContents: JSON.stringify(about.lock) });
for (const name of ["trivet.zip", "msgspec.zip"]) {
  py.unpackArchive(new Uint8Array(readFileSync(home + name)), "zip", { extractDir: `/lib/python${about.python}/site-packages` });
}
py.runPython(readFileSync(file, "utf8"));
console.log(py.globals.get("result"));
