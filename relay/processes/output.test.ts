import { expect, test } from "vitest";
import { decodeText, encodeText } from "../../shared/core/bytes.ts";
import { createProcessOutput, type ProcessOutput } from "./output.ts";

const say = (output: ProcessOutput, text: string, at = 0) =>
  output.append("stdout", encodeText(text), at);

const drain = (output: ProcessOutput) => {
  const chunks: string[] = [];
  for (let chunk = output.next(); chunk; chunk = output.next()) {
    chunks.push(`${chunk.offset}${chunk.startsLine ? "^" : "-"}${decodeText(chunk.bytes)}`);
  }
  return chunks;
};

test("nothing is sent before a page attaches, and no more than it granted", () => {
  const output = createProcessOutput(100, 100);
  say(output, "abc\ndef\n");
  expect(drain(output)).toEqual([]);
  output.rewind(0, 5);
  expect(drain(output)).toEqual(["0^abc\nd"]);
  expect(output.isFull()).toBe(true);
  output.grant(5, 8);
  expect(drain(output)).toEqual(["5-ef\n"]);
  expect([output.isFull(), output.isSent()]).toEqual([true, true]);
});

test("a cut right after a line feed starts a line; pipes do not mix", () => {
  const output = createProcessOutput(100, 100);
  output.rewind(0, 4);
  say(output, "abc\ndef");
  output.append("stderr", encodeText("!"), 0);
  expect(drain(output)).toEqual(["0^abc\n"]);
  output.grant(4, 100);
  expect(drain(output)).toEqual(["4^def", "7^!"]);
  say(output, "g");
  expect(drain(output)).toEqual(["8-g"]);
});

test("resends unacknowledged output to a page that reconnects", () => {
  const output = createProcessOutput(100, 100);
  output.rewind(0, 50);
  say(output, "abcdef");
  drain(output);
  output.grant(2, 50);
  output.detach();
  say(output, "ghi");
  output.rewind(4, 50);
  expect(drain(output)).toEqual(["4-ef", "6-ghi"]);
});

test("a chunk holds what was read within a millisecond, with its time; resent output has none", () => {
  const output = createProcessOutput(100, 100);
  const times = () => {
    const chunks: unknown[] = [];
    for (let chunk = output.next(); chunk; chunk = output.next()) {
      chunks.push([decodeText(chunk.bytes), chunk.at]);
    }
    return chunks;
  };
  output.rewind(0, 100);
  say(output, "ab", 5);
  say(output, "c", 5.9);
  say(output, "de", 6);
  expect(times()).toEqual([
    ["abc", 5],
    ["de", 6],
  ]);
  output.detach();
  say(output, "fg", 20);
  output.rewind(1, 100);
  expect(times()).toEqual([
    ["bcde", undefined],
    ["fg", 20],
  ]);
});

test("keeps the newest bytes without a page, and counts the dropped ones", () => {
  const output = createProcessOutput(10, 10);
  for (let i = 0; i < 10; i++) say(output, `line ${i}\n`);
  output.rewind(14, 1000);
  const chunks = drain(output);
  expect(chunks).toEqual(["60- 8\nline 9\n"]);
  expect(output.isSent()).toBe(true);
});

test("dropped bytes do not use the granted window", () => {
  const output = createProcessOutput(10, 10);
  say(output, "0123456789".repeat(3));
  output.rewind(0, 4);
  expect(drain(output)).toEqual(["20-0123"]);
});

test.each([
  ["more than is kept", 0, 1e12],
  ["bytes that were never sent", 1e12, 1e12],
])("a page cannot grant %s", (_name, seen, until) => {
  const output = createProcessOutput(10, 10);
  output.rewind(0, 0);
  output.grant(seen, until);
  say(output, "0123456789abc");
  expect(output.isFull()).toBe(true);
  expect(drain(output)).toEqual(["0^0123456789"]);
});
