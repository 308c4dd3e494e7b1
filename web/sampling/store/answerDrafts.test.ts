import { expect, test } from "vitest";
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import { createInbox } from "../../inbox/store/inbox.ts";
import { createAnswerDrafts, isEmptyText } from "./answerDrafts.ts";

function setUp() {
  let ids = 0;
  const inbox = createInbox(
    () => `key-${++ids}`,
    () => 0,
  );
  const ask = () => {
    const control = new AbortController();
    const input: ServerInput = {
      method: "sampling/createMessage",
      text: "{}",
      params: {},
      seq: 1,
      causedBy: undefined,
      signal: control.signal,
    };
    void inbox.ask({ serverId: "r", connectionId: "c", server: "Server" }, input);
    return control;
  };
  return { inbox, ask, drafts: createAnswerDrafts(inbox) };
}

test("a change keeps the other part of the draft", () => {
  const { drafts } = setUp();
  drafts.change("a", { requestText: "{}" });
  drafts.change("a", { answerText: "[]" });
  expect(drafts.getState().get("a")).toEqual({ requestText: "{}", answerText: "[]" });
  drafts.change("a", { requestText: undefined });
  expect(drafts.getState().get("a")?.requestText).toBeUndefined();
});

const answer = (id: string, text: string) => ({
  id,
  model: "fast",
  text: JSON.stringify({ content: { type: "text", text } }),
});

test("a model's answer becomes the draft unless the user wrote one", () => {
  const { drafts } = setUp();
  const now = () => drafts.getState().get("a");
  drafts.offer("a", answer("1", "One"));
  expect(now()).toEqual({ answerText: answer("1", "One").text, used: answer("1", "One") });
  drafts.offer("a", answer("2", "Two"));
  expect(now()?.used?.id).toBe("2");
  drafts.withdraw("a");
  expect(now()?.answerText).toBeUndefined();
  for (const empty of ["", "[]"]) {
    const content = empty === "" ? { type: "text", text: "" } : [{ type: "text", text: "" }];
    drafts.change("a", { answerText: JSON.stringify({ content }) });
    drafts.offer("a", answer("3", "Three"));
    expect(now()?.used?.id).toBe("3");
  }
  drafts.change("a", { answerText: answer("", "mine").text });
  drafts.withdraw("a");
  drafts.offer("a", answer("4", "Four"));
  expect(now()?.answerText).toContain("mine");
  drafts.use("a", answer("4", "Four"));
  expect(now()?.answerText).toContain("Four");
});

test.each([
  ['{"content":{"type":"text","text":""}}', true],
  ['{"content":[{"type":"text","text":""},{"type":"text","text":""}]}', true],
  ['{"content":[{"type":"text","text":""},{"type":"image","data":"AQ=="}]}', false],
  ['{"content":{"type":"text","text":" "}}', false],
  ['{"content":[]}', false],
  ['{"content":7}', false],
  ["oops", false],
])("whether %s is an empty text: %s", (text, expected) => {
  expect(isEmptyText(text)).toBe(expected);
});

test("a draft is deleted with its request, and is kept after a lost connection until it is dismissed", () => {
  const { inbox, ask, drafts } = setUp();
  ask();
  ask();
  for (const key of ["key-1", "key-2"]) drafts.change(key, { answerText: key });
  inbox.getState()[0]?.answer({ kind: "result", text: "{}" });
  expect([...drafts.getState().keys()]).toEqual(["key-2"]);
  inbox.endConnection("c");
  expect(drafts.getState().has("key-2")).toBe(true);
  inbox.dismiss("key-2");
  expect([...drafts.getState().keys()]).toEqual([]);
});
