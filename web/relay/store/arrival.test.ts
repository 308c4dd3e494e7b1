import { expect, test } from "vitest";
import { isFromElsewhere, isRelayHalfNeeded } from "./arrival.ts";

const home = "http://127.0.0.1:6280/";
const from = (url: string | null) => (url === null ? null : { url });

test.each([
  ["a new tab, or a page of another origin before", "push", null, true],
  ["the same in place of an entry", "replace", null, true],
  ["a document of the origin that is not the page", "push", `${home}favicon.svg`, true],
  ["the page itself, at another link", "push", `${home}#s=2.x`, false],
  ["back from a sign-in", "replace", `${home}callback.html?code=c`, false],
  ["a reload", "reload", null, false],
  ["back or forward", "traverse", null, false],
])("%s", (_name, navigationType, url, expected) => {
  const navigation = { activation: { navigationType, from: from(url) } };
  expect(isFromElsewhere(navigation, home)).toBe(expected);
});

test("data waits for the half of a relay that said it has one", () => {
  const loaded = (names: readonly string[]) => ({
    getEntriesByType: () => [{ serverTiming: names.map((name) => ({ name })) }] as never,
  });
  expect(isRelayHalfNeeded(loaded(["page-load", "device-key"]))).toBe(true);
  expect(isRelayHalfNeeded(loaded(["page-load"]))).toBe(false);
  expect(isRelayHalfNeeded({ getEntriesByType: () => [] })).toBe(false);
});

test("a browser without the Navigation API", () => {
  expect(isFromElsewhere(undefined, home)).toBe(false);
  expect(isFromElsewhere({}, home)).toBe(false);
});
