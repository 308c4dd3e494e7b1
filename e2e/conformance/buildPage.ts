/** Builds the page with `performInPage.ts` as an additional entry that uses the page's own chunks. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { isFresh } from "../ensureBuild.ts";
import { projectRoot } from "../runScript.ts";

/** Folder of the built conformance page; it is not published. */
export const conformancePageDir = join(projectRoot, "dist/cache/conformancePage");

/** Path at which the additional entry is served. */
export const entryPath = "assets/conformance.js";

/**
 * Builds the conformance page if it is older than its sources.
 * @throws {Error} when the build fails, or the page would not load the client that the entry drives
 */
export async function buildConformancePage(): Promise<void> {
  if (isFresh(join(conformancePageDir, "index.html"), ["e2e/conformance/**"])) return;
  const built = await build({
    configFile: join(projectRoot, "vite.config.ts"),
    logLevel: "error",
    build: {
      outDir: conformancePageDir,
      rolldownOptions: {
        input: {
          conformance: join(projectRoot, "e2e/conformance/performInPage.ts"),
        },
        preserveEntrySignatures: "exports-only",
        output: {
          entryFileNames: ({ name }) =>
            name === "conformance" ? entryPath : "assets/[name]-[hash].js",
        },
      },
    },
  });
  if (!loadsCore((built as Rolldown.RolldownOutput).output)) {
    rmSync(conformancePageDir, { recursive: true });
    throw new Error("The page does not load the client that the suite tests.");
  }
}

/**
 * Whether the page itself loads, initially or on demand, the one chunk that contains the client.
 */
function loadsCore(output: Rolldown.RolldownOutput["output"]): boolean {
  const chunks = output.filter((file) => file.type === "chunk");
  const page = output.find(({ fileName }) => fileName === "index.html");
  const source = page?.type === "asset" ? String(page.source) : "";
  const loaded = new Set(chunks.filter(({ fileName }) => source.includes(fileName)));
  for (const { imports, dynamicImports } of loaded) {
    const names = new Set([...imports, ...dynamicImports]);
    for (const chunk of chunks) if (names.has(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded].some(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith("/shared/client/client.ts")),
  );
}
