/** Checks the messages between apps and the page against the schema of MCP Apps. */
import { parseAnyJson } from "../core/json/jsonObject.ts";
import { type AppEntry, idKey } from "../log/entry.ts";
import type { JsonRpcId } from "../protocol/jsonRpc.ts";
import type { Finding } from "./finding.ts";

interface AppMessageChecks {
  /** @param text the JSON text of the message */
  check(entry: AppEntry, text: string): Promise<readonly Finding[]>;
}

/** Creates a checker; it loads the schema with the first message. */
export function createAppMessageChecks(): AppMessageChecks {
  const requests = new Map<string, string>();
  const keyOf = ({ app }: AppEntry, direction: "in" | "out", id: JsonRpcId) =>
    `${app} ${direction} ${idKey(id)}`;
  return {
    async check(entry, text) {
      const [head] = entry.heads;
      let request: string | undefined;
      if (head?.kind === "request" && entry.direction !== "none") {
        requests.set(keyOf(entry, entry.direction, head.id), head.method);
      } else if (head?.kind === "result") {
        request = requests.get(keyOf(entry, entry.direction === "in" ? "out" : "in", head.id));
      }
      const schema = await import("../protocol/check/checkAppMessage.ts").catch(() => undefined);
      const found = schema?.checkAppMessage(parseAnyJson(text), request) ?? [];
      return found.map((finding) => ({ ...finding, seq: entry.seq }));
    },
  };
}
