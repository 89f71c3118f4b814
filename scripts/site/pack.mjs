// Compile the Python of the site with the very Python that will run it: node pack.mjs SOURCES.zip OUT.zip
// Prints what that Python is, as JSON.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const PACK = `
import compileall, json, pathlib, py_compile, sys, sysconfig, zipfile
fixed = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir("/pack", quiet=1, legacy=True, optimize=2, invalidation_mode=fixed)
with zipfile.ZipFile("/pack.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as pack:
    for path in sorted(pathlib.Path("/pack").rglob("*")):
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts:
            name = str(path.relative_to("/pack"))
            pack.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
json.dumps({
    "python": "%d.%d" % sys.version_info[:2],
    "library": sysconfig.get_config_var("EXT_SUFFIX"),
})
`;

const [sources, out] = process.argv.slice(2);
const folder = fileURLToPath(new URL("node_modules/pyodide/", import.meta.url));
const { info } = JSON.parse(readFileSync(`${folder}pyodide-lock.json`, "utf8"));
const lock = { info, packages: {} };
const py = await loadPyodide({ indexURL: folder, lockFileContents: JSON.stringify(lock) });
py.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: "/pack" });
const made = JSON.parse(py.runPython(PACK));
writeFileSync(out, py.FS.readFile("/pack.zip"));
console.log(JSON.stringify({ ...made, lock }));
