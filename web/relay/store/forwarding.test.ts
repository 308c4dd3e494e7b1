import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createForwarding } from "./forwarding.ts";
import type { RelayAccess } from "./relayAccess.ts";
import type { RelayState } from "./relayState.ts";

const origin = "https://a.example";
const address = "http://127.0.0.1:6280/";

function createScene(
  kept = new Map<string, string>(),
  load?: Parameters<typeof createForwarding>[2],
) {
  const storage = createMemoryStorage(kept);
  const state = createStore<RelayState>(() => ({ kind: "idle", address }));
  const link = async () => ({ code: "relay-unreachable", reason: "none" }) as const;
  const relay = { state, link } as unknown as RelayAccess;
  return { forwarding: createForwarding(relay, storage, load), state, kept };
}

test("the user is asked once for an origin, however many requests wait for the answer", async () => {
  const { forwarding, kept } = createScene();
  const waiting = [forwarding.agree(origin), forwarding.agree(origin)];
  const other = forwarding.agree("https://b.example");
  expect(forwarding.questions.getState()).toEqual([origin, "https://b.example"]);
  forwarding.answer(origin, true);
  forwarding.answer("https://b.example", false);
  expect(await Promise.all([...waiting, other])).toEqual([true, true, false]);
  expect(forwarding.questions.getState()).toEqual([]);
  expect(await forwarding.agree(origin)).toBe(true);
  expect([origin, "https://b.example"].map(forwarding.hasAgreed)).toEqual([true, false]);
  // the tab stores the allowed origins and nothing else
  expect(await createScene(kept).forwarding.agree(origin)).toBe(true);
  void forwarding.agree("https://b.example");
  expect(forwarding.questions.getState()).toEqual(["https://b.example"]);
});

test("settings are merged, and an empty text removes one", () => {
  const { forwarding, kept } = createScene();
  forwarding.setTerms(origin, { key: "secret", cert: "c" });
  forwarding.setTerms(origin, { fingerprint: "AA" });
  forwarding.setTerms(origin, { cert: "" });
  expect(forwarding.terms(origin)).toEqual({ key: "secret", fingerprint: "AA" });
  expect(forwarding.terms("https://b.example")).toEqual({});
  expect([...kept.values()].join()).not.toContain("secret");
});

test("it is available while a relay is connected that forwards", () => {
  const { forwarding, state } = createScene();
  expect(forwarding.available()).toBeUndefined();
  const connected = { kind: "connected", address, isOwnPage: true, version: "1" } as const;
  state.setState({ ...connected, forward: "off" }, true);
  expect(forwarding.available()).toBeUndefined();
  state.setState({ ...connected, forward: "private" }, true);
  expect(forwarding.available()).toBe(forwarding.fetch);
});

test("code that could not be loaded is loaded again for the next request", async () => {
  let loads = 0;
  const { forwarding } = createScene(new Map(), async () => {
    if (++loads === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return import("../../../shared/relay/client/relayFetch.ts");
  });
  const first = [forwarding.fetch(origin), forwarding.fetch(origin)];
  for (const each of first) await expect(each).rejects.toThrow("dynamically imported module");
  const second = forwarding.fetch(origin);
  forwarding.answer(origin, true);
  await expect(second).rejects.toMatchObject({ failure: { code: "relay-unreachable" } });
  expect(loads).toBe(2);
});
