import { expect, test } from "vitest";
import { itemText } from "./itemText.ts";
import { readPages } from "./pages.ts";
import type { RequestOutcome } from "./session/outcome.ts";

/** A server whose lists are these texts, one per page. */
const pages = (...texts: string[]) => ({
  request() {
    const text = texts.shift() ?? "";
    const value = (JSON.parse(text) as { result: unknown }).result;
    const answer = { text, path: ["result"], ms: 0 };
    return {
      done: Promise.resolve({ kind: "result", value, answer } as unknown as RequestOutcome),
    };
  },
});

test("the text of an item is the text of its page", async () => {
  const { items } = await readPages(
    pages(
      '{"result":{"tools":[{"a":1.0},{"b": 9007199254740993}],"nextCursor":"x"}}',
      '{"result":{"tools":[{"c":1e400}]}}',
    ),
    "tools/list",
    "tools",
  );
  expect(items.map((item) => itemText(item as object))).toEqual([
    '{"a":1.0}',
    '{"b": 9007199254740993}',
    '{"c":1e400}',
  ]);
});

test("an unknown item is serialized", () => {
  expect(itemText({ a: 1 })).toBe('{"a":1}');
});
