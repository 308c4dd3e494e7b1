import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readFragment } from "./fragment.ts";
import { decodeSession, encodeSession, maximumSessionBytes } from "./link.ts";
import { type Recording, recordingFormat } from "./recording.ts";

const recording: Recording = {
  format: recordingFormat,
  server: { kind: "http", url: "https://example.com/mcp" },
  selected: {
    kind: "tool",
    name: "écho \u{1f600}",
    argumentsText: '{ "n": 12345678901234567890 }',
  },
};

const packed = (bytes: string | Buffer) => `2.${deflateRawSync(bytes).toString("base64url")}`;

test.each([
  ["#k=token&s=2.abc", "token", "2.abc"],
  ["s=2.abc", undefined, "2.abc"],
  ["#k=token", "token", undefined],
  ["", undefined, undefined],
  ["#", undefined, undefined],
  ["#some-heading", undefined, undefined],
])("the fragment %s", (hash, token, session) => {
  expect(readFragment(hash)).toEqual({ token, session });
});

test("a session is the same after encoding, which uses only characters that need no escape", async () => {
  const session = await encodeSession(recording);
  expect(session).toMatch(/^2\.[\w-]+$/);
  expect(readFragment(`#s=${session}`).session).toBe(session);
  expect(await decodeSession(session)).toEqual({ kind: "recording", recording });
});

test("a link encoded by another implementation is decoded", async () => {
  expect(await decodeSession(packed(JSON.stringify(recording)))).toEqual({
    kind: "recording",
    recording,
  });
});

describe("refused links", () => {
  const whole = packed(JSON.stringify(recording));

  test.each([
    ["another version", whole.replace("2.", "3."), "unknown-version"],
    ["no version", whole.slice(2), "unknown-version"],
    ["empty text", "", "unknown-version"],
    ["an empty body", "2.", "not-compressed"],
    ["invalid base64", "2.&&&", "not-compressed"],
    ["not deflated", `2.${Buffer.from("hello there").toString("base64url")}`, "not-compressed"],
    ["cut off", whole.slice(0, -8), "not-compressed"],
    ["trailing text", packed(`${JSON.stringify(recording)}!`), "not-json"],
    ["another document", packed("[1]"), "damaged"],
    ["a newer format", packed('{"format":"mcp-playground/2"}'), "newer-format"],
    ["another format", packed('{"format":"har/1"}'), "unknown-format"],
    ["bytes that are not UTF-8", packed(Buffer.from([0xff, 0xfe, 0x00])), "not-json"],
  ])("%s", async (_, session, problem) => {
    expect(await decodeSession(session)).toEqual({ kind: "refused", problem });
  });

  test("a decompression bomb, after the maximum size", async () => {
    const bomb = packed(Buffer.alloc(512 * maximumSessionBytes));
    expect(bomb.length).toBeLessThan(maximumSessionBytes);
    // hostileFiles.test.ts reports the memory that such links take
    expect(await decodeSession(bomb)).toEqual({ kind: "refused", problem: "too-large" });
  });

  test("the maximum size, and one byte more", async () => {
    const text = (size: number) => {
      const bytes = Buffer.alloc(size, " ");
      bytes.write(JSON.stringify(recording));
      return packed(bytes);
    };
    expect((await decodeSession(text(maximumSessionBytes))).kind).toBe("recording");
    expect(await decodeSession(text(maximumSessionBytes + 1))).toMatchObject({
      problem: "too-large",
    });
  });
});
