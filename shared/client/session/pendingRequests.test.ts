import { expect, test, vi } from "vitest";
import { createHandClock } from "../../core/handClock.fixture.ts";
import { createPendingRequests } from "./pendingRequests.ts";

function setUp(queued?: Promise<number>) {
  const clock = createHandClock();
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

test("the clock of a request runs from the start", () => {
  const { clock, waiting, onTimeout } = setUp();
  expect(waiting.hasLeft).toBe(true);
  clock.advance(100);
  expect(onTimeout).toHaveBeenCalledOnce();
});

test("what waits for its turn has no clock running until it leaves", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { clock, waiting, onTimeout } = setUp(promise);
  clock.advance(500);
  expect(waiting.hasLeft).toBe(false);
  resolve(clock.now());
  await promise;
  expect(waiting).toMatchObject({ hasLeft: true, startedAt: clock.now() });
  clock.advance(99);
  expect(onTimeout).not.toHaveBeenCalled();
  clock.advance(1);
  expect(onTimeout).toHaveBeenCalledOnce();
});

test("what leaves while a person is answering starts its clock after that", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { clock, pending, onTimeout } = setUp(promise);
  const goOn = pending.pause();
  resolve(clock.now());
  await promise;
  clock.advance(500);
  expect(onTimeout).not.toHaveBeenCalled();
  goOn();
  clock.advance(100);
  expect(onTimeout).toHaveBeenCalledOnce();
});
