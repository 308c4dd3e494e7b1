// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { Requests } from "../../app/workbench/Requests.tsx";
import { SamplingView } from "../../app/workbench/SamplingView.tsx";
import { renderInTab } from "../../component.fixture.tsx";

const toolUse = { type: "tool_use", id: "t1", name: "get_weather", input: { city: "Graz" } };
const toolResult = {
  type: "tool_result",
  toolUseId: "t1",
  isError: true,
  structuredContent: { code: 503 },
  content: [],
};
const resultBlocks = [
  { type: "text", text: "down" },
  { type: "resource_link", uri: "file:///a", name: "a", title: "A", description: "d" },
  { type: "resource", resource: { uri: "file:///b", mimeType: "text/plain", text: "b" } },
  { type: "resource", resource: { uri: "file:///c", mimeType: "text/plain", blob: "AQID" } },
];
const messages = [
  { role: "user", content: { type: "text", text: "Hello" } },
  { role: "user", content: { type: "image", data: "AQID", mimeType: "image/png" } },
  { role: "user", content: { type: "audio", data: "AQID", mimeType: "audio/wav" } },
  { role: "assistant", content: [toolUse] },
  { role: "user", content: [toolResult] },
];
const city = { type: "string", title: "City", description: "d", default: "Graz", enum: ["Graz"] };
const inputSchema = { type: "object", properties: { city }, required: ["city"] };
const tool = { name: "get_weather", title: "Weather", description: "Looks it up", inputSchema };
const others = {
  systemPrompt: "Be brief",
  modelPreferences: { hints: [{ name: "claude" }], costPriority: 0.5 },
  includeContext: "thisServer",
  temperature: 0.5,
  maxTokens: 50,
  stopSequences: ["x"],
  metadata: { a: 1 },
  toolChoice: { mode: "auto" },
  _meta: { "a/b": 1 },
};

/** JSON texts of wrong values that a server can send. */
const hostile = [
  { name: "null", text: "null" },
  { name: "a number", text: "1" },
  { name: "an empty text", text: '""' },
  { name: "an empty list", text: "[]" },
  { name: "an empty object", text: "{}" },
  { name: "an object whose toString is no function", text: '{"toString":1}' },
  { name: "a list of such objects", text: '[{"toString":1,"valueOf":1,"toJSON":1}]' },
  {
    name: "deep nesting",
    text: `${'{"a":['.repeat(3_000)}1${"]}".repeat(3_000)}`,
  },
];
const mark = "hostile value";

/**
 * Copies of a value in which the marker replaces each member or item in turn, and the value itself.
 */
function variants(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [mark];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    variants(one).map((variant) =>
      Array.isArray(value) ? value.with(Number(name), variant) : { ...value, [name]: variant },
    ),
  );
  return [mark, ...inner];
}

/**
 * A copy of a value in which the marker replaces everything at a depth: the other members are
 * valid.
 */
function wrongAt(depth: number, value: unknown): unknown {
  if (depth === 0) return mark;
  if (typeof value !== "object" || value === null) return value;
  const wrong = (inner: unknown) => wrongAt(depth - 1, inner);
  if (Array.isArray(value)) return value.map(wrong);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wrong(inner)]));
}

/** A tool result that contains every block with one wrong member. */
const wrongResult = { ...toolResult, content: resultBlocks.flatMap(variants) };

const messagesAndTools = {
  ...others,
  messages: [...messages.flatMap(variants), { role: "user", content: [wrongResult] }],
  tools: variants(tool),
};
const depths = [0, 1, 2, 3, 4];
/** Requests whose messages and tools have one wrong member each, or whose other members at a depth are wrong. */
const requests = [
  { members: "messages and tools", request: messagesAndTools },
  ...depths.map((depth) => ({
    members: `members at depth ${depth}`,
    request: wrongAt(depth, { ...others, messages: [], tools: [] }),
  })),
];

/** Has a server ask, and shows the request in full or beside its call. */
function show(paramsText: string, isFull: boolean) {
  const tab = createTab();
  const { opener } = tab.stores.connections;
  const { all } = tab.stores.servers;
  const serverId = opener.open({ target: { kind: "http", url: "http://127.0.0.1:9/mcp" } });
  all.activate(serverId);
  const connectionId = all.getState().open.get(serverId)?.connection?.id ?? "";
  const { signal } = new AbortController();
  const method = "sampling/createMessage";
  const text = `{"method":"${method}","params":${paramsText}}`;
  const input = { method, params: JSON.parse(paramsText), text, seq: 1, signal };
  const { requests: inbox } = tab.stores.inbox;
  void inbox.ask({ serverId, connectionId, server: "a-server" }, input as never);
  const shown = renderInTab(isFull ? <SamplingView /> : <Requests itemKey={undefined} />, tab);
  return { ...shown, key: inbox.getState()[0]?.key ?? "" };
}

/** Presses all buttons of a name, and lets what they load appear. */
const press = (name: RegExp) =>
  act(async () => {
    for (const button of screen.queryAllByRole("button", { name })) button.click();
  });
// searching by role takes most of the time of this test
const isThere = () => screen.getByLabelText("Response");

const errors: unknown[] = [];
const note = (event: ErrorEvent) => {
  event.preventDefault();
  errors.push(event.error ?? event.message);
};
beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, "error").mockImplementation(() => {});
  window.addEventListener("error", note);
});
afterEach(() => window.removeEventListener("error", note));

const shown = [
  ...hostile.map((value) => ({ ...value, place: "in full", isFull: true })),
  // shows the same with fewer surrounding elements
  ...hostile.slice(-3).map((value) => ({ ...value, place: "beside the call", isFull: false })),
].flatMap((value) => requests.map((request) => ({ ...value, ...request })));

test.for(shown)(
  "a request with wrong $members is shown $place: $name",
  async ({ text, isFull, request }) => {
    show(JSON.stringify(request).replaceAll(JSON.stringify(mark), text), isFull);
    isThere();
    // content that is parsed on demand
    for (const name of [/^Show (them|\d+ more)$/, /^Tools/, /^(no name|get_weather|[[{\d"])/]) {
      if (request === messagesAndTools) await press(name);
    }
    isThere();
    expect(errors).toEqual([]);
  },
);

test.for(hostile)(
  "an answer with wrong members is shown and edited: $name",
  async ({ text }, { signal }) => {
    const tools = variants(tool);
    const params = JSON.stringify({ messages: [], tools }).replaceAll(JSON.stringify(mark), text);
    // the blocks that are edited; any other is shown as in a message of a request
    const edited = [{ type: "text", text: "Hello" }, toolUse];
    const answers = [
      ...variants({ role: "assistant", model: "m", stopReason: "endTurn", content: mark }),
      { content: [...edited.flatMap(variants), toolResult] },
    ];
    const { stores, key } = show(params, true);
    for (const answer of answers) {
      // after a timeout this must not render into the next test
      signal.throwIfAborted();
      const answerText = JSON.stringify(answer).replaceAll(JSON.stringify(mark), text);
      await act(async () => stores.sampling.answerDrafts.change(key, { answerText }));
      screen.getByText("Sampling request");
    }
    expect(errors).toEqual([]);
  },
);

test.each(hostile)("any tool of a request can be used in an answer: $name", async ({ text }) => {
  const tools = [...variants(tool), tool];
  const params = JSON.stringify({ messages: [], tools }).replaceAll(JSON.stringify(mark), text);
  const { user } = show(params, true);
  await user.click(screen.getByRole("button", { name: "Add block" }));
  for (const { textContent } of screen.getAllByRole("menuitem")) expect(textContent).not.toBe("");
  await user.click(screen.getAllByRole("menuitem", { name: /get_weather/ })[0] as HTMLElement);
  expect(screen.getAllByText(/get_weather/).length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

test("a message of very many blocks, or of nested tool results, is drawn in parts", async () => {
  const text = { type: "text", text: "part" };
  const nested = `${'{"type":"tool_result","content":['.repeat(2000)}${"]}".repeat(2000)}`;
  const content = `[${JSON.stringify(Array(20_000).fill(text)).slice(1, -1)}]`;
  const { user } = show(
    `{"messages":[{"role":"user","content":${nested}},{"role":"user","content":${content}}]}`,
    true,
  );
  const card = within(screen.getByRole("region", { name: "Sampling request" }));
  expect(card.getAllByText("part")).toHaveLength(50);
  expect(card.getAllByText("Tool result")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "Show more of 19,950 further blocks" }));
  expect(card.getAllByText("part")).toHaveLength(100);
  expect(errors).toEqual([]);
});
