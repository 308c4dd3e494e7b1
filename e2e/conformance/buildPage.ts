/** Builds the page with `performInPage.ts` as one more entry, which drives the chunks that the page runs on. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { isFresh } from "../ensureBuild.ts";
import { projectRoot } from "../runScript.ts";

/** Where the page for the referee is; what is published has no part in it. */
export const refereePageDir = join(projectRoot, "dist/cache/refereePage");

/** The extra entry, as it is served. */
export const entryPath = "assets/referee.js";

/**
 * Makes sure that the page for the referee is there, made of the sources as they are now.
 * @throws {Error} when the build fails, or the page would not load the client that the entry drives
 */
export async function buildRefereePage(): Promise<void> {
  if (isFresh(join(refereePageDir, "index.html"), ["e2e/conformance/**"])) return;
  const built = await build({
    configFile: join(projectRoot, "vite.config.ts"),
    logLevel: "error",
    build: {
      outDir: refereePageDir,
      rolldownOptions: {
        input: {
          referee: join(projectRoot, "e2e/conformance/performInPage.ts"),
        },
        preserveEntrySignatures: "exports-only",
        output: {
          entryFileNames: ({ name }) =>
            name === "referee" ? entryPath : "assets/[name]-[hash].js",
        },
      },
    },
  });
  if (!loadsCore((built as Rolldown.RolldownOutput).output)) {
    rmSync(refereePageDir, { recursive: true });
    throw new Error("The page does not load the client that the referee is to judge.");
  }
}

/** Whether the page itself loads the one chunk that holds the client. */
function loadsCore(output: Rolldown.RolldownOutput["output"]): boolean {
  const page = output.find(({ fileName }) => fileName === "index.html");
  const core = output.find(
    (file) =>
      file.type === "chunk" && file.moduleIds.some((id) => id.endsWith("/shared/client/client.ts")),
  );
  return (
    page?.type === "asset" && core !== undefined && String(page.source).includes(core.fileName)
  );
}
