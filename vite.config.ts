/** Builds the page, and runs it with a relay beside it while developing. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { slimMonaco } from "./web/editor/slimMonaco.ts";

/** Browsers that speak what the page is written in; nothing is transpiled for older ones. */
const browsers = ["chrome126", "edge126", "firefox128", "safari18"];

export default defineConfig({
  root: "web",
  base: "./",
  plugins: [react(), slimMonaco()],
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    target: browsers,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: "es" },
  test: {
    root: ".",
    include: ["{shared,relay,web,e2e}/**/*.test.{ts,tsx}"],
    environment: "node",
  },
});
