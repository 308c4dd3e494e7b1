import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDeepLink, readDeepLink } from "./deepLink.ts";
import { readFragment } from "./fragment.ts";
import { decodeSession } from "./link.ts";
import { readRecording } from "./readRecording.ts";
import type { Recording } from "./recording.ts";

const opened = async (fragment: string) => decodeSession(readFragment(fragment).session ?? "");

test("a hand-written link names server, item, arguments and revision", async () => {
  expect(
    await opened(
      '#server=https://example.com/mcp&tool=echo&arguments={"message":"a b"}&revision=2025-06-18',
    ),
  ).toEqual({
    kind: "recording",
    recording: {
      format: "mcp-playground/1",
      server: { kind: "http", url: "https://example.com/mcp" },
      revision: "2025-06-18",
      selected: { kind: "tool", name: "echo", argumentsText: '{"message":"a b"}' },
    },
  });
  expect(await opened("#k=token&server=npx%20-y%20%22a%20b%22&env=KEY&env=OTHER")).toMatchObject({
    recording: {
      server: { command: "npx", args: ["-y", "a b"], environmentNames: ["KEY", "OTHER"] },
    },
  });
});

test.each([
  ["user name and password", "#server=https://ann:s3cret@h.example/mcp"],
  ["a query", "#server=https://h.example/mcp%3Fkey=s3cret"],
  ["a header", "#server=https://h.example/mcp&header=Authorization:%20s3cret"],
  ["a variable's value", "#server=KEY=s3cret%20npx"],
  ["a variable's value", "#server=npx&env=KEY=s3cret"],
  ["the relay's token", "#k=s3cret&server=https://h.example/mcp"],
])("%s is never read from a link", async (_, fragment) => {
  expect(JSON.stringify(await opened(fragment))).not.toContain("s3cret");
});

test.each(["#server=", "#server=ftp://a", "#server=%22", "#server=npx&env="])(
  "%s is refused",
  async (fragment) => {
    expect(await opened(fragment)).toMatchObject({ kind: "refused", problem: "damaged" });
  },
);

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 });
const servers = fc.oneof(
  fc.webUrl().map((url): Recording["server"] => ({ kind: "http", url: new URL(url).href })),
  fc
    .tuple(fc.constantFrom("npx", "node"), fc.array(word))
    .map(([command, args]): Recording["server"] => ({ kind: "stdio", command, args })),
);

test("every small recording is restored, and its link has only characters without a meaning in Markdown", () => {
  const recordings = fc.record(
    {
      format: fc.constant("mcp-playground/1" as const),
      server: servers,
      revision: fc.constant("2025-11-25"),
      selected: fc.record({
        kind: fc.constantFrom("tool", "resource", "template", "prompt"),
        name: word,
        argumentsText: fc.json(),
      }),
    },
    { requiredKeys: ["format", "server"] },
  );
  fc.assert(
    fc.property(recordings, (recording) => {
      const link = formatDeepLink(recording as Recording) ?? "";
      expect(link).toMatch(/^[\w.~:/@,%=&-]+$/);
      expect(readDeepLink(new URLSearchParams(link))).toEqual(readRecording(recording));
    }),
  );
});
