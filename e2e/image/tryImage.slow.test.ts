/** Runs the trial of the image on the built program, without a container. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureBuild } from "../ensureBuild.ts";
import { projectRoot } from "../runScript.ts";
import { freePort } from "../servers/process.ts";
import { tryRelay } from "./tryImage.ts";

test("the built program passes what an image has to, and one that ends does not", async () => {
  await ensureBuild();
  const main = join(projectRoot, "dist/relay/cli/main.js");
  await tryRelay((args) => [process.execPath, main, ...args], await freePort());
  const failing = tryRelay(() => [process.execPath, "--eval", "0"], await freePort());
  await expect(failing).rejects.toThrow("The relay ended at once.");
});
