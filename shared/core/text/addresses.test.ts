import { describe, expect, test } from "vitest";
import { isLoopbackAddress, isLoopbackHost, isPrivateHost } from "./addresses.ts";

test.each<readonly [host: string, isHost: boolean, isAddress: boolean]>([
  ["localhost", true, true],
  ["127.0.0.1", true, true],
  ["127.9.9.9", true, true],
  ["[::1]", true, true],
  ["::1", false, true],
  ["LOCALHOST", false, true],
  ["app.localhost", true, false],
  ["[::ffff:7f00:1]", true, false],
  ["localhost.evil.example", false, false],
  ["127.0.0.1.evil.example", false, false],
  ["128.0.0.1", false, false],
  ["0.0.0.0", false, false],
  ["[::]", false, false],
])("%s: loopback host of a URL %s, loopback address for Node %s", (host, isHost, isAddress) => {
  expect(isLoopbackHost(host)).toBe(isHost);
  expect(isLoopbackAddress(host)).toBe(isAddress);
});

describe("isPrivateHost", () => {
  test.each([
    "localhost",
    "127.9.9.9",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.255.1",
    "192.168.1.1",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[fd00::1]",
    "[fe80::1]",
    "[::ffff:7f00:1]",
    "[::ffff:a00:1]",
    "[::7f00:1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::a00:1]",
    "[2002:7f00:1::]",
    "[2002:c0a8:101::1]",
    "[fe80::5efe:7f00:1]",
    "[2001:db8::5efe:a00:1]",
    "[2001:db8::200:5efe:a00:1]",
    "[fec0::1]",
    "198.18.0.1",
    "printer",
    "nas.local",
    "db.internal",
    "localhost.",
    "db.internal.",
    "printer.",
  ])("%s is private", (host) => expect(isPrivateHost(host)).toBe(true));

  test.each([
    "example.com",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "[2001:db8::1]",
    "[::ffff:808:808]",
    "[64:ff9b::808:808]",
    "[2002:808:808::]",
    "[2001:db8::5efe:808:808]",
  ])("%s is public", (host) => expect(isPrivateHost(host)).toBe(false));
});
