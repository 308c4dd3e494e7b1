import { expect, test } from "vitest";
import { readSuite } from "../../../shared/evals/evalSuite.ts";
import type { ChatCall, ChatMessage } from "./conversation.ts";
import { evalCaseOf } from "./evalCaseOf.ts";
import { suiteText, suiteWith } from "./evals/evalDocuments.ts";

const user = (id: string, text: string): ChatMessage => ({
  kind: "user",
  id,
  parent: undefined,
  text,
  at: 0,
});
const reply = (id: string, ...calls: readonly ChatCall[]): ChatMessage => ({
  kind: "reply",
  id,
  parent: "",
  modelName: "m",
  content: [],
  reasoning: "",
  calls,
  figures: {
    elapsedMs: 1,
    firstDeltaMs: undefined,
    usage: { inputTokens: 1, outputTokens: 1 },
    finishReason: undefined,
    cost: undefined,
  },
});
const call = (name: string, input: object): ChatCall => ({
  id: name,
  offeredName: `server_${name}`,
  tool: { serverId: "s", name },
  input: input as ChatCall["input"],
  state: { kind: "open" },
});

test("a turn becomes a case with its calls in order; other turns are left out", () => {
  const branch = [
    user("1", "First"),
    reply("2", call("other", {})),
    user("3", "Add and say\nplease"),
    reply("4", call("add", { a: 1 })),
    reply("5", call("echo", { message: "2" })),
    reply("6"),
    user("7", "Thanks"),
    reply("8", call("other", {})),
  ];
  const added = evalCaseOf({ systemPrompt: "Be brief" }, branch, "3");
  expect(added).toEqual({
    name: "Add and say",
    message: "Add and say\nplease",
    systemPrompt: "Be brief",
    expect: [
      { kind: "called", tool: "add", arguments: { a: 1 } },
      { kind: "called", tool: "echo", arguments: { message: "2" } },
      { kind: "in-order", tools: ["add", "echo"] },
      { kind: "no-error" },
    ],
  });
  expect(added && readSuite(suiteText(suiteWith(added))).kind).toBe("suite");
  expect(evalCaseOf({ systemPrompt: "" }, branch, "7")?.expect).toEqual([
    { kind: "called", tool: "other", arguments: {} },
    { kind: "no-error" },
  ]);
});
