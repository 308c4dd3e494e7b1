/** Starts `mcp-playground tap` in front of a server. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Forwarder } from "./forwarder.ts";

const program = join(import.meta.dirname, "../../relay/cli/main.ts");

/** @throws {Error} if it does not listen */
export async function openTap(target: string): Promise<Forwarder> {
  const state = await mkdtemp(join(tmpdir(), "conformance-tap-"));
  const child = spawn(process.execPath, [program, "tap", "--http", "0", target], {
    env: { ...process.env, XDG_STATE_HOME: state },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [line] = await once(createInterface(child.stderr), "line");
  const url = /http:\/\/\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`The tap does not listen: ${line}`);
  return {
    url: url.replace("127.0.0.1", "localhost"),
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
      await rm(state, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
