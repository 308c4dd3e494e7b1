import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../../../e2e/servers/serveHandler.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { recordingFormat } from "../../../../shared/recording/recording.ts";
import { until } from "../../../relay.fixture.ts";
import { startTap } from "../tap.fixture.ts";
import { createSpanExporter } from "./spanExporter.ts";

interface Posted {
  readonly path: string;
  readonly headers: Headers;
  readonly names: readonly string[];
  readonly text: string;
}

async function collector(answer: (count: number) => Response = () => Response.json({})) {
  const posted: Posted[] = [];
  const server = await serveHandler(async (request) => {
    const text = await request.text();
    const { spans } = JSON.parse(text).resourceSpans[0].scopeSpans[0];
    const names = spans.map(({ name }: { name: string }) => name);
    posted.push({ path: new URL(request.url).pathname, headers: request.headers, names, text });
    return answer(posted.length);
  });
  onTestFinished(server.close);
  return { posted, url: server.url };
}

const server = { kind: "stdio", command: "node", args: [] } as const;
const message = (direction: "out" | "in", at: number, text: object) =>
  ({ kind: "message", carrier: "stdio", direction, at, text: JSON.stringify(text) }) as const;

/** A request with this id, answered unless `isOpen`. */
function call(id: number, isOpen = false): LiveDocument {
  const request = message("out", id, {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: `t${id}` },
  });
  const answer = message("in", id + 1, { jsonrpc: "2.0", id, result: {} });
  return {
    head: { format: recordingFormat, server, startedAt: "2026-01-01T00:00:00.000Z" },
    entries: (isOpen ? [request] : [request, answer]) as LiveDocument["entries"],
  };
}

test("each request is a span once it is answered, and is posted once", async () => {
  const { posted, url } = await collector();
  const exporter = createSpanExporter(url, {
    headers: "Authorization=Bearer%20abc, bad header=x,=y,X-Two=2",
    limits: { everyMs: 1 },
  });
  exporter.add(call(1));
  exporter.add(call(2, true));
  await until(() => posted.length > 0);
  exporter.add({
    entries: [message("in", 9, { jsonrpc: "2.0", id: 2, result: {} })] as LiveDocument["entries"],
  });
  await exporter.end();
  expect(posted.flatMap(({ names }) => names)).toEqual(["tools/call t1", "tools/call t2"]);
  const [{ headers } = { headers: new Headers() }] = posted;
  expect(headers.get("authorization")).toBe("Bearer abc");
  expect(headers.get("x-two")).toBe("2");
});

test("a collector that fails is tried again; what does not fit is dropped, counted and said", async () => {
  const { posted, url } = await collector((count) =>
    count < 3
      ? new Response(null, { status: 503 })
      : Response.json({ partialSuccess: { rejectedSpans: "1" } }),
  );
  const said: string[] = [];
  const exporter = createSpanExporter(url, {
    headers: "",
    say: (sentence) => said.push(sentence),
    limits: { everyMs: 1, waiting: 5, batch: 5, retryMs: 2 },
  });
  for (let id = 1; id <= 20; id++) exporter.add(call(id));
  await until(() => posted.length >= 3);
  await exporter.end();
  expect(said[0]).toMatch(/^Spans cannot be posted to 127\.0\.0\.1:\d+; it is tried again\.$/);
  const lost = Number(/^(\d+) spans were not posted/.exec(said.at(-1) ?? "")?.[1]);
  const accepted = posted.slice(2).flatMap(({ names }) => names);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(lost + accepted.length - (posted.length - 2)).toBe(20);
});

test("a collector that never answers does not keep the end waiting, and a refused request is not repeated", async () => {
  const hanging = await serveHandler(() => new Promise(() => {}));
  onTestFinished(hanging.close);
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  const slow = createSpanExporter(hanging.url, {
    headers: "",
    say,
    limits: { everyMs: 1, endMs: 50 },
  });
  slow.add(call(1));
  await slow.end();
  expect(said.at(-1)).toMatch(/^1 spans were not posted/);
  const { posted, url } = await collector(() => new Response(null, { status: 400 }));
  const refused = createSpanExporter(url, { headers: "", say, limits: { everyMs: 1 } });
  refused.add(call(1));
  await refused.end();
  expect(posted).toHaveLength(1);
  expect(said.at(-1)).toMatch(/^1 spans were not posted/);
});

test("a tap posts its spans to a collector, with secrets masked", async () => {
  const { posted, url } = await collector();
  const secret = "sk-live-4f9a8b7c6d5e4f3a2b1c";
  const program =
    "process.stdin.on('data', (d) => { for (const l of String(d).split('\\n')) if (l) { const { id } = JSON.parse(l); console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} })); } });";
  const { child } = startTap([
    "--otlp-endpoint",
    `${url}/otel`,
    "--env",
    `API_KEY=${secret}`,
    "--",
    process.execPath,
    "-e",
    program,
  ]);
  const params = { name: secret, arguments: { token: secret } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params })}\n`);
  await once(child.stdout, "data");
  child.stdin.end();
  const [{ path, text, names } = { path: "", text: "", names: [] }] = await until(
    () => posted.length > 0 && posted,
  );
  expect(path).toBe("/otel/v1/traces");
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^tools\/call /);
  expect(text).not.toContain(secret);
}, 60_000);
