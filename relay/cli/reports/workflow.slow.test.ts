import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import { temporaryFolder } from "../../relay.fixture.ts";

const main = join(import.meta.dirname, "..", "main.ts");

test("the workflow of docs/cli.md runs as it is written, on a local server", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/cli.md"), "utf8");
  const workflow = parse(/```yaml\n(.*?)```/s.exec(text)?.[1] ?? "");
  const steps: { readonly run?: string }[] = workflow.jobs.check.steps;
  const commands = steps.flatMap(({ run }) => (run?.includes("mcp-playground") ? [run] : []));
  expect(commands).toHaveLength(3);

  const folder = temporaryFolder();
  const files = {
    "server.js": `process.argv[2] = "stdio"; import(${JSON.stringify(everythingProgram)});`,
    "mcp-baseline.json": '{"format":"mcp-playground-baseline/1","expected":[]}',
    "mcp-conform.json": JSON.stringify({
      format: "mcp-playground-baseline/1",
      expected: [
        "batch",
        "tool-result-valid",
        "resource-unknown-code",
        "logging-level-invalid",
      ].map((rule) => ({ rule })),
    }),
    "calls.json": JSON.stringify({
      format: "mcp-playground-collection/1",
      name: "smoke",
      calls: [{ name: "echo", kind: "tool", item: "echo", arguments: { message: "hi" } }],
    }),
    // what npx does with an installed package
    npx: `#!/bin/sh\nshift\nexec ${process.execPath} ${main} "$@"\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
  symlinkSync(process.execPath, join(folder, "node"));
  const GITHUB_STEP_SUMMARY = join(folder, "summary.md");
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, GITHUB_STEP_SUMMARY };
  for (const command of commands) {
    const { status, stderr } = spawnSync("bash", ["-e", "-c", command], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(readFileSync(GITHUB_STEP_SUMMARY, "utf8")).toContain("0 violations");
  }
  expect(existsSync(join(folder, "mcp.sarif"))).toBe(true);
  expect(readFileSync(join(folder, "calls.xml"), "utf8")).toContain('<testcase name="echo"');
}, 120_000);
