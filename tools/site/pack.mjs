// Compile Python for the site with the very Python that will run it:
// node pack.mjs STANDARD-LIBRARY.zip SOURCES.zip FOLDER
// Writes python_stdlib.zip, which Python reads by itself, and trivet.bin, which the page unpacks: a tar
// in gzip, under a name that no host takes for a compressed form of something else.
// Prints what that Python is, as JSON.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const PACK = `
import compileall, gzip, io, json, pathlib, py_compile, sys, sysconfig, tarfile, zipfile
fixed = py_compile.PycInvalidationMode.UNCHECKED_HASH

def compiled(folder):
    """Files by name, code without columns, docstrings and asserts."""
    compileall.compile_dir(folder, quiet=1, legacy=True, optimize=2, invalidation_mode=fixed)
    for path in sorted(pathlib.Path(folder).rglob("*"), key=lambda path: (path.suffix, path)):
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts:
            yield str(path.relative_to(folder)), path.read_bytes()

with zipfile.ZipFile("/stdlib.zip", "w") as pack:
    for name, content in compiled("/stdlib"):
        pack.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
whole = io.BytesIO()
with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as pack:
    for name, content in compiled("/trivet"):
        about = tarfile.TarInfo(name)
        about.size = len(content)
        pack.addfile(about, io.BytesIO(content))
pathlib.Path("/trivet.bin").write_bytes(gzip.compress(whole.getvalue(), 9, mtime=0))
json.dumps({
    "python": "%d.%d" % sys.version_info[:2],
    "library": sysconfig.get_config_var("EXT_SUFFIX"),
})
`;

const [library, sources, out] = process.argv.slice(2);
const folder = fileURLToPath(new URL("node_modules/pyodide/", import.meta.url));
const { info } = JSON.parse(readFileSync(`${folder}pyodide-lock.json`, "utf8"));
const lock = { info, packages: {} };
const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" };
const py = await loadPyodide({ indexURL: folder, lockFileContents: JSON.stringify(lock), env });
for (const [archive, extractDir] of [[library, "/stdlib"], [sources, "/trivet"]])
  py.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir });
const made = JSON.parse(py.runPython(PACK));
writeFileSync(`${out}/python_stdlib.zip`, py.FS.readFile("/stdlib.zip"));
writeFileSync(`${out}/trivet.bin`, py.FS.readFile("/trivet.bin"));
console.log(JSON.stringify({ ...made, lock }));
