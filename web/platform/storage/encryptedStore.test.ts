import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { createEncryptedStore } from "./encryptedStore.ts";
import { createSealedItems } from "./sealedItems.ts";
import {
  combineHalves,
  createBrowserHalf,
  nameOfHalf,
  type RelayHalf,
  seal,
  unseal,
} from "./sealing.ts";
import { createStoredItems } from "./storedItems.fixture.ts";
import { browserHalfOf, placeOf } from "./storedItems.ts";
import { createTabKey } from "./tabKey.ts";

const bytes = (fill: number) => new Uint8Array(32).fill(fill);

function createBrowser() {
  const { stored, items } = createStoredItems();
  /** A page at this origin that was given this half. */
  const page = (half: RelayHalf) => createEncryptedStore(items, async () => half);
  const sealed = () => [...stored.keys()].filter((name) => name.startsWith("sealed "));
  return { stored, page, sealed };
}

test("a value is decrypted only with both halves and its name", async () => {
  const half = await createBrowserHalf();
  const key = await combineHalves(half, bytes(1));
  const sealed = await seal(key, await nameOfHalf(bytes(1)), "name", { token: "secret" });
  expect(await unseal(key, "name", sealed)).toEqual({ token: "secret" });
  expect(await unseal(await combineHalves(half, bytes(1)), "name", sealed)).toEqual({
    token: "secret",
  });
  for (const wrong of [
    await combineHalves(half, bytes(2)),
    await combineHalves(half, undefined),
    await combineHalves(half, new Uint8Array(32)),
    await combineHalves(await createBrowserHalf(), bytes(1)),
  ]) {
    expect(await unseal(wrong, "name", sealed)).toBeUndefined();
  }
  expect(await unseal(key, "other", sealed)).toBeUndefined();
  const cut = { ...sealed, bytes: sealed.bytes.slice(1) };
  expect(await unseal(key, "name", cut)).toBeUndefined();
});

test("scripts can read neither half, nor derive it from stored data", async () => {
  const half = await createBrowserHalf();
  expect(half.extractable).toBe(false);
  for (const format of ["raw", "jwk"] as const) {
    await expect(crypto.subtle.exportKey(format, half)).rejects.toThrow();
  }
  const key = await combineHalves(half, bytes(1));
  await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
  expect(await nameOfHalf(bytes(1))).not.toBe(await nameOfHalf(bytes(2)));
});

test("a page of the same relay decrypts stored values, in another tab as well", async () => {
  const { page } = createBrowser();
  const [one, other] = [page(bytes(1)), page(bytes(1))];
  await Promise.all([one.write("a", 1), other.write("b", 2)]);
  expect([await other.read("a"), await one.read("b")]).toEqual([1, 2]);
  expect(one.state.getState()).toEqual({ protection: "relay", problem: undefined });
});

test("the next program at the port cannot decrypt it, with any half", async () => {
  const { page, sealed } = createBrowser();
  await page(bytes(1)).write("a", "secret");
  for (const [half, problem] of [
    [bytes(2), "other-relay"],
    [undefined, "relay-needed"],
  ] as const) {
    const next = page(half);
    expect(await next.read("a")).toBeUndefined();
    expect(next.state.getState().problem).toBe(problem);
  }
  // it is kept for the relay that can open it
  expect(sealed()).toHaveLength(1);
  expect(await page(bytes(1)).read("a")).toBe("secret");
});

test("a page of the relay does not trust values that such a program stored", async () => {
  const { stored, page, sealed } = createBrowser();
  const relayed = page(bytes(1));
  await relayed.write("a", "mine");
  await page(undefined).write("a", "planted");
  expect(await relayed.read("a")).toBeUndefined();
  expect(relayed.state.getState().problem).toBe("discarded");
  expect(sealed()).toHaveLength(0);
  // nor if they carry the name of the relay's half
  await page(undefined).write("a", "planted");
  const [name = ""] = sealed();
  stored.set(name, { ...(stored.get(name) as object), half: await nameOfHalf(bytes(1)) });
  expect(await relayed.read("a")).toBeUndefined();
});

test("what a tab stored is not read as a remembered value, nor the other way round, although the key is the same", async () => {
  const { stored, items } = createStoredItems();
  const relayHalf = async () => bytes(1);
  const key = createTabKey({
    isRelayHalfNeeded: true,
    browserHalf: () => browserHalfOf(items),
    relayHalf,
    relay: createStore(() => ({ kind: "connected" })),
  });
  const tab = createSealedItems(items, key);
  const remembered = createEncryptedStore(items, relayHalf);
  const place = await placeOf("sealed ", "grant");
  await tab.write("grant", "planted");
  stored.set(place, stored.get("grant"));
  expect(await remembered.read("grant")).toBeUndefined();
  await remembered.write("grant", "mine");
  stored.set("grant", stored.get(place));
  expect(await tab.read("grant")).toBeUndefined();
  expect(await remembered.read("grant")).toBe("mine");
});

test("without a relay only the browser's half protects values, and the state says so", async () => {
  const { page } = createBrowser();
  await page(undefined).write("a", 1);
  const laterPage = page(undefined);
  expect(await laterPage.read("a")).toBe(1);
  expect(laterPage.state.getState()).toEqual({ protection: "browser", problem: undefined });
});
