import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { createEventLog } from "../log/eventLog.ts";
import { classify } from "../protocol/jsonRpc.ts";
import { createLint } from "./lint.ts";

test("messages of apps in a log are checked, each app's answers by its own requests", async () => {
  const log = createEventLog({ now: () => 0 });
  const add = (app: string, direction: "in" | "out", message: object) =>
    log.append(
      {
        kind: "app",
        app,
        connectionId: "c",
        direction,
        exchangeId: undefined,
        heads: [classify(message)],
      },
      encodeText(JSON.stringify(message)),
    ).seq;
  const lint = createLint({
    log,
    loadCheck: () => import("../protocol/check/checkMessage.ts"),
    now: () => 0,
    budgetMs: 10,
    yieldToEventLoop: async () => {},
  });
  const ask = { jsonrpc: "2.0", id: 1, method: "ui/request-display-mode", params: { mode: "pip" } };
  add("a", "in", ask);
  add("b", "in", { jsonrpc: "2.0", id: 1, method: "ping" });
  const right = add("a", "out", { jsonrpc: "2.0", id: 1, result: { mode: "inline" } });
  const other = add("b", "out", { jsonrpc: "2.0", id: 1, result: {} });
  const wrong = add("b", "in", { jsonrpc: "2.0", id: 2, method: "ui/open-link", params: {} });
  await lint.settled();
  expect([...lint.snapshot().bySeq.keys()]).toEqual([wrong]);
  expect(lint.findingsOf(wrong)).toMatchObject([{ code: "missing-member", pointer: "/params" }]);
  expect([lint.findingsOf(right), lint.findingsOf(other)]).toEqual([[], []]);
  lint.close();
});
