/** Makes logs of sessions for tests, and judges them. */
import { encodeText } from "../../core/bytes.ts";
import { createEventLog } from "../../log/eventLog.ts";
import { createRecorder } from "../../log/recorder.ts";
import { decodeMessages } from "../../transport/decodeMessages.ts";
import { type CatalogClient, clientCatalog } from "../clientCatalog.ts";
import { findClients, judgeClients } from "./judgeClients.ts";
import { observeServer } from "./observedServer.ts";

type SessionFacts = Parameters<typeof observeServer>[2];

/** A log of a connection over HTTP, whose messages arrive at given times. */
export function createCompatSession() {
  const log = createEventLog({ now: () => 0 });
  const record = createRecorder(log, "one");
  let id = 0;
  const message = (direction: "in" | "out", at: number, value: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...value });
    const { heads, batch } = decodeMessages(text);
    record(
      {
        kind: "message",
        carrier: "http",
        direction,
        exchangeId: `${id}`,
        heads,
        batch,
        secrets: [],
      },
      encodeText(text),
      at,
    );
  };
  const session = {
    /** A request and its answer. */
    exchange(method: string, params: object, result: object, ms = 10) {
      id += 1;
      message("out", id * 1000, { id, method, params });
      message("in", id * 1000 + ms, { id, result });
      return session;
    },
    call: (result: object, ms?: number) =>
      session.exchange("tools/call", { name: "get_weather", arguments: {} }, result, ms),
    /** The answer of an authorization service. */
    metadata(value: object) {
      id += 1;
      const url = "https://mcp.example.com/.well-known/oauth";
      const common = { exchangeId: `${id}`, secrets: [] };
      record({
        ...common,
        kind: "http-request",
        direction: "out",
        service: "authorization",
        http: { method: "GET", url, headers: [] },
      });
      record(
        { ...common, kind: "frame", holds: "body", carrier: "http", direction: "in" },
        encodeText(JSON.stringify(value)),
      );
      return session;
    },
    /** A line on standard output that is no message. */
    stray() {
      const { heads, batch } = decodeMessages("listening");
      const common = { carrier: "stdio", direction: "in", exchangeId: undefined } as const;
      record({ kind: "message", ...common, heads, batch, secrets: [] }, encodeText("listening"));
      return session;
    },
    judgeAll: async (
      clients: readonly CatalogClient[],
      url = "https://mcp.example.com/mcp",
      more: Partial<SessionFacts> = {},
    ) => {
      const facts = { transport: "http", url: new URL(url), name: "weather", offers: [] } as const;
      return judgeClients(clients, await observeServer(log, "one", { ...facts, ...more }));
    },
    /** The codes of what is found about a client, but for what holds of every server, and the states of its cells. */
    async judge(name: string, url?: string, more: Partial<SessionFacts> = {}) {
      const { found } = findClients(clientCatalog, [name]);
      const [row] = await session.judgeAll(found, url, more);
      const cells = Object.entries(row?.cells ?? {});
      const problems = cells.flatMap(([, { findings }]) => findings.map(({ problem }) => problem));
      return {
        codes: problems.map(({ code }) => code).filter((code) => code !== "also-handed-in"),
        states: Object.fromEntries(cells.map(([column, { state }]) => [column, state])),
      };
    },
  };
  return session;
}
