/** Builds the page with `perform.ts` as one more entry, which drives the chunks that the page runs on. */
import { join } from "node:path";
import { build } from "vite";
import { isFresh } from "../ensureBuild.ts";
import { projectRoot } from "../runScript.ts";

/** Where the page for the referee is; what is published has no part in it. */
export const refereePageDir = join(projectRoot, "dist/cache/refereePage");

/** The extra entry, as it is served. */
export const entryPath = "assets/referee.js";

/**
 * Makes sure that the page for the referee is there, made of the sources as they are now.
 * @throws {Error} when the build fails
 */
export async function buildRefereePage(): Promise<void> {
  if (isFresh(join(refereePageDir, "index.html"), ["e2e/conformance/**"])) return;
  await build({
    configFile: join(projectRoot, "vite.config.ts"),
    logLevel: "error",
    build: {
      outDir: refereePageDir,
      rolldownOptions: {
        input: {
          index: join(projectRoot, "web/index.html"),
          referee: join(projectRoot, "e2e/conformance/perform.ts"),
        },
        preserveEntrySignatures: "exports-only",
        output: {
          entryFileNames: ({ name }) =>
            name === "referee" ? entryPath : "assets/[name]-[hash].js",
        },
      },
    },
  });
}
