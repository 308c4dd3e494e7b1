import { expect, test } from "vitest";
import { createManualClock } from "../../../../shared/core/manualClock.fixture.ts";
import type { AgentSession } from "./agentSession.ts";
import { createAgentSessions, idleMs } from "./agentSessions.ts";

/** Sessions that only note what happens to them. */
function create() {
  const ended: number[] = [];
  const full = new Set<number>();
  let count = 0;
  const clock = createManualClock();
  const sessions = createAgentSessions({
    openSession() {
      const number = ++count;
      const session: Pick<AgentSession, "isFull" | "end"> = {
        isFull: () => full.has(number),
        end: async () => void ended.push(number),
      };
      return session as AgentSession;
    },
    newId: () => `session ${count}`,
    clock,
  });
  return { sessions, ended, full, pass: clock.advance };
}

test("a session ends when it was not used for a while, and not while a request uses it", () => {
  const { sessions, ended, pass } = create();
  const first = sessions.open();
  pass(2 * idleMs);
  expect(ended).toEqual([]);
  first?.release();
  pass(idleMs - 1);
  const used = sessions.use(first?.id ?? "");
  pass(idleMs);
  expect(ended).toEqual([]);
  used?.release();
  pass(idleMs);
  expect(ended).toEqual([1]);
  expect(sessions.use(first?.id ?? "")).toBeUndefined();
});

test("the shared session is replaced when it was not used for a while, or is full", () => {
  const { sessions, ended, full, pass } = create();
  const [one, other] = [sessions.shared(), sessions.shared()];
  expect(one?.session).toBe(other?.session);
  one?.release();
  pass(idleMs);
  expect(ended).toEqual([]);
  other?.release();
  pass(idleMs);
  expect(ended).toEqual([1]);
  sessions.shared()?.release();
  full.add(2);
  const third = sessions.shared();
  expect(ended).toEqual([1, 2]);
  expect(third?.session.isFull()).toBe(false);
  // no client can name it
  expect(sessions.use(third?.id ?? "")).toBeUndefined();
  expect(sessions.end(third?.id ?? "")).toBeUndefined();
});

test("a request that ends late leaves the session alone that has replaced its own", async () => {
  const { sessions, ended, full } = create();
  const late = sessions.shared();
  full.add(1);
  const second = sessions.shared();
  second?.release();
  late?.release();
  expect(sessions.shared()?.session).toBe(second?.session);
  await sessions.close();
  expect(ended).toEqual([1, 2]);
});

test("after the end, no session begins", async () => {
  const { sessions, ended } = create();
  sessions.shared();
  sessions.open();
  await sessions.close();
  expect(ended).toEqual([1, 2]);
  expect(sessions.shared()).toBeUndefined();
  expect(sessions.open()).toBeUndefined();
});
