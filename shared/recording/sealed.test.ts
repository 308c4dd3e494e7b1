import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { deflate } from "./deflate.ts";
import { type Recording, recordingFormat } from "./recording.ts";
import { openSealed, sealRecording } from "./sealed.ts";
import { formatSealed, maximumSealedBytes, parseSealed } from "./sealedAddress.ts";

const recording: Recording = {
  format: recordingFormat,
  server: { kind: "http", url: "https://one.example/mcp" },
  selected: { kind: "tool", name: "echo", argumentsText: '{"message":"sealed words"}' },
};

test("a sealed recording opens with its key, and reveals nothing without it", async () => {
  const { id, key, bytes } = await sealRecording(recording);
  expect(Buffer.from(bytes).toString("latin1")).not.toContain("sealed words");
  expect(parseSealed(formatSealed({ id, key }))).toEqual({ id, key });
  expect(await openSealed(bytes, key)).toEqual({ kind: "recording", recording });
  const again = await sealRecording(recording);
  expect([again.id, again.key]).not.toEqual([id, key]);
  expect(await openSealed(bytes, again.key)).toEqual({ kind: "refused", problem: "wrong-key" });
});

test("changed, truncated and empty ciphertexts are refused", async () => {
  const { key, bytes } = await sealRecording(recording);
  for (const length of [0, 1, 12, 27, bytes.length - 1]) {
    const cut = await openSealed(bytes.slice(0, length), key);
    expect(cut).toEqual({ kind: "refused", problem: "wrong-key" });
  }
  const changed = bytes.slice();
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(await openSealed(changed, key)).toEqual({ kind: "refused", problem: "wrong-key" });
  for (const wrong of ["", "A".repeat(43), key.slice(1), `${key}A`, "§"]) {
    expect(await openSealed(bytes, wrong)).toMatchObject({ kind: "refused" });
  }
});

test("a bomb is refused before it unpacks", async () => {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"]);
  const iv = new Uint8Array(12);
  const bomb = await deflate(new Uint8Array(maximumSealedBytes + 1));
  const additionalData = encodeText(recordingFormat);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, bomb);
  const bytes = new Uint8Array([...iv, ...new Uint8Array(sealed)]);
  expect(await openSealed(bytes, Buffer.from(raw).toString("base64url"))).toEqual({
    kind: "refused",
    problem: "too-large",
  });
});

test.each([
  ["2.abcdefghijklmnopqrstuv.x", "unknown-version"],
  ["1.short.key", "damaged"],
  ["1.", "damaged"],
  ["", "unknown-version"],
])("the address %j is refused", (value, problem) => {
  expect(parseSealed(value)).toBe(problem);
});
