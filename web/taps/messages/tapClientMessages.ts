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

/** Says which clients have no servers on this machine. */
export function notFoundText(servers: readonly ClientServer[]): string {
  const found = new Set(servers.map(({ client }) => client));
  const missing = Object.keys(names).filter((client) => !found.has(client));
  const listed = missing.map((client) => names[client] ?? client);
  const last = listed.pop();
  if (last === undefined) return "";
  const all = listed.length > 0 ? `${listed.join(", ")} and ${last}` : last;
  const also = found.size > 0 ? " too" : "";
  return `Looked for the servers of ${all}${also}: none on this machine.`;
}

/** Why a client has been started and no tap has appeared; the most frequent cause first. */
export const missingCauses: readonly { readonly cause: string; readonly fix: string }[] = [
  {
    cause: "The client still has its former configuration.",
    fix: "Quit it completely, or reload its servers.",
  },
  {
    cause: "The client cannot start the command.",
    fix: "Use the full path above: desktop apps do not have the PATH of your terminal. The client’s own log has the message.",
  },
  {
    cause: "The server’s command ends at once.",
    fix: "Run the copied command in a terminal, in the directory that the client uses.",
  },
  {
    cause: "The client runs elsewhere.",
    fix: "In a container, in WSL, over SSH or as another user it has a data directory of its own: start this page there.",
  },
  {
    cause: "This is Windows.",
    fix: "There a tap does not appear by itself: open its recording from the folder of the data directory.",
  },
];
