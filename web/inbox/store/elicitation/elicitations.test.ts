import { expect, test } from "vitest";
import type { ServerInput } from "../../../../shared/client/input/serverInput.ts";
import { requestMessageText } from "../../messages/elicitationMessages.ts";
import { createInbox } from "../inbox.ts";
import { createEarlierAnswers } from "./earlierAnswers.ts";
import { createElicitations } from "./elicitations.ts";
import { isComplete } from "./urlElicitations.ts";

function setUp() {
  let ids = 0;
  const inbox = createInbox(
    () => `key-${++ids}`,
    () => 0,
  );
  const elicitations = createElicitations(inbox);
  const ask = () => {
    const signal = new AbortController().signal;
    const input = { params: {}, signal } as unknown as ServerInput;
    void inbox.ask({ serverId: "r", connectionId: "c", server: "Server" }, input);
    return inbox.getState().at(-1) as NonNullable<ReturnType<typeof inbox.getState>[number]>;
  };
  return { inbox, ask, ...elicitations };
}
const params = (message: string) => ({ message, requestedSchema: { type: "object" } });
const complete = "notifications/elicitation/complete";

test("a draft lives as long as its request", () => {
  const { ask, drafts } = setUp();
  const [one, other] = [ask(), ask()];
  drafts.keep(one.key, { text: "{}", tab: "json" });
  drafts.keep(other.key, { text: "{", tab: "form" });
  one.answer({ kind: "result", text: "{}" });
  expect([...drafts.getState()]).toEqual([[other.key, { text: "{", tab: "form" }]]);
});

test("an earlier answer belongs to a server, a schema and a message whose numbers may differ", () => {
  const { earlierAnswers, clear } = setUp();
  earlierAnswers.keep("r", params("Order 1?"), "{}");
  expect(earlierAnswers.find("r", params("Order 27?"))).toBe("{}");
  expect(earlierAnswers.find("r", params("Item 1?"))).toBeUndefined();
  expect(earlierAnswers.find("other", params("Order 1?"))).toBeUndefined();
  expect(earlierAnswers.find("r", { message: "Order 1?" })).toBeUndefined();
  clear("r");
  expect(earlierAnswers.find("r", params("Order 1?"))).toBeUndefined();
});

test("only the newest answers are kept, and none to a very large question", () => {
  const { earlierAnswers } = setUp();
  const letters = (n: number) => String.fromCodePoint(0x4e00 + n);
  for (let n = 0; n < 60; n++) earlierAnswers.keep("r", params(letters(n)), String(n));
  expect(earlierAnswers.find("r", params(letters(9)))).toBeUndefined();
  expect(earlierAnswers.find("r", params(letters(10)))).toBe("10");
  earlierAnswers.keep("r", params("a".repeat(200_000)), "{}");
  expect(earlierAnswers.find("r", params("a".repeat(200_000)))).toBeUndefined();
});

test("a completed id counts for its own server; other notifications and values are ignored", () => {
  const { urls, clear } = setUp();
  urls.note("r", complete, { elicitationId: "a" });
  urls.note("r", "notifications/message", { elicitationId: "b" });
  for (const elicitationId of [7, undefined, "x".repeat(2000)]) {
    urls.note("r", complete, { elicitationId });
  }
  const state = urls.getState();
  expect([...(state.completed.get("r") ?? [])]).toEqual(["a"]);
  expect(isComplete(state, "other", "a")).toBe(false);
  expect(isComplete(state, "r", undefined)).toBe(false);
  clear("r");
  expect(isComplete(urls.getState(), "r", "a")).toBe(false);
});

test("a flood of completed ids takes a bounded amount of memory", () => {
  const { urls } = setUp();
  for (let n = 0; n < 1500; n++) urls.note("r", complete, { elicitationId: `id ${n}` });
  expect(urls.getState().completed.get("r")?.size).toBe(1000);
  expect(isComplete(urls.getState(), "r", "id 1499")).toBe(true);
});

test("approved URLs are shown until they are dismissed, or their server is removed", () => {
  const { ask, urls, clear } = setUp();
  const [one, other] = [ask(), ask()];
  for (const item of [one, other]) {
    urls.approve({ item, url: "https://a.example/", elicitationId: "a" });
  }
  urls.dismiss(one.key);
  expect(urls.getState().approved.map(({ item }) => item.key)).toEqual([other.key]);
  clear("r");
  expect(urls.getState().approved).toEqual([]);
});

test("a message that is not a string causes no error", () => {
  const answers = createEarlierAnswers();
  const params = { message: { toString: 1 }, requestedSchema: {} };
  answers.keep("r", params, "{}");
  expect(answers.find("r", params)).toBe("{}");
  expect(requestMessageText(params.message)).toBe('{"toString":1}');
});
