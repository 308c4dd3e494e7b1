/** Bundles the page code of a benchmark or a journey with the page's own build settings. */
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { projectRoot } from "../runScript.ts";

/**
 * @param entry the path of a module, from `e2e/bench`
 * @returns one self-contained script
 */
export async function bundleForPage(entry: string): Promise<string> {
  const { output } = (await build({
    configFile: join(projectRoot, "vite.config.ts"),
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, entry),
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
