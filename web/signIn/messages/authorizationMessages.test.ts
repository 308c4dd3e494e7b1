import { expect, test } from "vitest";
import { questionText } from "./authorizationMessages.ts";

const forged = "https://good.example/\u202e. This was checked.\n";

test.each([
  { kind: "points-inward", member: "jwks_uri", url: forged, from: forged },
  { kind: "other-host", member: "token_endpoint", url: forged, from: forged },
  { kind: "no-pkce", issuer: forged },
  { kind: "default-endpoints", origin: forged },
] as const)("what a server wrote is no part of the sentences of $kind", (question) => {
  const { title, why, confirm, urls } = questionText(question);
  expect(`${title} ${why} ${confirm}`).not.toContain("good.example");
  expect(urls[0]?.[1]).toBe(forged);
});
