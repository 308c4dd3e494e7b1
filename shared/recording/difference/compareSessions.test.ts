import { expect, test } from "vitest";
import { compareAnswers } from "../../collections/compare/compareAnswers.ts";
import { defaultRules, readRules } from "../../collections/compare/rules.ts";
import type { Recording } from "../recording.ts";
import { compareSessions } from "./compareSessions.ts";

type Message = readonly [direction: "out" | "in", value: object, more?: object];

const server = { kind: "stdio", command: "node", args: [] } as const;

function sessionOf(messages: readonly Message[], facts: object = {}): Recording {
  return {
    format: "mcp-playground/1",
    server,
    connections: [{ id: "1", server, revision: "2025-11-25", ...facts }],
    entries: messages.map(([direction, value, more], at) => ({
      kind: "message",
      at,
      direction,
      carrier: "stdio",
      text: JSON.stringify({ jsonrpc: "2.0", ...value }),
      ...more,
    })),
  } as Recording;
}

const { rules } = readRules(defaultRules);

async function differences(first: Recording, second: Recording) {
  const { differences: found, isSame } = await compareSessions(first, second, async (a, b) =>
    compareAnswers(a, b, rules),
  );
  expect(isSame).toBe(found.length === 0);
  return found.map(({ kind, method, subject, count, changes, outcomes }) =>
    [
      kind,
      method,
      subject,
      count > 1 && `×${count}`,
      changes?.map((c) => c.pointer).join(),
      outcomes?.join(),
    ]
      .filter(Boolean)
      .join(" "),
  );
}

const call = (id: number | string, name: string, args: object = {}, more: object = {}) => ({
  id,
  method: "tools/call",
  params: { name, arguments: args, ...more },
});
const said = (id: number | string, text: string, more: object = {}) => ({
  id,
  result: { content: [{ type: "text", text }], ...more },
});

test("ids, times, metadata, the order of members and volatile values make no difference", async () => {
  const first = sessionOf([
    ["out", call(1, "add", { a: 1, b: 2 })],
    ["in", said(1, "3 at 2026-01-01T10:00:00Z")],
  ]);
  const second = sessionOf([
    ["out", call("x", "add", { b: 2, a: 1 }, { _meta: { progressToken: 7 } })],
    ["in", { method: "notifications/progress", params: { progressToken: 7, progress: 1 } }],
    ["in", said("x", "3 at 2026-02-02T11:11:11Z")],
  ]);
  expect(await differences(first, second)).toEqual([]);
});

test("answers, arguments, outcomes and what only one has are told apart", async () => {
  const first = sessionOf([
    ["out", call(1, "read", { id: 1 })],
    ["in", said(1, "one")],
    ["out", call(2, "write", { title: "a" })],
    ["in", said(2, "done")],
    ["out", call(3, "tag")],
    ["in", said(3, "ok")],
    ["out", call(4, "gone")],
    ["in", said(4, "ok")],
    ["out", call(5, "gone")],
    ["in", said(5, "ok")],
  ]);
  const second = sessionOf([
    ["out", call(1, "read", { id: 1 })],
    ["in", said(1, "two")],
    ["out", call(2, "write", { title: "b" })],
    ["in", said(2, "another")],
    ["out", call(3, "tag")],
    ["in", said(3, "no", { isError: true })],
    ["out", call(4, "new")],
  ]);
  expect(await differences(first, second)).toEqual([
    "only-first tools/call gone ×2",
    "only-second tools/call new",
    "arguments tools/call write /arguments/title",
    "outcome tools/call tag result,tool-error",
    "answers tools/call read /result/content/0/text",
  ]);
});

test("lists of two versions of a server differ by the name of what differs", async () => {
  const listed = (tools: object[]) =>
    sessionOf([
      ["out", { id: 1, method: "tools/list" }],
      ["in", { id: 1, result: { tools } }],
    ]);
  const [a, b] = [{ name: "a" }, { name: "b" }];
  expect(await differences(listed([a, b]), listed([b, a]))).toEqual([]);
  expect(await differences(listed([a, b]), listed([a, { name: "b", title: "B" }]))).toEqual([
    "definitions tools/list /result/tools/b/title",
  ]);
});

test("two clients differ in what they declare, and in the order in which they ask", async () => {
  const lists: Message[] = [
    ["out", { id: 1, method: "tools/list" }],
    ["out", { id: 2, method: "prompts/list" }],
  ];
  const first = sessionOf(lists, { clientInfo: { name: "a" }, clientCapabilities: {} });
  const second = sessionOf(lists.toReversed(), {
    clientInfo: { name: "b" },
    clientCapabilities: { roots: {} },
    revision: "2025-06-18",
  });
  expect(await differences(first, second)).toEqual([
    "client /capabilities/roots,/info/name,/revision",
    "order prompts/list tools/list,prompts/list",
  ]);
});

test("each difference has the entries that show it, in both sessions", async () => {
  const [first, second] = (["one", "two"] as const).map((text) =>
    sessionOf([
      ["out", { id: 0, method: "initialize", params: { clientInfo: { name: text } } }],
      ["in", { id: 0, result: { serverInfo: { name: "s" } } }],
      ["out", { method: "notifications/initialized" }],
      ["out", call(1, "read")],
      ["in", { method: "notifications/progress", params: {} }],
      ["in", said(1, text)],
      ["out", call(2, "read")],
      ["in", said(2, text)],
      ["out", call(3, text)],
    ]),
  ) as [Recording, Recording];
  const { differences: found } = await compareSessions(first, second, async (a, b) =>
    compareAnswers(a, b, rules),
  );
  // who the client is stands in its messages, too
  expect(found.map(({ kind, count, entries }) => [kind, count, entries])).toEqual([
    [
      "client",
      1,
      [
        [0, 1],
        [0, 1],
      ],
    ],
    ["only-first", 1, [[8], []]],
    ["only-second", 1, [[], [8]]],
    [
      "answers",
      2,
      [
        [3, 5],
        [3, 5],
      ],
    ],
  ]);
});

test("what the server asks and how the client answers is compared, too", async () => {
  const asked = (roots: object[]) =>
    sessionOf([
      ["in", { id: 1, method: "roots/list" }],
      ["out", { id: 1, result: { roots } }],
    ]);
  expect(await differences(asked([]), asked([{ uri: "file:///a" }]))).toEqual([
    "answers roots/list /result/roots/0",
  ]);
  expect(await differences(asked([]), sessionOf([]))).toEqual(["only-first roots/list"]);
});

test("a masked value equals any, on either side, and the tap's own messages are not compared", async () => {
  const [masked, clear] = ["••••••••", "secret"].map((text) =>
    sessionOf([
      ["out", call(1, "read")],
      ["in", said(1, text)],
    ]),
  ) as [Recording, Recording];
  expect(await differences(masked, clear)).toEqual([]);
  expect(await differences(clear, masked)).toEqual([]);
  const own: Message = ["out", { id: "t", method: "tools/list" }, { initiator: { kind: "tap" } }];
  expect(await differences(sessionOf([own]), sessionOf([]))).toEqual([]);
});

test("a notification that only one session has is one difference, however often it came", async () => {
  const news: Message = ["in", { method: "notifications/tools/list_changed" }];
  expect(await differences(sessionOf([news, news]), sessionOf([]))).toEqual([
    "only-first notifications/tools/list_changed",
  ]);
});

test("numbers are compared exactly, and names of members are not properties", async () => {
  const read = (text: string) => {
    const recording = sessionOf([["out", call(1, "__proto__")]]);
    const [entry] = recording.entries ?? [];
    return {
      ...recording,
      entries: [
        {
          ...entry,
          text: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"n":${text}}}}`,
        },
      ],
    } as Recording;
  };
  expect(await differences(read("9007199254740993"), read("9007199254740993"))).toEqual([]);
  expect(await differences(read("9007199254740993"), read("9007199254740992"))).toEqual([
    "arguments tools/call __proto__ /arguments/n",
  ]);
});

test("masks on both sides, at different places, equal what the other one has", async () => {
  const [one, other, third] = [
    { a: "••••••••", b: "x", c: 1 },
    { a: "y", b: "••••••••", c: 1 },
    { a: "y", b: "••••••••", c: 2 },
  ].map((value) =>
    sessionOf([
      ["out", { id: 1, method: "tools/call", params: { name: "add" } }],
      ["in", { id: 1, result: value }],
    ]),
  ) as [Recording, Recording, Recording];
  expect(await differences(one, other)).toEqual([]);
  expect(await differences(one, third)).toEqual(["answers tools/call add /result/c"]);
});
