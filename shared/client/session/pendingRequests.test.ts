import { expect, test, vi } from "vitest";
import { createManualClock } from "../../core/manualClock.fixture.ts";
import { createPendingRequests } from "./pendingRequests.ts";

function setUp(queued?: Promise<number>) {
  const clock = createManualClock();
  const pending = createPendingRequests(clock);
  const onTimeout = vi.fn();
  const waiting = pending.add({
    id: 1,
    method: "a",
    exchangeId: "x",
    startedAt: clock.now(),
    queued,
    limits: { timeoutMs: 100, maximumMs: 0 },
    onTimeout,
  });
  return { clock, pending, waiting, onTimeout };
}

test("the timeout of a request starts when it is added", () => {
  const { clock, waiting, onTimeout } = setUp();
  expect(waiting.isSent).toBe(true);
  clock.advance(100);
  expect(onTimeout).toHaveBeenCalledOnce();
});

test("the timeout of a queued request starts when it is sent", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { clock, waiting, onTimeout } = setUp(promise);
  clock.advance(500);
  expect(waiting.isSent).toBe(false);
  resolve(clock.now());
  await promise;
  expect(waiting).toMatchObject({ isSent: true, startedAt: clock.now() });
  clock.advance(99);
  expect(onTimeout).not.toHaveBeenCalled();
  clock.advance(1);
  expect(onTimeout).toHaveBeenCalledOnce();
});

test("the timeout of a request sent during a pause starts after the pause", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { clock, pending, onTimeout } = setUp(promise);
  const resume = pending.pause();
  resolve(clock.now());
  await promise;
  clock.advance(500);
  expect(onTimeout).not.toHaveBeenCalled();
  resume();
  clock.advance(100);
  expect(onTimeout).toHaveBeenCalledOnce();
});
