import { expect, test } from "vitest";
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { maxLines, scrollable, splitBlocks } from "./blocks.ts";
import { tokens } from "./jsonTokens.ts";
import { packBlocks, unpackBlocks } from "./packedBlocks.ts";
import { presentText } from "./presentText.ts";

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function randomJson(random: (below: number) => number, depth = 0): string {
  const space = () => ["", " ", "\n", "\r\n\t"][random(4)];
  const list = (item: () => string) =>
    Array.from({ length: random(5) }, () => space() + item() + space()).join(",");
  const string = () =>
    `"${Array.from({ length: random(12) }, () => ["a", "é", "😀", '\\"', "\\\\", "\\u00e9", ":", "{", "/*", "//"][random(10)]).join("")}"`;
  const kind = random(depth > 4 ? 4 : 8);
  if (kind === 0) return ["12345678901234567890", "-0.10", "1e400"][random(3)] ?? "0";
  if (kind === 1) return ["true", "false", "null"][random(3)] ?? "null";
  if (kind < 4) return string();
  if (kind < 6) return `[${list(() => randomJson(random, depth + 1))}]`;
  return `{${list(() => `${string()}${space()}:${randomJson(random, depth + 1)}`)}}`;
}

const invalidText = (random: (below: number) => number) =>
  Array.from(
    { length: random(6000) },
    () =>
      [
        '"',
        "\\",
        "\n",
        "\r",
        "{",
        "}",
        ":",
        "/",
        "*",
        "1",
        "-",
        "x",
        " ",
        "😀",
        "\u0000",
        "\uD800",
      ][random(16)],
  ).join("");

const tokenText = (text: string) =>
  splitBlocks(text)
    .map((block) =>
      tokens(text, block)
        .map((token) => token.text)
        .join(""),
    )
    .join("");

test("tokens contain every character of valid and invalid JSON once, in order", () => {
  const random = createRandom(11);
  for (let round = 0; round < 300; round++) {
    const json = randomJson(random);
    expect(tokenText(json)).toBe(json);
    const noise = invalidText(random);
    expect(tokenText(noise)).toBe(noise);
  }
});

test("pretty-printing changes only whitespace between tokens", () => {
  const random = createRandom(5);
  const withoutSpace = (text: string) => text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g)?.join("");
  for (let round = 0; round < 300; round++) {
    const json = randomJson(random);
    const pretty = prettyText(json);
    expect(withoutSpace(pretty)).toBe(withoutSpace(json));
    expect(prettyText(pretty)).toBe(pretty);
  }
});

test("pretty-printed JSON has one member or item per line", () => {
  expect(prettyText('{"a":[1,{"b":{}}],"a":1.0,"c":[]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": {}\n    }\n  ],\n  "a": 1.0,\n  "c": []\n}',
  );
});

test("deep nesting has limited indentation", () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  expect(prettyText(deep).length).toBeLessThan(5_000_000);
});

test("text beyond the line limit is neither pretty-printed nor rendered", () => {
  const numbers = JSON.stringify(Array.from({ length: maxLines }, () => 1));
  expect(prettyText(numbers, maxLines)).toBe(numbers);

  const blocks = splitBlocks("\n".repeat(maxLines + 100));
  const lines = scrollable(blocks).reduce((sum, block) => sum + block.lines, 0);
  expect(lines).toBeLessThanOrEqual(maxLines);
  expect(lines).toBeGreaterThan(maxLines - 100);
});

test.each(["", "<html>", '{"a":1,}', "{'a':1}", '{"a":1}//'])("%j is not JSON", (text) => {
  expect(presentText(text, "pretty")).toMatchObject({ shown: text, isJson: false });
});

test("blocks are the same after they were packed for a transfer", () => {
  const text = `${"line\n".repeat(90)}{"long":"${"x".repeat(9000)}"}`;
  const blocks = splitBlocks(text);
  expect(unpackBlocks(packBlocks(blocks))).toEqual(blocks);
});

test("tokens have kinds", () => {
  const text = '{"a" : "b", "c": [1.50, true, null]}';
  const [block] = splitBlocks(text);
  const kinds = block && tokens(text, block).map(({ kind, text }) => [kind, text.trim()]);
  expect(kinds?.filter(([kind]) => kind !== "punctuation")).toEqual([
    ["key", '"a"'],
    ["string", '"b"'],
    ["key", '"c"'],
    ["number", "1.50"],
    ["literal", "true"],
    ["literal", "null"],
  ]);
});

test("a string that is split across blocks stays a string", () => {
  const text = `{"long":"${'x\\"'.repeat(5000)}","next":1}`;
  const blocks = splitBlocks(text);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.slice(1).every((block) => block.inString)).toBe(true);
  expect(
    blocks
      .slice(1, -1)
      .flatMap((block) => tokens(text, block))
      .every(({ kind }) => kind === "string"),
  ).toBe(true);
  const last = blocks.at(-1);
  expect(last && tokens(text, last).map(({ kind }) => kind)).toEqual([
    "string",
    "punctuation",
    "key",
    "punctuation",
    "number",
    "punctuation",
  ]);
});

test("blocks are small and never split a character", () => {
  const text = `${"😀".repeat(9001)}\n${"\n".repeat(500)}`;
  for (const { start, end, lines } of splitBlocks(text)) {
    expect(end - start).toBeLessThanOrEqual(2002);
    expect(lines).toBeLessThanOrEqual(25);
    expect(text.slice(start, end).isWellFormed()).toBe(true);
  }
});
