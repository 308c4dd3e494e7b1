/** Keeps the state of a session between the demo server and one client of the legacy era. */
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import type { Demo } from "./demo.ts";
import { RpcError } from "./protocol.ts";
import type { DemoStream } from "./stream.ts";

/** Newest first. */
export const supported: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

export interface LegacySession {
  readonly revision: string;
  readonly capabilities: JsonObject;
  /** The lowest level of log messages. */
  level: string;
  /** Requests to the client that have no answer yet, by id. */
  readonly asked: Map<
    string,
    { resolve: (value: JsonObject) => void; reject: (error: Error) => void }
  >;
  /** Calls that can be cancelled, by the id of their request. */
  readonly running: Map<unknown, AbortController>;
  readonly subscribed: Set<unknown>;
  stream: DemoStream | undefined;
  end: () => void;
}

/** @param params those of `initialize` */
export function openLegacySession(demo: Demo, params: JsonObject): LegacySession {
  const revision = supported.find((one) => one === params.protocolVersion) ?? "2025-11-25";
  const session: LegacySession = {
    revision,
    capabilities: asJsonObject(params.capabilities) ?? {},
    level: "info",
    asked: new Map(),
    running: new Map(),
    subscribed: new Set(),
    stream: undefined,
    end: demo.state.subscribe((change) => {
      if (change.kind === "tools") notify("notifications/tools/list_changed");
      else if (session.subscribed.has(change.uri)) {
        notify("notifications/resources/updated", { uri: change.uri });
      }
    }),
  };
  const notify = (method: string, params?: JsonObject) =>
    session.stream?.send({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
  return session;
}

/** Passes an answer of the client to the request that waits for it. */
export function settleAnswer({ asked }: LegacySession, { id, result, error }: JsonObject): void {
  const waiting = asked.get(String(id));
  asked.delete(String(id));
  if (error === undefined) waiting?.resolve(asJsonObject(result) ?? {});
  else
    waiting?.reject(
      new RpcError(-32603, `The client refused: ${String(asJsonObject(error)?.message)}`),
    );
}
