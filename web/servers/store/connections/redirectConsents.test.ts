import { expect, test } from "vitest";
import { createRedirectConsents } from "./redirectConsents.ts";

const redirect = { url: "https://mcp.example/mcp", headers: ["X-Api-Key"] };
const never = new AbortController().signal;

test("one question for all requests that wait; a yes is remembered, a no is not", async () => {
  const { allow, answer, questions } = createRedirectConsents();
  const waiting = [allow(redirect, never), allow({ ...redirect }, never)];
  expect(questions.getState()).toEqual([redirect]);
  answer(redirect, false);
  expect(await Promise.all(waiting)).toEqual([false, false]);

  const again = allow(redirect, never);
  answer(redirect, true);
  expect(await again).toBe(true);
  expect(await allow(redirect, never)).toBe(true);
  expect(questions.getState()).toEqual([]);
});

test("other headers and other addresses are separate questions", () => {
  const { allow, answer, questions } = createRedirectConsents();
  void allow(redirect, never);
  answer(redirect, true);
  void allow({ ...redirect, headers: ["X-Api-Key", "X-Tenant"] }, never);
  void allow({ ...redirect, url: "https://mcp.example/other" }, never);
  expect(questions.getState()).toHaveLength(2);
});

test("a question is withdrawn with the last request that waits for it", async () => {
  const { allow, questions } = createRedirectConsents();
  const [one, other] = [new AbortController(), new AbortController()];
  const waiting = [allow(redirect, one.signal), allow(redirect, other.signal)];
  one.abort();
  expect(await waiting[0]).toBe(false);
  expect(questions.getState()).toHaveLength(1);
  other.abort();
  expect(await waiting[1]).toBe(false);
  expect(questions.getState()).toEqual([]);
});
