// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { requiredDefaults } from "../../../shared/schema/plan/defaults.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { Requests } from "../../app/workbench/Requests.tsx";
import { SamplingView } from "../../app/workbench/SamplingView.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { answerProblemText } from "../messages/samplingMessages.ts";
import { AnswerDetails } from "./answer/AnswerDetails.tsx";
import { AnswerForm } from "./answer/AnswerForm.tsx";
import { readAnswer } from "./answer/answerText.ts";
import { checkSamplingAnswer } from "./answer/checkAnswer.ts";
import { useAnswer } from "./answer/useAnswer.ts";
import { Conversation } from "./conversation/Conversation.tsx";
import { blocksOf, parseParams, readRequest } from "./request/readRequest.ts";
import { SamplingRequest } from "./SamplingRequest.tsx";

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
const message = { role: "user", content: { type: "text", text: "Hello" } };
const blocks = [
  message.content,
  { type: "image", data: "AQID", mimeType: "image/png" },
  { type: "audio", data: "AQID", mimeType: "audio/wav" },
  toolUse,
  toolResult,
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

/** A message with every block with one wrong member, inside a tool result if it can be there. */
const wrongBlocks = {
  role: "user",
  content: [
    ...blocks.flatMap((block) => variants(block, 1)),
    { ...toolResult, content: resultBlocks.flatMap((block) => variants(block)) },
  ],
};

/** The members of a message, of its blocks and of a tool are read; what is in them is shown as JSON. */
const messagesAndTools = {
  ...others,
  messages: [...variants(message, 1), wrongBlocks],
  tools: variants(tool, 1),
};
/** Requests whose members other than messages and tools are wrong, each at a greater depth. */
const requests = [1, 0, 2, 3, 4].map((depth) =>
  wrongAt(depth, { ...others, messages: [], tools: [] }),
);

const method = "sampling/createMessage";
const messageOf = (paramsText: string) => `{"method":"${method}","params":${paramsText}}`;

/** Has a server ask. Returns the tab, and the request that is in its inbox. */
function ask(paramsText: string) {
  const tab = createTab();
  const { opener } = tab.stores.connections;
  const { all } = tab.stores.servers;
  const serverId = opener.open({ target: { kind: "http", url: "http://127.0.0.1:9/mcp" } });
  all.activate(serverId);
  const connectionId = all.getState().open.get(serverId)?.connection?.id ?? "";
  const { signal } = new AbortController();
  const text = messageOf(paramsText);
  const input = { method, params: JSON.parse(paramsText), text, seq: 1, signal };
  const { requests: inbox } = tab.stores.inbox;
  void inbox.ask({ serverId, connectionId, server: "a-server" }, input as never);
  const item = inbox.getState()[0] as InboxItem;
  return { tab, item };
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

test.for([
  { place: "beside the call", View: () => <Requests itemKey={undefined} /> },
  { place: "in full", View: SamplingView },
])("a request with wrong members is shown $place", ({ View }) => {
  renderInTab(<View />, ask(textWith(requests[0], '[{"toString":1}]')).tab);
  isThere();
  expect(errors).toEqual([]);
});

test.for([
  { place: "beside the call", isCompact: true, values: hostile },
  // shows the same with more surrounding elements
  { place: "in full", isCompact: false, values: hostile.slice(-3) },
])("requests with wrong members at any depth are shown $place", ({ isCompact, values }) => {
  const { tab, item } = ask("{}");
  const { rerender } = renderInTab(<div />, tab);
  // another request in the same component takes a fifth of the time that one of its own takes
  for (const { name, text } of values) {
    for (const request of requests) {
      const paramsText = textWith(request, text);
      const input = { ...item.input, params: JSON.parse(paramsText), text: messageOf(paramsText) };
      rerender(<SamplingRequest item={{ ...item, input }} isCompact={isCompact} />);
      isThere();
      expect(errors, name).toEqual([]);
    }
  }
});

test.for(hostile)(
  "messages and tools with one wrong member each are shown: $name",
  async ({ text }) => {
    const request = readRequest(parseParams(textWith(messagesAndTools, text)) ?? {});
    renderInTab(<Conversation request={request} />);
    expect(buttons(/^Show/)).toEqual([]);
    // content that is parsed on demand
    expect(await press(/^Tools/)).toBe(1);
    const tools = document.querySelectorAll("ul > li").length;
    expect(tools).toBeGreaterThanOrEqual(messagesAndTools.tools.length);
    expect(await press(/^(no name|get_weather|[[{\d"])/)).toBeGreaterThan(0);
    for (const value of [message, ...blocks, tool].flatMap((value) => variants(value))) {
      expect(jsonText(JSON.parse(textWith(value, text)))).not.toBe("");
    }
    expect(errors).toEqual([]);
  },
);

const revision = "2025-11-25";
const usualAnswer = { role: "assistant", model: "m", stopReason: "endTurn", content: [] };
const usedBlocks = [{ type: "text", text: "Hello" }, toolUse];

/** What is written below a request, without the request. */
function Answer({ params }: { readonly params: ReturnType<typeof parseParams> }) {
  const state = useAnswer("1", params, revision);
  return (
    <>
      <AnswerForm id="1" state={state} revision={revision} />
      <AnswerDetails id="1" state={state} params={params} revision={revision} />
    </>
  );
}

test.for(hostile)("answers and tools with one wrong member are read: $name", ({ text }) => {
  const wrongTools = textWith({ messages: [], tools: variants(tool) }, text);
  const params = parseParams(wrongTools);
  for (const answer of variants({ ...usualAnswer, content: usedBlocks })) {
    const answerText = textWith(answer, text);
    const read = readAnswer(answerText)?.blocks ?? [];
    expect(read.every(({ type }) => typeof type === "string")).toBe(true);
    for (const problem of checkSamplingAnswer(revision, params, JSON.parse(answerText))) {
      expect(answerProblemText(problem, revision)).not.toBe("");
    }
  }
  for (const one of blocksOf(params?.tools)) {
    expect(JSON.parse(requiredDefaults(getOwn(one, "inputSchema")))).toBeTypeOf("object");
  }
});

test.for(hostile)(
  "an answer with wrong members is shown and edited: $name",
  async ({ text }, { signal }) => {
    const params = parseParams(textWith({ messages: [], tools: variants(tool) }, text));
    const answers = [
      mark,
      { role: mark, model: mark, stopReason: mark, content: mark },
      // the blocks that are edited; any other is shown as in a message of a request
      { content: [...usedBlocks.flatMap((block) => variants(block)), toolResult] },
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

test("any tool of a request can be used in an answer", async () => {
  const tools = hostile.map(({ text }) => textWith(variants(tool, 1), text).slice(1, -1));
  renderInTab(<Answer params={parseParams(`{"tools":[${tools},${JSON.stringify(tool)}]}`)} />);
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
  const messagesText = `[{"role":"user","content":${nested}},{"role":"user","content":${content}}]`;
  const { user } = renderInTab(<SamplingView />, ask(`{"messages":${messagesText}}`).tab);
  const card = within(screen.getByRole("region", { name: "Sampling request" }));
  expect(card.getAllByText("part")).toHaveLength(50);
  expect(card.getAllByText("Tool result")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "Show more of 19,950 further blocks" }));
  expect(card.getAllByText("part")).toHaveLength(100);
  expect(errors).toEqual([]);
});
