import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// What is built is served by trivet itself, under a policy that allows no inline style or script.
export default defineConfig({
  plugins: [svelte()],
  build: { assetsInlineLimit: 0, target: "es2022", reportCompressedSize: true },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
