import { expect, test } from "vitest";
import { elicitationAppUri } from "./elicitationApp.ts";

const declared = { extensions: { "io.modelcontextprotocol/ui": { elicitation: {} } } };
const named = (resourceUri: unknown, mode?: string) => ({
  ...(mode && { mode }),
  _meta: { ui: { resourceUri } },
});

test.each([
  ["a form", named("ui://a/b"), declared, "ui://a/b"],
  ["a form by its mode", named("ui://a/b", "form"), declared, "ui://a/b"],
  ["a URL", named("ui://a/b", "url"), declared, undefined],
  ["another scheme", named("https://evil.example/"), declared, undefined],
  ["no text", named(1), declared, undefined],
  ["no app", {}, declared, undefined],
  ["a server that has not declared it", named("ui://a/b"), {}, undefined],
  [
    "a server that declares apps only",
    named("ui://a/b"),
    { extensions: { "io.modelcontextprotocol/ui": {} } },
    undefined,
  ],
])("%s", (_, params, capabilities, uri) => {
  expect(elicitationAppUri(params, capabilities)).toBe(uri);
});
