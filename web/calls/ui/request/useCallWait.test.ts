import { expect, test } from "vitest";
import type { CallsState } from "../../store/calls.ts";
import { callWaitOf } from "./useCallWait.ts";

const calls = new Map([
  [
    "s",
    new Map([
      ["tool asks", [{ seq: 1 }]],
      ["tool other", [{ seq: 2 }]],
    ]),
  ],
]) as unknown as CallsState;
const request = (causedBy: number | undefined, more: object = {}) =>
  ({ serverId: "s", input: { causedBy }, ...more }) as never;
const askedOf = (itemKey: string, ...requests: never[]) =>
  callWaitOf({ serverId: "s", itemKey }, requests, calls);
const asked = (itemKey: string, ...requests: never[]) => askedOf(itemKey, ...requests).isAsked;

test("only the call that caused a request waits for the user, not the others of its server", () => {
  expect(asked("tool asks", request(1))).toBe(true);
  expect(asked("tool other", request(1))).toBe(false);
  expect(asked("tool other", request(1), request(2))).toBe(true);
});

test("a request whose call nobody knows may be that of each; one that ended, or of another server, is none", () => {
  expect(asked("tool other", request(undefined))).toBe(true);
  expect(asked("tool other", request(1, { ended: "withdrawn" }))).toBe(true);
  expect(asked("tool other", request(1), request(1, { serverId: "t" }))).toBe(false);
});

test("a call waits since the first of its requests that are open", () => {
  const at = (causedBy: number, receivedAt: number, more: object = {}) =>
    request(causedBy, { receivedAt, ...more });
  const requests = [at(2, 10), at(1, 20, { ended: "withdrawn" }), at(1, 30), at(1, 40)];
  expect(askedOf("tool asks", ...requests).since).toBe(30);
  expect(askedOf("tool other", at(1, 30)).since).toBeUndefined();
});
