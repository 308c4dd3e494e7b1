/** Starts the official example server over HTTP, and gives its stdio command. */
import { join } from "node:path";
import { freePort, startProcess } from "./process.ts";

/** Its script; takes the name of a transport as its argument. */
export const everythingProgram = join(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

/** The command line that runs it over stdio. */
export const everythingCommand = "npx -y @modelcontextprotocol/server-everything stdio";

export interface EverythingServer {
  /** Its endpoint; it allows every origin. */
  readonly url: string;
  /** Everything it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts it over Streamable HTTP, or over HTTP+SSE, on a free port. */
export async function startEverything(
  transport: "streamableHttp" | "sse" = "streamableHttp",
): Promise<EverythingServer> {
  const port = await freePort();
  const running = await startProcess({
    command: process.execPath,
    args: [everythingProgram, transport],
    env: { PORT: String(port) },
    port,
  });
  const path = transport === "sse" ? "sse" : "mcp";
  return { url: `http://127.0.0.1:${port}/${path}`, output: running.output, stop: running.stop };
}
