/** Starts the built relay in a separate process, as users do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../runScript.ts";

export interface OwnRelay {
  /** The relay's link, which opens one page. */
  readonly link: string;
  stop(): Promise<void>;
}

/** Starts the relay on a free port, with an empty store. */
export async function startOwnRelay(): Promise<OwnRelay> {
  const folder = await mkdtemp(join(tmpdir(), "bench-relay-"));
  const program = join(projectRoot, "dist/relay/cli/main.js");
  const args = [program, "--no-open", "--port", "0", "--store", join(folder, "store.sqlite")];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const stop = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  let output = "";
  const link = await new Promise<string | undefined>((resolve) => {
    child.once("exit", () => resolve(undefined));
    // read after the link as well, so that the pipe does not fill up
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      const found = /MCP Playground: (http:\/\/\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  if (link !== undefined) return { link, stop };
  await stop();
  throw new Error(`The relay did not start: ${output}`);
}
