import { expect, test, vi } from "vitest";
import { readPages } from "./pages.ts";
import { type SessionSetUp, setUpSession } from "./session/session.fixture.ts";

/** Answers requests with these results in order and records their params. */
async function serve(
  { transport }: SessionSetUp,
  results: readonly string[],
): Promise<(string | undefined)[]> {
  const params: (string | undefined)[] = [];
  for (const [index, result] of results.entries()) {
    await vi.waitFor(() => {
      if (transport.sent.length <= index) throw new Error(`Page ${index + 1} was not asked for`);
    });
    params.push(/"params":(.*)\}$/.exec(transport.sent[index]?.text ?? "")?.[1]);
    transport.arrive(`{"jsonrpc":"2.0","id":${index + 1},"result":${result}}`);
  }
  return params;
}

/** The pages of a server, the requested cursors and the result. */
const table: readonly (readonly [
  name: string,
  results: readonly string[],
  params: readonly (string | undefined)[],
  pages: object,
])[] = [
  [
    "one page",
    ['{"tools":[1,2]}'],
    [undefined],
    { kind: "complete", items: [1, 2], cut: undefined },
  ],
  [
    "three pages",
    ['{"tools":[1],"nextCursor":"ä\\""}', '{"tools":[],"nextCursor":"b"}', '{"tools":[3]}'],
    [undefined, '{"cursor":"ä\\""}', '{"cursor":"b"}'],
    { kind: "complete", items: [1, 3], cut: undefined },
  ],
  [
    "the empty string is a cursor",
    ['{"tools":[1],"nextCursor":""}', '{"tools":[2]}'],
    [undefined, '{"cursor":""}'],
    { kind: "complete", items: [1, 2], cut: undefined },
  ],
  [
    "a lone surrogate is a cursor",
    ['{"tools":[1],"nextCursor":"\\ud800"}', '{"tools":[2]}'],
    [undefined, '{"cursor":"\\ud800"}'],
    { kind: "complete", items: [1, 2], cut: undefined },
  ],
  [
    "a repeated cursor",
    ['{"tools":[1],"nextCursor":"a"}', '{"tools":[2],"nextCursor":"a"}'],
    [undefined, '{"cursor":"a"}'],
    { kind: "complete", items: [1, 2], cut: "repeated-cursor" },
  ],
  [
    "cursors that repeat in a cycle",
    [
      '{"tools":[1],"nextCursor":""}',
      '{"tools":[2],"nextCursor":"b"}',
      '{"tools":[3],"nextCursor":""}',
    ],
    [undefined, '{"cursor":""}', '{"cursor":"b"}'],
    { kind: "complete", items: [1, 2, 3], cut: "repeated-cursor" },
  ],
  [
    "a cursor of another type ends the list",
    ['{"tools":[1],"nextCursor":null}'],
    [undefined],
    { kind: "complete", items: [1], cut: undefined },
  ],
  [
    "pages without the list",
    ['{"nextCursor":"a"}', '{"tools":{},"nextCursor":"b"}', "null"],
    [undefined, '{"cursor":"a"}', '{"cursor":"b"}'],
    { kind: "complete", items: [], cut: undefined },
  ],
];

test.each(table)("%s", async (_name, results, params, pages) => {
  const setUp = await setUpSession();
  const reading = readPages(setUp.session, "tools/list", "tools");
  expect(await serve(setUp, results)).toEqual(params);
  expect(await reading).toEqual(pages);
  expect(setUp.transport.sent).toHaveLength(results.length);
});

test("a failed page keeps the items before it", async () => {
  const setUp = await setUpSession();
  const reading = readPages(setUp.session, "tools/list", "tools");
  await serve(setUp, ['{"tools":[1],"nextCursor":"a"}']);
  await vi.waitFor(() => expect(setUp.transport.sent).toHaveLength(2));
  setUp.transport.arrive('{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no cursor"}}');
  expect(await reading).toMatchObject({
    kind: "stopped",
    items: [1],
    outcome: { kind: "error", error: { code: -32602 } },
  });
});

test("a signal stops reading and keeps the items so far", async () => {
  const setUp = await setUpSession();
  const control = new AbortController();
  const reading = readPages(setUp.session, "tools/list", "tools", { signal: control.signal });
  await serve(setUp, ['{"tools":[1],"nextCursor":"a"}']);
  await vi.waitFor(() => expect(setUp.transport.sent).toHaveLength(2));
  control.abort();
  expect(await reading).toMatchObject({
    kind: "stopped",
    items: [1],
    outcome: { kind: "cancelled" },
  });
});

test("an endless list is cut, with the cursor to continue from", async () => {
  let asked = 0;
  const asker = {
    request: (_method: string, paramsText: string | undefined) => {
      asked++;
      const from = paramsText === undefined ? 0 : Number(JSON.parse(paramsText).cursor);
      const value = { tools: [from], nextCursor: String(from + 1) };
      return { done: Promise.resolve({ kind: "result", value, answer } as never) };
    },
  };
  const answer = { text: "", path: [] };
  const first = await readPages(asker, "tools/list", "tools");
  expect(first).toMatchObject({ kind: "complete", cut: "too-many-pages", next: "100" });
  expect(first.items).toHaveLength(100);
  expect(asked).toBe(100);
  const more = await readPages(asker, "tools/list", "tools", { from: "100" });
  expect(more.items[0]).toBe(100);
});

test("a page may hold more items than a call may have arguments", async () => {
  const tools = Array.from({ length: 300_000 }, (_, index) => index);
  const value = { tools, nextCursor: "more" };
  const answer = { text: "", path: [] };
  const asker = {
    request: () => ({ done: Promise.resolve({ kind: "result", value, answer } as never) }),
  };
  const pages = await readPages(asker, "tools/list", "tools");
  expect(pages).toMatchObject({ cut: "too-many-pages", next: "more" });
  expect(pages.items).toHaveLength(300_000);
});
