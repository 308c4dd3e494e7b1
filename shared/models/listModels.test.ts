import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../e2e/servers/models.ts";
import { listModels } from "./listModels.ts";
import { httpProviders, testKey } from "./models.fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

describe.each(httpProviders)("%s", (provider) => {
  const list = (more: object = {}) =>
    listModels({ provider, baseUrl: server.baseUrls[provider], key: testKey, fetch, ...more });

  test("lists the models that can answer", async () => {
    expect(await list()).toEqual({
      kind: "listed",
      models: [{ name: "model-1" }, { name: "model-2" }],
    });
  });

  test("a wrong key", async () => {
    const body = JSON.stringify({ error: { message: `No ${testKey}` } });
    server.script({ kind: "raw", status: 401, body });
    const outcome = await list();
    expect(outcome).toMatchObject({ failure: { code: "unauthorized", evidence: { status: 401 } } });
    expect(JSON.stringify(outcome)).not.toContain("sk-test");
  });

  test.each(["no JSON", "null", "7", "{}", '{"data":{}}'])("a list that is %s", async (body) => {
    server.script({ kind: "raw", status: 200, body });
    expect(await list()).toMatchObject({ failure: { code: "malformed-reply" } });
  });

  test("no server, an unusable base URL, and a stop", async () => {
    const codes = [
      await list({ baseUrl: "http://127.0.0.1:9" }),
      await list({ baseUrl: "nonsense" }),
      await list({ signal: AbortSignal.abort() }),
    ].map((outcome) => outcome.kind === "failed" && outcome.failure.code);
    expect(codes).toEqual(["unreachable", "unusable-url", "aborted"]);
  });
});

test("a list with prices of one token has those of a million", async () => {
  const body = JSON.stringify({
    data: [
      { id: "small", pricing: { prompt: "0.0000001", completion: "0.0000004" } },
      { id: "free", pricing: { prompt: "0", completion: "0" } },
      { id: "by request", pricing: { prompt: "-1", completion: "-1" } },
      { id: "odd", pricing: { prompt: "a lot", completion: 7 } },
    ],
  });
  server.script({ kind: "raw", status: 200, body });
  const outcome = await listModels({ provider: "openai", baseUrl: server.baseUrls.openai, fetch });
  expect(outcome).toEqual({
    kind: "listed",
    models: [
      { name: "small", prices: { inputPerMillion: 0.1, outputPerMillion: 0.4 } },
      { name: "free", prices: { inputPerMillion: 0, outputPerMillion: 0 } },
      { name: "by request" },
      { name: "odd" },
    ],
  });
});

test("the browser's model has no list", async () => {
  const outcome = await listModels({ provider: "browser", fetch });
  expect(outcome).toEqual({ kind: "listed", models: [] });
});
