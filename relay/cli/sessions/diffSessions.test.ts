import { expect, test } from "vitest";
import { runCli } from "../cli.fixture.ts";
import { recordingFile, stdioFile } from "../commands/recordingFile.fixture.ts";

const listed = (...tools: readonly object[]) =>
  stdioFile(
    ["out", { id: 1, method: "tools/list" }],
    ["in", { id: 1, result: { tools } }],
    ["out", { id: 2, method: "tools/call", params: { name: "a", arguments: { token: "sk-1" } } }],
    ["in", { id: 2, result: { content: [] } }],
  );

test("the same sessions end with 0, different ones with 1", async () => {
  const [one, other] = [listed({ name: "a" }), listed({ name: "a" }, { name: "b\u001b[2J" })];
  const same = await runCli("diff", one, listed({ name: "a" }));
  expect([same.code, same.out]).toEqual([
    0,
    expect.stringContaining("The same: 2 requests in both."),
  ]);
  const differ = await runCli("diff", one, other);
  expect(differ.code).toBe(1);
  expect(differ.out).toContain("Described differently by the server\n  tools/list\n");
  expect(differ.out).toContain("1 difference (1 definitions), 2 requests in both.");
  expect(differ.out).not.toContain("\u001b[2J");
  expect((await runCli("diff", one, other, "--ignore", "definitions,order")).code).toBe(0);
});

test("--json has the differences with the places of what changed", async () => {
  const one = listed({ name: "a", title: "A" });
  const { code, out } = await runCli("diff", one, listed({ name: "a", title: "B" }), "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    format: "mcp-playground-diff/1",
    same: false,
    first: { file: one, client: null },
    counts: { definitions: 1, answers: 0 },
    differences: [
      {
        kind: "definitions",
        from: "client",
        method: "tools/list",
        changes: [{ pointer: "/result/tools/a/title", before: '"A"', after: '"B"' }],
      },
    ],
  });
});

test("files that hold nothing to compare, unknown kinds and rules are wrong usage", async () => {
  const one = listed();
  const server = { kind: "http", url: "http://127.0.0.1:1/" } as const;
  const empty = await runCli("diff", one, recordingFile({ format: "mcp-playground/1", server }));
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("nothing to compare")]);
  expect((await runCli("diff", one, one, "--ignore", "colours")).code).toBe(2);
  expect((await runCli("diff", one, `${one}.gone`)).code).toBe(2);
  expect((await runCli("diff", one)).code).toBe(2);
});

test("what is ignored takes no place in the list, which is cut", async () => {
  const calls = Array.from({ length: 1100 }, (_, index) => ({
    id: index + 10,
    method: `x/${index}`,
  }));
  const answer = (value: number) =>
    stdioFile(
      ...(value === 1 ? calls.map((call) => ["out", call] as const) : []),
      ["out", { id: 1, method: "tools/call", params: { name: "a" } }],
      ["in", { id: 1, result: { content: [], structuredContent: { value } } }],
    );
  const { code, out } = await runCli("diff", answer(1), answer(2), "--ignore", "only-first");
  expect(out).toContain("Answered differently");
  expect(out).toContain("1 difference (1 answers)");
  expect(code).toBe(1);
});

test("messages that are nested too deeply are counted, and the sessions not called the same", async () => {
  const deep = (value: number) => {
    const nested: object = JSON.parse(`${"[".repeat(300)}${value}${"]".repeat(300)}`);
    return stdioFile(
      ["out", { id: 1, method: "tools/call", params: { name: "a" } }],
      ["in", { id: 1, result: { nested } }],
    );
  };
  const { code, out } = await runCli("diff", deep(1), deep(2));
  expect(out).toContain("2 messages without a comparison");
  expect(out).not.toContain("The same");
  expect(code).toBe(3);
});
