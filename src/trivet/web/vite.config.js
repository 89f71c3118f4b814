import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defaultClientConditions, defineConfig } from "vite";

const TEXT = /\.(js|css|svg)$/; // fonts are compressed already

/** A compressed copy beside each file, so that the server compresses nothing. */
const compressed = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir }) {
    const assets = join(dir, "assets");
    for (const name of readdirSync(assets).filter((one) => TEXT.test(one))) {
      const content = readFileSync(join(assets, name));
      const size = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, size));
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

/** The addresses of pages, for the server. */
const addresses = {
  name: "addresses",
  apply: "build",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "pages.json", source: readFileSync(new URL("src/pages.json", import.meta.url)) });
  },
};

/** In a page that is its own server the query is the address: any host of files finds the page. */
const links = {
  name: "links",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith(".svelte")) return null;
    if (/href=\{?['`]\//.test(code)) throw new Error(`${id}: write a link inside the page as href="/..."`);
    return code.replaceAll('href="/', 'href="?/');
  },
};

// What is built is served by trivet itself, or with `--mode site` by any host of files (tools/site),
// under a policy that allows no inline style or script.
export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  plugins: mode === "site" ? [links, svelte()] : [svelte(), compressed, addresses],
  resolve: { conditions: [...(mode === "site" ? ["site"] : []), ...defaultClientConditions] },
  worker: { format: "es" },
  build: {
    outDir: mode === "site" ? "../../../.build/site-page" : "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
}));
