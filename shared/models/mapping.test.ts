/** Properties of the mapping and of failures, with requests and replies of any form. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measureCpu } from "../../e2e/bench/testFigures.ts";
import { anyJson, distorted } from "../../e2e/fuzz/property.fixture.ts";
import { type ModelServer, startModelServer } from "../../e2e/servers/models.ts";
import { toPointer } from "../core/json/pointer.ts";
import { describeMapping } from "./describeMapping.ts";
import type { ProviderKind } from "./model.ts";
import { fullRequest, httpProviders, modelAt, question } from "./models.fixture.ts";

const revision = "2025-11-25";
const providers: readonly ProviderKind[] = [...httpProviders, "browser"];
const preview = (provider: ProviderKind, params: unknown, at = revision) =>
  describeMapping(params, { provider, model: "m" }, { revision: at });

/** Texts and numbers of a request, with their pointers. */
function* valuesOf(value: unknown, pointer = ""): Generator<readonly [string, string | number]> {
  if (typeof value === "string" || typeof value === "number") yield [pointer, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    yield* valuesOf(part, pointer + toPointer([name]));
  }
}

/** Whether a body has a value: as JSON, or in JSON text within it. */
function holds(body: string, value: string | number): boolean {
  const text = typeof value === "string" ? JSON.stringify(value).slice(1, -1) : `${value}`;
  const inText = JSON.stringify(text).slice(1, -1);
  const inner = JSON.stringify(inText).slice(1, -1);
  return [text, inText, inner].some((one) => body.includes(one));
}

/** What providers write in other words, and the kind of a content block. */
const inOtherWords = /\/(type|role|mimeType)$|^\/toolChoice\/mode$/;

/** Requests like the full one, with members removed, added and replaced. */
const requests = distorted(fc.constant(fullRequest));

describe.each(providers)("%s", (provider) => {
  test.each(["2025-06-18", revision])("%s: no value is dropped without a note", (at) => {
    const holdsAll = (params: unknown) => {
      const mapping = preview(provider, params, at);
      if (!mapping) return;
      const body = JSON.stringify(mapping.body);
      const noted = mapping.notes.map(({ pointer }) => `${pointer}/`);
      const dropped = [...valuesOf(params)].filter(
        ([pointer, value]) =>
          !inOtherWords.test(pointer) &&
          !holds(body, value) &&
          !noted.some((one) => `${pointer}/`.startsWith(one)),
      );
      expect(dropped).toEqual([]);
    };
    fc.assert(fc.property(requests, holdsAll), { numRuns: 300 });
  });

  test("any JSON is mapped or refused; nothing throws", () => {
    const params = fc.oneof(anyJson, fc.record({ messages: fc.array(anyJson), tools: anyJson }));
    fc.assert(
      fc.property(params, (value) => void preview(provider, value)),
      { numRuns: 300 },
    );
  });

  test("a request nested too deeply is refused", () => {
    const input = JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`);
    const content = { type: "tool_use", id: "1", name: "t", input };
    const params = { messages: [{ role: "assistant", content }], maxTokens: 1 };
    expect(() => preview(provider, params)).not.toThrow();
  });

  test("a request with tens of thousands of tools and results is mapped", () => {
    const many = (make: (at: number) => object) =>
      Array.from({ length: 20_000 }, (_, at) => make(at));
    const tools = many((at) => ({ name: "ü".repeat(80) + at, inputSchema: { type: "object" } }));
    const content = many((at) => ({
      type: "tool_result",
      toolUseId: `ü ${at}`,
      content: [{ type: "text", text: "a", annotations: {} }],
      structuredContent: at,
    }));
    const mapping = measureCpu(`20,000 tools and results for ${provider}`, 5000, () =>
      preview(provider, { messages: [{ role: "user", content }], tools }),
    );
    expect(mapping?.notes.length).toBeGreaterThan(20_000);
  });

  test("an image of 20 MiB is mapped", () => {
    const data = "A".repeat(28_000_000);
    const content = { type: "image", data, mimeType: "image/png" };
    const mapping = measureCpu(`an image of 20 MiB for ${provider}`, 1000, () =>
      preview(provider, { messages: [{ role: "user", content }], maxTokens: 1 }),
    );
    expect(JSON.stringify(mapping?.notes).length).toBeLessThan(1_000);
  });
});

test("names that do not fit are replaced by unique ones and translated back", async () => {
  const names = ["a.b", "a/b", "a_b", "a b", "", "ü".repeat(100), `${"ü".repeat(100)}x`];
  const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
  const mapping = preview("openai", { ...question, tools });
  const offered = (mapping?.body.tools ?? []) as { function: { name: string } }[];
  const sent = offered.map((tool) => tool.function.name);
  expect(new Set(sent).size).toBe(names.length);
  expect(sent[2]).toBe("a_b");
  for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(sent.map((name) => mapping?.names.tools.restore(name))).toEqual(names);
});

describe("the key", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());

  test("is in no outcome, for any answer of the provider", async () => {
    const keys = fc
      .string({ unit: fc.constantFrom(...'abzAZ09-_+/=%"\\.~&?#'), minLength: 12, maxLength: 40 })
      .map((tail) => `sk-${tail}`);
    const input = fc.record({
      provider: fc.constantFrom(...httpProviders),
      key: keys,
      status: fc.constantFrom(200, 400, 401, 429, 500),
      isStreaming: fc.boolean(),
      form: fc.constantFrom(
        (key: string) => key,
        (key: string) => JSON.stringify(key),
        (key: string) => JSON.stringify({ error: { message: `no ${key}`, code: 400 } }),
        (key: string) => JSON.stringify({ error: key }),
        (key: string) => `data: ${JSON.stringify({ error: { message: key, code: 500 } })}\n\n`,
        (key: string) => `event: error\ndata: ${JSON.stringify({ error: { message: key } })}\n\n`,
        (key: string) => `<p>${encodeURIComponent(key)}</p>`,
      ),
    });
    type Inputs = typeof input extends fc.Arbitrary<infer T> ? T : never;
    const holds = async ({ provider, key, status, isStreaming, form }: Inputs) => {
      server.script({ kind: "raw", status, body: form(key) });
      const onDelta = isStreaming ? { onDelta: () => {} } : {};
      const outcome = await modelAt(server, provider, { key }).generate(question, {
        revision,
        ...onDelta,
      });
      const text = Object.values(outcome.kind === "failed" ? outcome.failure.evidence : {}).join();
      expect(outcome.kind).toBe("failed");
      for (const written of [key, encodeURIComponent(key)]) expect(text).not.toContain(written);
    };
    await fc.assert(fc.asyncProperty(input, holds), { numRuns: 80 });
  });
});
