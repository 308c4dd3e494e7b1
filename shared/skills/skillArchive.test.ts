import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { createSkillArchive } from "./skillArchive.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("another program unpacks the archive", () => {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at);
  const files = [
    { path: "SKILL.md", bytes: encodeText("---\nname: x\n---\n") },
    { path: "references/naïve.bin", bytes },
    { path: "empty", bytes: new Uint8Array() },
  ];
  const archive = join(folder, "skill.zip");
  writeFileSync(archive, createSkillArchive(files));
  const script =
    "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])\n";
  execFileSync("python3", ["-c", script, archive, folder]);
  for (const file of files) {
    expect([...readFileSync(join(folder, file.path))]).toEqual([...file.bytes]);
  }
});
