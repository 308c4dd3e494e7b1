import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { onTestFinished, test } from "vitest";
import { until } from "../relay.fixture.ts";
import { createProcessTree } from "./processTree.ts";

test("a process that has ended, but whose parent does not wait for it, is not waited for", {
  timeout: 30_000,
}, async ({ skip }) => {
  skip(process.platform !== "linux", "reads /proc, which only Linux has");
  // the program that replaces the shell knows nothing of the shell's child
  const parent = spawn("sh", ["-c", "setsid sleep 1000 & echo $!; exec sleep 1000"]);
  onTestFinished(() => void parent.kill());
  const [pid] = await once(createInterface(parent.stdout), "line");
  const stateOf = (id: unknown) => readFileSync(`/proc/${id}/stat`, "utf8");
  for (const each of [pid, parent.pid]) await until(() => stateOf(each).includes("(sleep)"));
  process.kill(Number(pid), "SIGKILL");
  await until(() => stateOf(pid).includes(") Z "));
  await createProcessTree(Number(pid), "none").end(600_000);
});
