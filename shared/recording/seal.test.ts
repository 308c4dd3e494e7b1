import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { decodeSealedLink, encodeSealedLink, seal, unseal } from "./seal.ts";

const plain = encodeText("a recording");

test("what is sealed opens with its key only", async () => {
  const { bytes, key } = await seal(plain);
  const other = await seal(plain);
  expect(await unseal(bytes, key)).toEqual({ kind: "bytes", bytes: plain });
  expect(await unseal(bytes, other.key)).toEqual({ kind: "refused", problem: "wrong-key" });
  expect(Buffer.from(bytes).includes("recording")).toBe(false);
  expect(Buffer.from(bytes).equals(Buffer.from(other.bytes))).toBe(false);
});

test("every changed, missing or added byte is noticed", async () => {
  const { bytes, key } = await seal(plain);
  for (let at = 0; at < bytes.byteLength; at++) {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect((await unseal(changed, key)).kind).toBe("refused");
    expect((await unseal(bytes.slice(0, at), key)).kind).toBe("refused");
  }
  expect((await unseal(new Uint8Array([...bytes, 0]), key)).kind).toBe("refused");
});

test.each(["", "short", "&&&", "A".repeat(44)])("the key %o is refused", async (key) => {
  const { bytes } = await seal(plain);
  expect(await unseal(bytes, key)).toEqual({ kind: "refused", problem: "wrong-key" });
});

test("the link names the id and the key", async () => {
  const { key } = await seal(plain);
  const link = { id: "A".repeat(22), key };
  expect(encodeSealedLink(link)).toBe(`1.${link.id}.${key}`);
  expect(decodeSealedLink(encodeSealedLink(link))).toEqual(link);
});

test.each([
  [`2.${"A".repeat(22)}.${"B".repeat(43)}`, "unknown-version"],
  ["", "unknown-version"],
  ["1.", "damaged"],
  [`1.${"A".repeat(22)}`, "damaged"],
  [`1.../${"A".repeat(22)}.${"B".repeat(43)}`, "damaged"],
  [`1.${"A".repeat(22)}.${"B".repeat(42)}`, "damaged"],
  [`1.${"A".repeat(22)}.${"B".repeat(43)}.`, "damaged"],
])("the link %s is refused", (link, problem) => {
  expect(decodeSealedLink(link)).toEqual({ problem });
});
