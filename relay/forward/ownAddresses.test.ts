import { expect, test } from "vitest";
import { createOwnAddresses } from "./ownAddresses.ts";

test("this machine is recognised by each of its addresses, in any notation", async () => {
  const own = createOwnAddresses(
    "play.example.com",
    async () => ["8.8.4.4"],
    () => ["8.8.8.8", "2606:4700::1"],
  );
  for (const address of [
    "8.8.8.8",
    "::ffff:8.8.8.8",
    "2002:808:808::1",
    "64:ff9b::8.8.8.8",
    "2606:4700:0::1",
    "2606:4700::1%eth0",
    "8.8.4.4",
  ]) {
    expect([address, await own.includes(address)]).toEqual([address, true]);
  }
  for (const address of ["8.8.8.9", "2606:4700::2", "nonsense"]) {
    expect([address, await own.includes(address)]).toEqual([address, false]);
  }
});

test("the public name is resolved periodically, and may have no address", async () => {
  let lookups = 0;
  const lookup = async () => {
    lookups++;
    throw new Error("ENOTFOUND");
  };
  const own = createOwnAddresses("play.example.com", lookup, () => ["8.8.8.8"]);
  expect(await own.includes("8.8.8.8")).toBe(true);
  expect(await own.includes("1.1.1.1")).toBe(false);
  expect(lookups).toBe(1);
});
