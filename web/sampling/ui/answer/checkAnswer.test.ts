import { describe, expect, test } from "vitest";
import { checkSamplingAnswer } from "./checkAnswer.ts";

const text = (value = "Hi") => ({ type: "text", text: value });
const use = (id: string, name = "add") => ({ type: "tool_use", id, name, input: {} });
const answer = (content: unknown, rest: object = {}) => ({
  role: "assistant",
  content,
  model: "m",
  stopReason: "endTurn",
  ...rest,
});
const tools = [{ name: "add", inputSchema: { type: "object" } }];
const codes = (revision: string, params: object, value: unknown) =>
  checkSamplingAnswer(revision, params as never, value).map(({ code }) => code);

describe.each([["2024-11-05"], ["2025-03-26"], ["2025-06-18"], ["2025-11-25"], ["2026-07-28"]])(
  "in %s",
  (revision) => {
    test("a text by an assistant is valid", () => {
      expect(codes(revision, {}, answer(text()))).toEqual([]);
    });

    test("a missing model, a wrong role and an unknown block are invalid", () => {
      expect(codes(revision, {}, { role: "assistant", content: text() })).toEqual(["schema"]);
      expect(codes(revision, {}, answer(text(), { role: "system" }))).toEqual(["schema"]);
      expect(codes(revision, {}, answer({ type: "video" }))).toContain("schema");
    });

    test("several blocks are valid from 2025-11-25", () => {
      expect(codes(revision, {}, answer([text(), text()]))).toEqual(
        revision < "2025-11-25" ? ["one-block"] : [],
      );
    });

    test("audio is valid from 2025-03-26, a tool use from 2025-11-25", () => {
      const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" };
      expect(codes(revision, {}, answer(audio)).length > 0).toBe(revision < "2025-03-26");
      const toolUse = answer(use("1"), { stopReason: "toolUse" });
      expect(codes(revision, { tools }, toolUse).includes("schema")).toBe(revision < "2025-11-25");
    });
  },
);

test.each([
  ["unknown-tool", { tools }, answer(use("1", "sub"), { stopReason: "toolUse" })],
  ["no-tools", {}, answer(use("1"), { stopReason: "toolUse" })],
  ["id-repeated", { tools }, answer([use("1"), use("1")], { stopReason: "toolUse" })],
  [
    "id-used",
    { tools, messages: [{ role: "assistant", content: [use("1")] }] },
    answer(use("1"), { stopReason: "toolUse" }),
  ],
  [
    "tool-forbidden",
    { tools, toolChoice: { mode: "none" } },
    answer(use("1"), { stopReason: "toolUse" }),
  ],
  ["tool-required", { tools, toolChoice: { mode: "required" } }, answer(text())],
  ["tool-result", { tools }, answer([{ type: "tool_result", toolUseId: "1", content: [] }])],
  ["stop-reason-tool", { tools }, answer(use("1"))],
  ["stop-reason-no-tool", { tools }, answer(text(), { stopReason: "toolUse" })],
  ["role-user", {}, answer(text(), { role: "user" })],
  ["too-long", { maxTokens: 10 }, answer(text("x".repeat(41)))],
])("%s", (code, params, value) => {
  expect(codes("2025-11-25", params, value)).toEqual([code]);
});

test("hints do not make an answer invalid", () => {
  const problems = checkSamplingAnswer(
    "2025-11-25",
    { maxTokens: 1 },
    answer(text("A long answer")),
  );
  expect(problems).toEqual([{ code: "too-long", isHint: true, estimate: 4, maxTokens: 1 }]);
});

test.each([[null], [7], ["text"], [[]], [{}]])("%j is checked without an error", (value) => {
  expect(codes("2025-11-25", { tools: 7, messages: "x", toolChoice: [] }, value)).toContain(
    "schema",
  );
});
