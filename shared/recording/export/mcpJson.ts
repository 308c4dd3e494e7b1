/** Exports the servers of a recording as a configuration of MCP clients. */
import type { Recording, SharedServer } from "../recording.ts";
import type { ExportChoice } from "./exchanges.ts";

/** `mcpServers` is read by Claude and Cursor, `servers` by VS Code. */
type ConfigurationStyle = "mcpServers" | "servers";

/** Exports every server once; values of variables are references to the client's environment. */
export function exportMcpJson(
  recording: Recording,
  { style = "mcpServers" }: ExportChoice & { readonly style?: ConfigurationStyle } = {},
): string {
  const servers = new Map<string, object>();
  const all = (recording.connections ?? []).map(({ server, serverInfo }) => ({
    server,
    name: typeof serverInfo?.name === "string" ? serverInfo.name : "",
  }));
  const seen = new Set<string>();
  for (const { server, name } of all.length > 0 ? all : [{ server: recording.server, name: "" }]) {
    const key = JSON.stringify(server);
    if (seen.has(key)) continue;
    seen.add(key);
    const wanted = name.replace(/[^\w.-]+/g, "-").slice(0, 60) || "server";
    let free = wanted;
    for (let count = 2; servers.has(free); count++) free = `${wanted}-${count}`;
    servers.set(free, configurationOf(server, style));
  }
  return `${JSON.stringify({ [style]: Object.fromEntries(servers) }, undefined, 2)}\n`;
}

function configurationOf(server: SharedServer, style: ConfigurationStyle): object {
  if (server.kind === "http") return { type: "http", url: server.url };
  const { command, args, cwd, environmentNames = [] } = server;
  const env = environmentNames.map((name) => [
    name,
    style === "servers" ? `\${env:${name}}` : `\${${name}}`,
  ]);
  return {
    ...(style === "servers" ? { type: "stdio" } : {}),
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}),
  };
}
