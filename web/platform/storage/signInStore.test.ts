import { expect, test } from "vitest";
import { createEncryptedStore } from "./encryptedStore.ts";
import { createSignInStore } from "./signInStore.ts";
import { createStoredItems } from "./storedItems.fixture.ts";

const never = () => 0;
const relayed = async () => new Uint8Array(32).fill(1);

test("the next page decrypts a sign-in for its own name, with or without a relay's half", async () => {
  const { items, stored } = createStoredItems();
  await createSignInStore(items, never).write("s", { verifier: "v" }, 1000);
  // remembered values use the same browser half
  await createEncryptedStore(items, relayed).write("grant", 1);
  const next = createSignInStore(items, never);
  expect(await next.read("s")).toEqual({ verifier: "v" });
  expect(await next.read("t")).toBeUndefined();
  const elsewhere = createStoredItems();
  for (const [name, value] of stored) {
    if (name.startsWith("sign-in ")) elsewhere.stored.set(name, value);
  }
  expect(await createSignInStore(elsewhere.items, never).read("s")).toBeUndefined();
});

test("values of a sign-in are never read as remembered ones, nor the other way round", async () => {
  const { stored, items } = createStoredItems();
  const signIns = createSignInStore(items, never);
  await signIns.write("grant", "planted", 1000);
  const [planted] = [...stored].find(([name]) => name.startsWith("sign-in ")) ?? [];
  for (const half of [async () => undefined, relayed]) {
    const store = createEncryptedStore(items, half);
    expect([await store.read("grant"), await store.isEmpty()]).toEqual([undefined, true]);
    // not even when it is moved to the name of a remembered value
    const place = `${planted}`.replace("sign-in ", "sealed ");
    stored.set(place, stored.get(`${planted}`));
    expect(await store.read("grant")).toBeUndefined();
    stored.delete(place);
  }
  const store = createEncryptedStore(items, async () => undefined);
  await store.write("screen", "remembered");
  const [place] = [...stored].find(([name]) => name.startsWith("sealed ")) ?? [];
  const copy = { ...(stored.get(`${place}`) as object), expiresAt: 1000 };
  stored.set(`${place}`.replace("sealed ", "sign-in "), copy);
  expect(await signIns.read("screen")).toBeUndefined();
});

test("an abandoned sign-in expires, and remembered values stay", async () => {
  const { stored, items } = createStoredItems();
  let now = 0;
  const signIns = createSignInStore(items, () => now);
  await createEncryptedStore(items, relayed).write("grant", "mine");
  await signIns.write("screen old", 1, 1000);
  await signIns.write("screen new", 2, 2000);
  const before = stored.size;
  now = 1000;
  expect(await signIns.read("screen old")).toBeUndefined();
  await signIns.removeExpired();
  expect(stored.size).toBe(before - 1);
  expect(await signIns.read("screen new")).toBe(2);
  await signIns.remove("screen new");
  expect(stored.size).toBe(before - 2);
  expect(await createEncryptedStore(items, relayed).read("grant")).toBe("mine");
});
