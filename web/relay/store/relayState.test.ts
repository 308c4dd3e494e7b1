import { expect, test } from "vitest";
import { readRelayAddress } from "./relayState.ts";

test.each([
  ["127.0.0.1:6280", "http://127.0.0.1:6280/"],
  [" http://localhost:7000 ", "http://localhost:7000/"],
  ["https://relay.example/sub", "https://relay.example/sub/"],
  ["http://127.0.0.1:6280/#k=secret", "http://127.0.0.1:6280/"],
  ["http://user:secret@127.0.0.1:6280/?token=secret", "http://127.0.0.1:6280/"],
])("%s", (text, address) => {
  expect(readRelayAddress(text)).toBe(address);
});

test.each(["", "ftp://127.0.0.1/", "http://", "two words"])("%j is not a relay address", (text) => {
  expect(readRelayAddress(text)).toBeUndefined();
});
