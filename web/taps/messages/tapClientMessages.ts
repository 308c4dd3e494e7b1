/** Messages about the configurations of clients that a tap is put into. */
import type { ClientServer } from "../../../shared/relay/frames/tapFrames.ts";

const names: Readonly<Record<string, string>> = {
  claude: "Claude",
  cursor: "Cursor",
  vscode: "VS Code",
  windsurf: "Windsurf",
  gemini: "Gemini",
  lmstudio: "LM Studio",
  codex: "Codex",
  zed: "Zed",
};

/** The name of the client of a server. */
export function clientName(server: ClientServer | undefined): string {
  const { client = "" } = server ?? {};
  return Object.hasOwn(names, client) ? (names[client] ?? client) : client;
}

export const stateHint: Readonly<Record<ClientServer["state"], string>> = {
  ready: "",
  tapped: "has a tap",
  "not-stdio": "has a URL",
  unusual: "to change by hand",
};

export const stateText: Readonly<Record<ClientServer["state"], string>> = {
  ready:
    "Everything else in the file stays. The command shows the change again, asks, and keeps a copy of the file. Then restart the client.",
  tapped: "This command takes the tap out again.",
  "not-stdio":
    "Start mcp-playground tap --http <port> <url> with this server’s URL, and enter the tap’s address in the client.",
  unusual:
    "This server is written in a way that is not changed automatically. Put mcp-playground tap -- before its command.",
};
