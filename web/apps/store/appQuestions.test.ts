import { expect, test } from "vitest";
import { createToolConsents } from "../../calls/store/toolConsents.ts";
import { type AppWish, createAppQuestions } from "./appQuestions.ts";

const call = (name: string, isDestructive = false, definition = {}): AppWish => ({
  kind: "call",
  text: "{}",
  tool: { serverId: "server", name, definition },
  isDestructive,
});
const never = new AbortController().signal;

function setUp() {
  let last = 0;
  const newId = () => `${++last}`;
  return createAppQuestions({ newId, consents: createToolConsents(), appId: "app" });
}

test("a question waits for its answer, and is gone afterwards", async () => {
  const questions = setUp();
  const [first, second] = [questions.ask(call("a"), never), questions.ask(call("b"), never)];
  questions.getState()[0]?.answer(true);
  questions.getState()[0]?.answer(false);
  expect([await first, await second]).toEqual([true, false]);
  expect(questions.getState()).toEqual([]);
});

test("an answer that is remembered holds for what waits already and for later calls of the tool only", async () => {
  const questions = setUp();
  const asked = [questions.ask(call("a"), never), questions.ask(call("a"), never)];
  questions.getState()[0]?.answer(true, true);
  expect(await Promise.all(asked)).toEqual([true, true]);
  expect(await questions.ask(call("a"), never)).toBe(true);
  void questions.ask(call("b"), never);
  expect(questions.getState()).toHaveLength(1);
  // the tool as it is now is another one than was allowed
  void questions.ask(call("a", false, { description: "other" }), never);
  expect(questions.getState()).toHaveLength(2);
});

test("destructive calls, links and files are asked for each time", async () => {
  const questions = setUp();
  for (const wish of [call("wipe", true), { kind: "link", url: "https://a.test" } as const]) {
    const asked = questions.ask(wish, never);
    questions.getState()[0]?.answer(true, true);
    expect(await asked).toBe(true);
    void questions.ask(wish, never);
    expect(questions.getState()).toHaveLength(1);
    questions.getState()[0]?.answer(false);
  }
});

test("a question that the app no longer waits for is refused", async () => {
  const questions = setUp();
  const control = new AbortController();
  const asked = questions.ask(call("a"), control.signal);
  control.abort();
  expect(await asked).toBe(false);
  expect(questions.getState()).toEqual([]);
});
