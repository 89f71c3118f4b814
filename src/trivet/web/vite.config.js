import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

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

// What is built is served by trivet itself, under a policy that allows no inline style or script.
export default defineConfig({
  plugins: [svelte(), compressed],
  build: { assetsInlineLimit: 0, target: "es2022", reportCompressedSize: true },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
