import { expect, test } from "vitest";
import type { KnownFlowFinding } from "../lint/finding.ts";
import { checkMessage, checkResult } from "../protocol/check/checkMessage.ts";
import { findingText } from "./findingText.ts";

const call = (params: unknown) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
const request = (revision: string, message: unknown) =>
  checkMessage(revision, "client-to-server", message).map(findingText);
const text = (index: number, rest: object) => [
  ...Array.from({ length: index }, () => ({ type: "text", text: "" })),
  { type: "text", ...rest },
];

test("names the member or the item that is wrong", () => {
  expect(request("2025-11-25", call({ name: null }))).toEqual([
    '"name" must be a string, not null.',
  ]);
  expect(checkResult("2025-11-25", "tools/call", { content: ["a"] }).map(findingText)).toEqual([
    expect.stringMatching(/^Item 0 /),
  ]);
});

test("names the definition if a whole value is wrong", () => {
  expect(request("2025-11-25", call({}))).toEqual(['"params" lacks the required member "name".']);
  expect(checkResult("2025-11-25", "tools/call", {}).map(findingText)).toEqual([
    'CallToolResult lacks the required member "content".',
  ]);
});

test("describes wrong values: scalars unchanged, others by type, long ones cut", () => {
  const wrong = (jsonrpc: unknown) => request("2025-11-25", { ...call({ name: "a" }), jsonrpc });
  expect(wrong(2)).toEqual(['"jsonrpc" must be "2.0", not 2.']);
  expect(wrong([])).toEqual(['"jsonrpc" must be "2.0", not an array.']);
  expect(wrong("2".repeat(1000))).toEqual([`"jsonrpc" must be "2.0", not "${"2".repeat(60)}…".`]);
});

test("names the revisions that have a method", () => {
  const [finding] = request("2026-07-28", { jsonrpc: "2.0", id: 1, method: "ping" });
  expect(finding).toBe('"ping" is not part of this revision, but of 2024-11-05 to 2025-11-25.');
});

test("states findings of the flow rules and of the check command", () => {
  expect(findingText({ code: "answer-to-unknown-id", evidence: { id: "0", asked: 0 } })).toBe(
    'No request had the id "0", but one had 0. A response repeats the id unchanged, its type included.',
  );
  const evidence = { method: "resources/templates/list", code: -32_601 };
  expect(findingText({ code: "optional-method-missing", evidence })).toMatch(
    /^The server has no resources\/templates\/list\. /,
  );
});

test("a finding about the items of a list names the one that is wrong", () => {
  const content = text(2, { text: 7 });
  expect(checkResult("2025-11-25", "tools/call", { content }).map(findingText)).toEqual([
    '"text" must be a string, not an integer.',
  ]);
});

test("a finding about an icon names which one it is", () => {
  const icons = [{ src: "https://icons.example/a.png" }, { src: "a.png" }, {}];
  const tools = [{ name: "a", inputSchema: { type: "object" }, icons }];
  expect(checkResult("2025-11-25", "tools/list", { tools }).map(findingText)).toEqual([
    '"src" of item 1 of "icons" should be an absolute URI, with a scheme such as https: or file:.',
    'Item 2 of "icons" lacks the required member "src".',
  ]);
});

const ofAnswer = { id: 1, method: "ping", request: 0 };

test.each<KnownFlowFinding>([
  { code: "answer-after-cancel", evidence: ofAnswer },
  { code: "answer-to-unknown-id", evidence: { id: 1 } },
  { code: "body-with-202", evidence: {} },
  { code: "event-never-ended", evidence: {} },
  { code: "line-never-ended", evidence: {} },
  { code: "message-after-close", evidence: {} },
  { code: "second-answer", evidence: ofAnswer },
  { code: "session-id-changed", evidence: {} },
  { code: "session-in-modern-era", evidence: {} },
])("$code says nothing of what a client did, which may be another than this one", (found) => {
  expect(findingText(found)).not.toMatch(/(is|was) (ignored|not sent)/);
});

test.each<[KnownFlowFinding, RegExp]>([
  [{ code: "not-mcp", evidence: { contentType: "text/html", status: 200 } }, /a web page/],
  [{ code: "empty-answer", evidence: { method: "ping", request: 0 } }, /^ping was answered/],
])(
  "a rule about messages keeps its sentence beside a cause that is alike: $0.code",
  (found, says) => {
    expect(findingText(found)).toMatch(says);
  },
);
