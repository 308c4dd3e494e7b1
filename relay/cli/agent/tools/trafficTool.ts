/** The tool `traffic`. */
import { decodeText } from "../../../../shared/core/bytes.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import { entryAt } from "../../../../shared/log/eventLog.ts";
import { maskBytes, spansOf } from "../../../../shared/log/mask.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import type { AgentContext } from "../agentContext.ts";
import {
  type AgentTool,
  connection,
  fromServer,
  listMember,
  numberMember,
  reads,
  ToolProblem,
  textArgument,
  textMember,
} from "../agentTool.ts";

/** Bytes of an entry that are read, and entries of a list. */
const [maxBytes, maxEntries] = [1_000_000, 60];

export function trafficTool({ log, connections }: AgentContext): AgentTool {
  return {
    name: "traffic",
    title: "Show messages",
    description:
      "Shows an entry of the log by its number: the message, HTTP request or output behind a finding. Without entry: the entries of a connection in short, the newest last.",
    input: {
      entry: { type: "integer", minimum: 0, description: "The number of an entry" },
      connection,
      since: { type: "integer", minimum: 0, description: "Only entries after this number" },
    },
    output: {
      entry: numberMember("Its number"),
      kind: textMember("What it is, such as message or http-request"),
      direction: textMember("out: sent to the server; in: received from it"),
      fromServer,
      entries: listMember("Entries in short"),
    },
    annotations: reads,
    async run(call) {
      const snapshot = log.snapshot();
      const { entry: number, since = -1 } = call.args as { entry?: number; since?: number };
      if (number !== undefined) {
        const entry = entryAt(snapshot, number);
        if (!entry) throw new ToolProblem("There is no entry with this number.");
        const whole = maskBytes(await log.read(number), spansOf(entry.secrets, "body"));
        const bytes = whole.subarray(0, maxBytes);
        const body =
          entry.kind === "message" ? messageText(entry.carrier, bytes) : decodeText(bytes);
        // what was sent may have ids and addresses that the server chose
        return {
          entry: number,
          kind: entry.kind,
          direction: entry.direction,
          fromServer: { ...headOf(entry), text: body },
        };
      }
      const { logIds } = connections.get(textArgument(call, "connection"));
      const own = snapshot.entries
        .slice(0, snapshot.length)
        .filter(({ connectionId, seq }) => logIds.includes(connectionId) && seq > since)
        .slice(-maxEntries);
      return {
        entries: own.map((entry) => ({
          entry: entry.seq,
          kind: entry.kind,
          direction: entry.direction,
          fromServer: headOf(entry),
        })),
      };
    },
  };
}

/** What an entry is, in short. */
function headOf(entry: Entry) {
  switch (entry.kind) {
    case "message": {
      const [head] = entry.heads;
      return (
        head && {
          message: head.kind,
          ...("method" in head && { method: head.method }),
          ...("id" in head && { id: head.id }),
        }
      );
    }
    case "http-request":
      return { method: entry.http.method, url: entry.http.url };
    case "http-response":
      return { status: entry.http.status };
    case "process":
      return { event: entry.event.kind };
    default:
      return {};
  }
}
