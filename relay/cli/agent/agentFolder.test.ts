import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../relay.fixture.ts";
import { createAgentFolder } from "./agentFolder.ts";

test("a link that leads out does not tell what exists there", () => {
  const [root, outside] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(outside, "there"), "");
  symlinkSync(outside, join(root, "link"));
  symlinkSync(join(outside, "missing"), join(root, "dangling"));
  const folder = createAgentFolder(root);
  for (const path of [
    "link/there",
    "link/missing",
    "dangling",
    "link/there/deeper",
    "link/missing/deeper",
  ]) {
    expect(() => folder.existing(path), path).toThrow("is outside of the folder");
    expect(() => folder.writable(`${path}/file`), path).toThrow("is outside of the folder");
  }
  writeFileSync(join(root, "own"), "");
  expect(() => folder.existing("own/missing")).toThrow("There is no own/missing.");
  expect(() => folder.existing("missing")).toThrow("There is no missing.");
});
