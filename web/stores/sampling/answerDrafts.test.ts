import { expect, test } from "vitest";
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import { createInbox } from "../requests/inbox.ts";
import { createAnswerDrafts } from "./answerDrafts.ts";

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

test("a draft is deleted with its request, and is kept after a lost connection until it is dismissed", () => {
  const { inbox, ask, drafts } = setUp();
  ask();
  ask();
  for (const key of ["key-1", "key-2", "scratch"]) drafts.change(key, { answerText: key });
  inbox.getState()[0]?.answer({ kind: "result", text: "{}" });
  expect([...drafts.getState().keys()]).toEqual(["key-2", "scratch"]);
  inbox.endConnection("c");
  expect(drafts.getState().has("key-2")).toBe(true);
  inbox.dismiss("key-2");
  expect([...drafts.getState().keys()]).toEqual(["scratch"]);
});
