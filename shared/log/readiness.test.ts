import { expect, test } from "vitest";
import type { Entry } from "./entry.ts";
import { readinessOf } from "./readiness.ts";

const entry = (at: number, kind: string, exchangeId: string | undefined, parts = {}) =>
  ({ at, kind, exchangeId, ...parts }) as unknown as Entry;
const phase = (at: number, name: string) => entry(at, "connection", undefined, { phase: name });
const sent = (at: number, id: string) => entry(at, "message", id, { http: {} });
const ended = (at: number, id: string) => entry(at, "http-end", id);
const refused = (at: number, id: string) =>
  entry(at, "http-response", id, { http: { status: 401 } });
const asked = (at: number, id: string) =>
  entry(at, "http-request", id, { service: "authorization" });

test("the time of a person at a sign-in is none of the connection, but that of the requests is", () => {
  const signIn = [
    phase(100, "connecting"),
    sent(110, "a"),
    refused(120, "a"),
    ended(130, "a"),
    // two documents at once, the second one slowly
    asked(135, "b"),
    asked(135, "c"),
    ended(140, "b"),
    ended(900, "c"),
    asked(19_800, "d"),
    ended(19_900, "d"),
    sent(19_910, "e"),
  ];
  expect(readinessOf(signIn)).toBeUndefined();
  expect(readinessOf([...signIn, phase(20_000, "connected")])).toEqual({
    ms: 1000,
    signIns: [{ from: 900, to: 19_800 }],
    signInMs: 18_900,
  });
});

test("a slow answer is the time of the server, and a token that is renewed at once nobody's", () => {
  const entries = [
    phase(0, "connecting"),
    sent(10, "a"),
    refused(20, "a"),
    ended(21, "a"),
    asked(25, "b"),
    ended(30, "b"),
    sent(35, "c"),
    ended(5000, "c"),
    sent(6000, "d"),
    phase(6100, "connected"),
  ];
  expect(readinessOf(entries)).toEqual({ ms: 6100, signIns: [], signInMs: 0 });
  expect(readinessOf(entries.slice(1))).toBeUndefined();
});
