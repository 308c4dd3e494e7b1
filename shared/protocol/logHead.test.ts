import { expect, test } from "vitest";
import { classify } from "./jsonRpc.ts";
import { logHead } from "./logHead.ts";

const textOf = (data: unknown) => logHead({ data })?.text;
const long = "x".repeat(1_000_000);

test.each<[name: string, data: unknown, text: string]>([
  ["one line", "one line", "one line"],
  ["several lines", "  two\nlines", "two…"],
  ["a line with its end", "one\n", "one"],
  ["empty lines first", "\n\nlate", "late"],
  ["nothing", "", ""],
  ["a long line", long, `${"x".repeat(160)}…`],
  ["a short and a long line", `short\n${long}`, "short…"],
  ["a number", 7, "7"],
  ["null", null, "null"],
  ["no data", undefined, ""],
  ["a list", ["a", "b"], "2 items"],
  ["an object with a message", { message: "m", other: 1 }, "m"],
  ["an object with a msg", { msg: "m" }, "m"],
  [
    "another object",
    { error: "refused", port: 5, tags: [], at: {}, ok: true },
    "error: refused, port: 5, tags: […], at: {…}, ok: true",
  ],
  ["long members", { [long]: long }, `${"x".repeat(60)}…: ${"x".repeat(97)}…`],
])("of %s it keeps a bounded beginning", (_, data, text) => {
  expect(textOf(data)).toBe(text);
});

test("an object with very many members is not read completely", () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
  expect(textOf(many)).toBe("k0: 0, k1: 1, k2: 2, k3: 3, k4: 4, k5: 5, …");
});

test.each([[undefined], [null], [7], [[]]])("params %j are not a log message", (params) => {
  expect(logHead(params)).toBeUndefined();
});

test("only the notification for it has what is logged", () => {
  const params = { level: "info", logger: 7, data: "d" };
  const head = (method: string) => classify({ jsonrpc: "2.0", method, params });
  const log = { level: "info", logger: "", text: "d" };
  expect(head("notifications/message")).toEqual({
    kind: "notification",
    method: "notifications/message",
    log,
  });
  expect(head("notifications/other")).not.toHaveProperty("log");
});
