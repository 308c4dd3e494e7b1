import { expect, test } from "vitest";
import { defaultTurnLimits } from "../../../shared/models/agent/turn.ts";
import { branchOf, type Conversation, newestLeaf, samplingMessages } from "./conversation.ts";
import { readRecordedChats, recordChats } from "./recordedChats.ts";

const empty = (): Conversation => ({
  id: "new",
  changedAt: 0,
  systemPrompt: "",
  modelId: undefined,
  ticked: {},
  approvals: {},
  isDry: false,
  maxTokens: 100,
  limits: defaultTurnLimits,
  contextTokens: 1000,
  messages: [],
  leaf: undefined,
  comparison: undefined,
});
const block = { type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "42" }] };
const addedContent = [
  { kind: "message", serverId: "server", tool: "chart", blocks: [{}] },
] as const;
const conversation: Conversation = {
  ...empty(),
  id: "own",
  systemPrompt: "Be brief",
  modelId: "my-model",
  approvals: { "server add": { mode: "always", definition: "{}" } },
  leaf: "c",
  messages: [
    { kind: "user", id: "a", parent: undefined, text: "Add", at: 5 },
    {
      kind: "reply",
      id: "b",
      parent: "a",
      modelName: "Model",
      content: [{ type: "tool_use", id: "1", name: "add", input: { a: 1 } }],
      reasoning: "Hm",
      calls: [
        {
          id: "1",
          offeredName: "add",
          tool: { serverId: "server", name: "add" },
          input: { a: 1 },
          state: { kind: "done", sent: { block } },
        },
        {
          id: "2",
          offeredName: "other",
          tool: { serverId: "another", name: "other" },
          input: {},
          state: { kind: "open" },
        },
      ],
      figures: {
        elapsedMs: 10,
        firstDeltaMs: undefined,
        usage: { inputTokens: 3, outputTokens: undefined, cachedTokens: 1 },
        finishReason: "stop",
        cost: 0.1,
      },
      seq: 7,
    },
    { kind: "user", id: "c", parent: "b", text: "Thanks", at: 6, addedContent },
  ],
};

test("a conversation opens elsewhere as it was, without what belongs to this browser", () => {
  const recorded = recordChats([conversation, empty()], "server");
  expect(recorded).toHaveLength(1);
  const text = JSON.stringify(recorded);
  for (const own of ["my-model", "always", "another", '"server"', "approvals"]) {
    expect(text).not.toContain(own);
  }
  const [read] = readRecordedChats(JSON.parse(text), "opened", empty);
  expect(read).toMatchObject({ id: "new", modelId: undefined, approvals: {}, leaf: "c" });
  expect(samplingMessages(read?.messages ?? [])).toEqual(samplingMessages(conversation.messages));
  expect(read?.messages[2]).toMatchObject({
    addedContent: [{ tool: "chart", serverId: "opened" }],
  });
  expect(read?.messages[1]).toMatchObject({
    calls: [
      { tool: { serverId: "opened", name: "add" }, state: { kind: "done", sent: { block } } },
      { tool: undefined, state: { kind: "open" } },
    ],
    figures: { usage: { inputTokens: 3, cachedTokens: 1 }, cost: 0.1 },
  });
});

test("what is no conversation is left out, and a foreign one allows nothing", () => {
  const [good] = recordChats([conversation], "server");
  const wrong = [null, 5, {}, { ...good, messages: [{ kind: "reply" }] }, { ...good, leaf: 3 }];
  const hostile = { ...good, approvals: { "opened add": "always" }, isDry: "x", ticked: 1 };
  const read = readRecordedChats([...wrong, hostile], "opened", empty);
  expect(read).toHaveLength(1);
  expect(read[0]).toMatchObject({ approvals: {}, isDry: false, ticked: {} });
  const circle = [
    { kind: "user", id: "x", parent: "y", text: "", at: 0 },
    { kind: "user", id: "y", parent: "x", text: "", at: 0 },
  ];
  const [round] = readRecordedChats([{ ...good, messages: circle, leaf: "x" }], "opened", empty);
  expect(round?.messages).toEqual([]);
  const many = Array.from({ length: 1000 }, () => good);
  expect(readRecordedChats(many, "opened", empty)).toHaveLength(100);
});

test("a chain of messages is read a few times, not once for each of them", () => {
  let looks = 0;
  /** Counts how often members are read. */
  const counted = <Message extends object>(message: Message): Message =>
    new Proxy(message, {
      get(target, key) {
        looks++;
        return Reflect.get(target, key);
      },
    });
  const chain = (length: number) => ({
    systemPrompt: "",
    leaf: `${length - 1}`,
    messages: Array.from({ length }, (_, index) => ({
      kind: "user",
      id: `${index}`,
      ...(index > 0 && { parent: `${index - 1}` }),
      text: "Hi",
      at: 0,
    })),
  });
  expect(readRecordedChats([chain(10_001)], "opened", empty)).toEqual([]);
  const given = chain(10_000);
  const foreign = { ...given, messages: given.messages.map(counted) };
  const [read] = readRecordedChats([foreign], "opened", empty);
  if (!read) throw new Error("It was not read");
  const shown = { ...read, messages: read.messages.map(counted) };
  expect(branchOf(shown)).toHaveLength(10_000);
  expect(newestLeaf(shown, "0")).toBe("9999");
  expect(looks).toBeGreaterThan(10_000);
  expect(looks).toBeLessThan(200_000);
});
