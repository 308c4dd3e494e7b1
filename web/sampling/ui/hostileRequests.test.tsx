// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { Requests } from "../../app/workbench/Requests.tsx";
import { SamplingView } from "../../app/workbench/SamplingView.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import { AnswerDetails } from "./answer/AnswerDetails.tsx";
import { AnswerForm } from "./answer/AnswerForm.tsx";
import { useAnswer } from "./answer/useAnswer.ts";
import { Conversation } from "./conversation/Conversation.tsx";
import { parseParams, readRequest } from "./request/readRequest.ts";

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
 * @param depth of the innermost members that are replaced
 */
function variants(value: unknown, depth = Number.POSITIVE_INFINITY): readonly unknown[] {
  if (typeof value !== "object" || value === null || depth === 0) return [mark];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    variants(one, depth - 1).map((variant) =>
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
const wrongResult = { ...toolResult, content: resultBlocks.flatMap((block) => variants(block)) };

/** The members of a message, of its blocks and of a tool are read; what is in them is shown as JSON. */
const messagesAndTools = {
  ...others,
  messages: [
    ...messages.flatMap((message) => variants(message, 3)),
    { role: "user", content: [wrongResult] },
  ],
  tools: variants(tool, 1),
};
const depths = [0, 1, 2, 3, 4];
/** Requests whose members other than messages and tools are wrong at a depth. */
const requests = depths.map((depth) => ({
  depth,
  request: wrongAt(depth, { ...others, messages: [], tools: [] }),
}));

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

// searching by role would take most of the time of this test
const buttons = (text: RegExp) =>
  [...document.querySelectorAll("button")].filter(({ textContent }) => text.test(textContent));
/** Presses all buttons with a text, and lets what they load appear. Returns their number. */
async function press(text: RegExp): Promise<number> {
  const found = buttons(text);
  await act(async () => {
    for (const button of found) button.click();
  });
  return found.length;
}
const isThere = () => expect(document.querySelector("textarea")).not.toBeNull();

/** The JSON text of a value that contains the marker. */
const textWith = (value: unknown, hostileText: string) =>
  JSON.stringify(value).replaceAll(JSON.stringify(mark), hostileText);

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
  ...hostile.map((value) => ({ ...value, place: "beside the call", isFull: false })),
  // shows the same with more surrounding elements
  ...hostile.slice(-3).map((value) => ({ ...value, place: "in full", isFull: true })),
].flatMap((value) => requests.map((request) => ({ ...value, ...request })));

test.for(shown)(
  "a request with wrong members at depth $depth is shown $place: $name",
  ({ text, isFull, request }) => {
    show(textWith(request, text), isFull);
    isThere();
    expect(errors).toEqual([]);
  },
);

test.for(hostile)(
  "messages and tools with one wrong member each are shown: $name",
  async ({ text }) => {
    const request = readRequest(parseParams(textWith(messagesAndTools, text)) ?? {});
    renderInTab(<Conversation request={request} />);
    // content that is parsed on demand
    expect(await press(/^Show (them|\d+ more)$/)).toBe(1);
    expect(await press(/^Tools/)).toBe(1);
    const tools = document.querySelectorAll("ul > li").length;
    expect(tools).toBeGreaterThanOrEqual(messagesAndTools.tools.length);
    expect(await press(/^(no name|get_weather|[[{\d"])/)).toBeGreaterThan(0);
    for (const value of [...messages, tool].flatMap((value) => variants(value))) {
      expect(jsonText(JSON.parse(textWith(value, text)))).not.toBe("");
    }
    expect(errors).toEqual([]);
  },
);

/** What is written below a request, without the request. */
function Answer({ params }: { readonly params: ReturnType<typeof parseParams> }) {
  const revision = "2025-11-25";
  const state = useAnswer("1", params, revision);
  return (
    <>
      <AnswerForm id="1" state={state} revision={revision} />
      <AnswerDetails id="1" state={state} params={params} revision={revision} />
    </>
  );
}

test.for(hostile)(
  "an answer with wrong members is shown and edited: $name",
  async ({ text }, { signal }) => {
    const tools = variants(tool);
    const params = parseParams(textWith({ messages: [], tools }, text));
    // the blocks that are edited; any other is shown as in a message of a request
    const edited = [{ type: "text", text: "Hello" }, toolUse];
    const answers = [
      ...variants({ role: "assistant", model: "m", stopReason: "endTurn", content: mark }),
      { content: [...edited.flatMap((block) => variants(block)), toolResult] },
    ];
    const { stores } = renderInTab(<Answer params={params} />);
    for (const answer of answers) {
      // after a timeout this must not render into the next test
      signal.throwIfAborted();
      const answerText = textWith(answer, text);
      await act(async () => stores.sampling.answerDrafts.change("1", { answerText }));
      expect(document.querySelector("[role=tab]")).not.toBeNull();
    }
    expect(errors).toEqual([]);
  },
);

test.each(hostile)("any tool of a request can be used in an answer: $name", async ({ text }) => {
  const tools = [...variants(tool), tool];
  renderInTab(<Answer params={parseParams(textWith({ messages: [], tools }, text))} />);
  expect(await press(/^Add block/)).toBe(1);
  const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  for (const { textContent } of items) expect(textContent).not.toBe("");
  const usable = items.find(({ textContent }) => textContent.includes("get_weather"));
  expect(usable).toBeDefined();
  await act(async () => usable?.click());
  expect(document.body.textContent).toContain("get_weather");
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
