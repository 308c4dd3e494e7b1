import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../e2e/servers/serveHandler.ts";
import { conform } from "./conform.fixture.ts";
import { correctServer } from "./mutantServer.fixture.ts";

const wanted = { only: new Set(["sessions-at-once"]), revisions: ["2025-11-25"] as const };

/** The verdict about instances behind a proxy that chooses one for each request. */
async function verdictOf(choose: (count: number, request: Request) => number, instances = 2) {
  const servers = Array.from({ length: instances }, correctServer);
  let count = 0;
  const proxy = await serveHandler(async (request) => {
    const isStart = !request.headers.has("mcp-session-id");
    // the examination's own connection stays at the first instance
    const at = isStart && count === 0 ? 0 : choose(count, request);
    count += 1;
    return servers[at % instances]?.(request) ?? new Response(null, { status: 502 });
  });
  onTestFinished(proxy.close);
  const { verdicts, log } = await conform(proxy.url, wanted);
  return { verdict: verdicts[0]?.verdict, log };
}

test("one instance knows all sessions, and each is ended", async () => {
  const deleted: string[] = [];
  const { verdict } = await verdictOf((_, request) => {
    if (request.method === "DELETE") deleted.push(request.headers.get("mcp-session-id") ?? "");
    return 0;
  });
  expect(verdict?.outcome).toBe("passed");
  expect(new Set(deleted).size).toBeGreaterThanOrEqual(8);
}, 60_000);

test("behind a load balancer that does not know sessions, lost ones are shown with their entries", async () => {
  let pings = 0;
  const { verdict, log } = await verdictOf((_, request) => {
    // sessions begin at the first instance; the requests in them go to each in turn
    if (!request.headers.has("mcp-session-id") || request.method !== "POST") return 0;
    pings += 1;
    return pings <= 12 ? 0 : pings;
  });
  if (verdict?.outcome !== "failed") throw new Error(verdict?.outcome);
  expect(verdict.sentence).toMatch(/^\d of 8 sessions were lost: \d+ of 32 requests .* 404\.$/);
  const { entries } = log.snapshot();
  const statuses = verdict.evidence.flatMap((seq) => {
    const entry = entries.find((each) => each.seq === seq);
    return entry?.kind === "http-response" ? entry.http.status : [];
  });
  expect(new Set(statuses)).toEqual(new Set([404]));
}, 60_000);

test("an instance that answers pings of sessions that it does not know has lost them", async () => {
  let started = 0;
  const known = correctServer();
  const server = await serveHandler(async (request) => {
    if (!request.headers.has("mcp-session-id")) started += 1;
    // once all have begun, the list of each is answered by an instance that does not know it
    const text = await request.clone().text();
    if (started > 8 && /"tools\/list"/.test(text)) {
      const { id } = JSON.parse(text);
      const error = { code: -32000, message: "Unknown session" };
      if (id === 2) return Response.json({ jsonrpc: "2.0", id, error });
    }
    return known(request);
  });
  onTestFinished(server.close);
  const { verdicts } = await conform(server.url, wanted);
  expect(verdicts[0]?.verdict).toMatchObject({
    outcome: "failed",
    sentence: expect.stringMatching(
      /^8 of 8 sessions were lost: 8 of 32 requests .* the error -32000\.$/,
    ),
  });
}, 60_000);

test("a server whose backend fails has lost no session", async () => {
  let [started, failed] = [0, 0];
  const known = correctServer();
  const server = await serveHandler(async (request) => {
    if (!request.headers.has("mcp-session-id")) started += 1;
    const text = await request.clone().text();
    const isList = started > 8 && /"id":2,"method":"tools\/list"/.test(text);
    if (!isList) return known(request);
    failed += 1;
    const error = { code: -32603, message: "The database is away" };
    return Response.json({ jsonrpc: "2.0", id: 2, error });
  });
  onTestFinished(server.close);
  const { verdicts } = await conform(server.url, wanted);
  expect(verdicts[0]?.verdict.outcome).toBe("passed");
  expect(failed).toBe(8);
}, 60_000);
