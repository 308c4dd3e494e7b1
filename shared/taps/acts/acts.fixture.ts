/** Makes logs of clients for tests. */
import { encodeText } from "../../core/bytes.ts";
import type { EntryDraft, TapChange } from "../../log/entry.ts";
import { createEventLog } from "../../log/eventLog.ts";
import { messageText } from "../../log/messageText.ts";
import type { Header } from "../../protocol/headers.ts";
import { classify } from "../../protocol/jsonRpc.ts";
import { readClientActs } from "../clientActs.ts";
import { readActFacts } from "./actFacts.ts";

export type ActMessage = readonly [
  direction: "out" | "in",
  at: number,
  value: object,
  change?: TapChange,
];

/** A request over HTTP, or its answer; the exchange is the last number. */
export type ActExchange =
  | { readonly at: number; readonly request: object; readonly headers?: readonly Header[] }
  /** A request without a message. */
  | { readonly at: number; readonly method: string; readonly path: string }
  | {
      readonly at: number;
      readonly status: number;
      readonly headers?: readonly Header[];
      readonly answer?: object;
    };

type Step = ActMessage | ActExchange | { readonly at: number; readonly event: object };

/** What the client did, as `state code method ×count`, without what was not seen. */
export async function actsOfSteps(steps: readonly Step[], now: number, isEnded = false) {
  const log = createEventLog({ now: () => 0 });
  const base = { exchangeId: undefined, connectionId: "1" } as const;
  const message = (
    direction: "out" | "in",
    at: number,
    value: object,
    more: object = {},
    carrier: "stdio" | "http" = "stdio",
  ) => {
    const whole = { jsonrpc: "2.0", ...value };
    const draft = { ...base, kind: "message", carrier, direction, batch: false } as const;
    const body = encodeText(JSON.stringify(whole));
    log.append({ ...draft, heads: [classify(whole)], ...more } as EntryDraft, body, undefined, at);
  };
  let exchange = 0;
  const url = "http://127.0.0.1:1/mcp";
  for (const step of steps) {
    if ("request" in step) {
      const { at, request, headers = [] } = step;
      const exchangeId = String(++exchange);
      message("out", at, request, { exchangeId, http: { method: "POST", url, headers } }, "http");
    } else if ("path" in step) {
      const { at, method, path } = step;
      const http = { method, url: new URL(path, url).href, headers: [] };
      const service = path.startsWith("/.well-known/") ? { service: "authorization" } : {};
      const draft = { ...base, ...service, kind: "http-request", direction: "out", http } as const;
      const exchangeId = String(++exchange);
      log.append({ ...draft, exchangeId } as EntryDraft, undefined, undefined, at);
    } else if ("status" in step) {
      const { at, status, headers = [], answer } = step;
      const exchangeId = String(exchange);
      const http = { status, statusText: "", url, redirected: false, headers };
      const draft = { ...base, kind: "http-response", direction: "in", exchangeId, http } as const;
      log.append(draft, undefined, undefined, at);
      if (answer) message("in", at, answer, { exchangeId }, "http");
    } else if ("event" in step) {
      const draft = { ...base, kind: "process", direction: "none", event: step.event };
      log.append(draft as EntryDraft, undefined, undefined, step.at);
    } else {
      const [direction, at, value, change] = step;
      message(direction, at, value, change ? { change } : {});
    }
  }
  if (isEnded) {
    const event = { kind: "exited", code: 0, signal: null } as const;
    log.append({ ...base, kind: "process", direction: "none", event }, undefined, undefined, now);
  }
  const { entries } = log.snapshot();
  const factsOf = await readActFacts(entries, async ({ seq, carrier }) =>
    messageText(carrier, await log.read(seq)),
  );
  const acts = readClientActs(entries, now, factsOf);
  const words = acts
    .filter(({ state }) => state !== "not-seen")
    .map(({ state, code, method, count }) =>
      [state, code, method, count > 1 && `×${count}`].filter(Boolean).join(" "),
    );
  return { acts, words };
}
