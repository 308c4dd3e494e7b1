/** The texts that put a tap before a server, for different clients. */
import { posixCommand } from "../../../shared/config/posixText.ts";
import { hasPowerShell, powerShellCommand } from "../../../shared/config/powerShellText.ts";
import { parseTarget } from "../../../shared/config/target.ts";

/** How a client is told of its servers. */
export type TapVariant = "command" | "json" | "claude" | "http" | "hosted";

/** Stands for the user's server until it is written. */
export const exampleServers = { command: "node server.js", url: "https://example.com/mcp" };

/** Stands for a relay that runs with `--tunnels`. */
export const exampleRelay = "https://relay.example.com";

/** The port of this machine at which the tap of an HTTP server listens. */
const port = 3001;

/** What the client gets as the address of its server. */
export const tapAddress = `http://127.0.0.1:${port}/mcp`;

/**
 * @param words the program and the first words that start a tap, which end with `--`
 * @param server the command or URL of the server
 * @param platform of the browser; the shell of Windows quotes in another way
 */
export function tapText(
  variant: TapVariant,
  words: readonly string[],
  server: string,
  platform: string,
): string {
  const parsed = parseTarget(server);
  const target = parsed.kind === "target" ? parsed.target : undefined;
  const own = target?.kind === "stdio" ? [target.command, ...target.args] : [server];
  const [program = "", ...args] = [...words, ...own];
  const tap = words.slice(1, words.lastIndexOf("--"));
  const line = hasPowerShell(platform) ? powerShellCommand : posixCommand;
  switch (variant) {
    case "command":
      return line(program, args);
    case "json":
      return JSON.stringify({ mcpServers: { "my-server": { command: program, args } } }, null, 2);
    case "claude":
      return line("claude", ["mcp", "add", "my-server", "--", program, ...args]);
    case "http": {
      const url = target?.kind === "http" ? target.url : server;
      return line(program, [...tap, "--http", `${port}`, url]);
    }
    case "hosted": {
      const reached = target?.kind === "http" ? [target.url] : ["--", ...own];
      return line(program, [...tap, "--public", exampleRelay, ...reached]);
    }
  }
}
