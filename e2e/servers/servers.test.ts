/** Checks that the test servers start, behave as documented, and stop. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEverything } from "./everything.ts";
import { type BadMode, type BadServer, startBadServer } from "./misbehaving/bad.ts";

const post = (url: string, method: string, params: object = {}) =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "0" },
};

test("server-everything answers, and ends when it is stopped", async () => {
  const server = await startEverything();
  try {
    const answer = await post(server.url, "initialize", initialize);
    expect(await answer.text()).toContain("mcp-servers/everything");
  } finally {
    await server.stop();
  }
  await expect(post(server.url, "ping")).rejects.toThrow();
});

describe("the bad server", () => {
  let server: BadServer;
  beforeAll(async () => {
    server = await startBadServer();
  });
  afterAll(() => server.close());

  const outcomes: readonly (readonly [BadMode, number, string])[] = [
    ["html", 200, "<!doctype html>"],
    ["broken-json", 200, '"content":['],
    ["early-end", 200, '"notif'],
    ["500", 500, "The database is on fire"],
    ["404", 404, "No such page"],
    ["slow", 200, "at last"],
  ];

  test.each(outcomes)("%s initializes well and then answers %i", async (mode, status, words) => {
    const first = await post(server.url(mode), "initialize", initialize);
    expect(await first.json()).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    const second = await post(server.url(mode), "tools/call", { name: "x" });
    expect(second.status).toBe(status);
    expect(await second.text()).toContain(words);
  });

  test("with `atOnce` the first request fails", async () => {
    const answer = await post(server.url("html", true), "initialize", initialize);
    expect(answer.headers.get("content-type")).toBe("text/html");
  });

  test("no-cors sends no CORS header, the others do", async () => {
    const header = async (mode: BadMode) =>
      (await post(server.url(mode), "ping")).headers.get("access-control-allow-origin");
    expect([await header("no-cors"), await header("html")]).toEqual([null, "*"]);
  });

  test("slow reports progress if it is requested", async () => {
    const params = { name: "x", _meta: { progressToken: "p" } };
    const answer = await post(server.url("slow"), "tools/call", params);
    expect((await answer.text()).match(/notifications\/progress/g)).toHaveLength(10);
  });

  test("never does not answer", async () => {
    const asked = fetch(server.url("never"), {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call" }),
      signal: AbortSignal.timeout(300),
    });
    await expect(asked).rejects.toThrow(/timeout/i);
  });

  test("pages lists six tools in three pages", async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await post(server.url("pages"), "tools/list", cursor ? { cursor } : {});
      const { result } = (await answer.json()) as {
        result: { tools: { name: string }[]; nextCursor?: string };
      };
      names.push(...result.tools.map((tool) => tool.name));
      cursor = result.nextCursor;
    } while (cursor);
    expect(names).toEqual(["tool-1", "tool-2", "tool-3", "tool-4", "tool-5", "tool-6"]);
  });
});
