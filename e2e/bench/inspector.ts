/** Starts the official inspector. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspectorProgram } from "../inspectorProgram.ts";
import { projectRoot } from "../runScript.ts";
import { freePort } from "../servers/process.ts";

/** Servers as in the configuration files of MCP clients. */
export type ConfiguredServers = Readonly<Record<string, object>>;

/**
 * Starts the inspector.
 * @param servers the servers it offers; its own examples by default
 * @returns its address with the token, and how to stop it
 */
export async function startInspector(
  servers?: ConfiguredServers,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = join(projectRoot, "dist/cache/inspector");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "servers.json");
  if (servers) writeFileSync(config, JSON.stringify({ mcpServers: servers }));
  const options = servers ? ["--web", "--config", config] : [];
  const child = spawn(process.execPath, [inspectorProgram, ...options], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      MCP_AUTO_OPEN_ENABLED: "false",
      CLIENT_PORT: String(await freePort()),
      SERVER_PORT: String(await freePort()),
      MCP_SANDBOX_PORT: String(await freePort()),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const url = /http:\/\/\S+TOKEN=\w+/.exec(output)?.[0];
    if (!url) continue;
    const stop = async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    };
    return { url, stop };
  }
  throw new Error(`The inspector did not start: ${output}`);
}
