import { expect, test } from "vitest";
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from "./base64.ts";

const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);

test.each([0, 1, 2, 3, 255, 256])("%d bytes are the same after encoding and decoding", (length) => {
  const some = bytes.subarray(0, length);
  expect(toBase64(some)).toBe(Buffer.from(some).toString("base64"));
  expect(toBase64Url(some)).toBe(Buffer.from(some).toString("base64url"));
  expect(fromBase64(toBase64(some))).toEqual(Uint8Array.from(some));
  expect(fromBase64Url(toBase64Url(some))).toEqual(Uint8Array.from(some));
});

test.each(["&&&", "a", "é"])("%s is not base64", (text) => {
  expect(fromBase64(text)).toBeUndefined();
  expect(fromBase64Url(text)).toBeUndefined();
});
