import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import {
  createBodyLimit,
  cutBodyBytes,
  defaultBodyBytes,
  eventOverheadBytes,
  maxBodyBytes,
} from "./bodyLimit.ts";
import { gzipBomb } from "./gzipBomb.fixture.ts";
import {
  answered,
  failed,
  json,
  request,
  result,
  setUpHttp,
  sse,
} from "./streamableHttp.fixture.ts";

const gzip = { ...json, "content-encoding": "gzip" };
const limit = (bytes: number) => ({ bodyLimit: { bytes: () => bytes } });

const bytesInLog = async ({ log }: Awaited<ReturnType<typeof setUpHttp>>) => {
  const { entries, length } = log.snapshot();
  return entries
    .slice(0, length)
    .filter((entry) => entry.direction === "in")
    .map((entry) => entry.size)
    .reduce((sum, size) => sum + size, 0);
};

const closed = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    response.once("close", resolve);
  });

describe("an answer is read up to a limit", () => {
  it("stops at 64 MB of a gzip body that unpacks to 1 GiB, and ends the exchange", async () => {
    const bomb = gzipBomb(1024);
    expect(bomb.byteLength).toBeLessThan(1_200_000);
    const setUp = await setUpHttp((response) => {
      response.writeHead(200, gzip);
      response.end(bomb);
    });
    expect(await setUp.post(request(1))).toEqual(
      failed({ code: "too-large", what: "body", limit: defaultBodyBytes }),
    );
    // the log keeps the beginning, in memory of its own
    expect(await bytesInLog(setUp)).toBe(cutBodyBytes);
    const { entries } = setUp.log.snapshot();
    expect(entries.at(-2)).toMatchObject({ kind: "frame", holds: "rest", size: cutBodyBytes });
    const kept = await setUp.log.read(entries.at(-2)?.seq ?? -1);
    expect(kept.buffer.byteLength).toBe(cutBodyBytes);
    expect(entries.at(-1)).toMatchObject({
      kind: "http-end",
      outcome: "failed",
      code: "too-large",
      limit: defaultBodyBytes,
    });
  });

  it("cancels the rest", async () => {
    let isClosed: Promise<void> | undefined;
    const { post } = await setUpHttp(async (response) => {
      isClosed = closed(response);
      response.writeHead(200, json);
      while (!response.destroyed) {
        await new Promise((resolve) => response.write(" ".repeat(65_536), resolve));
      }
    }, limit(1_000_000));
    expect(await post(request(1))).toMatchObject({ kind: "failed" });
    await isClosed;
  });

  it("accepts a body of exactly the limit", async () => {
    const body = result(1);
    const { post } = await setUpHttp((response) => {
      response.writeHead(200, json);
      response.end(body);
    }, limit(body.length));
    expect(await post(request(1))).toEqual(answered());
  });

  it.each([
    ["one event", `data: ${"x".repeat(200_000)}`, { what: "event", limit: 100_000 }],
    [
      "many events",
      `data: ${"x".repeat(90_000)}\n\n`.repeat(5),
      { what: "stream", limit: 125_000 },
    ],
  ])("stops reading a stream at %s, and does not resume it", async (_, text, evidence) => {
    const { post, server, received } = await setUpHttp((response, { method }) => {
      if (method !== "POST") return response.writeHead(405).end();
      response.writeHead(200, sse);
      response.write(`id: 1\nretry: 1\ndata: ${result(7)}\n\n`);
      response.write(text);
    }, limit(100_000));
    expect(await post(request(1))).toEqual(failed({ code: "too-large", ...evidence }));
    expect(received[0]).toBe(result(7));
    expect(server.heard.map(({ method }) => method)).toEqual(["POST"]);
  });

  it("counts what each event of a stream takes in the log, not only its bytes", async () => {
    const setUp = await setUpHttp((response) => {
      response.writeHead(200, { ...sse, "content-encoding": "gzip" });
      response.end(gzipBomb(16, ":\n\n\n"));
    }, limit(1_000_000));
    const failure = { code: "too-large", what: "stream", limit: 1_250_000 } as const;
    expect(await setUp.post(request(1))).toEqual(failed(failure));
    const logged = setUp.log.snapshot().length;
    expect(logged).toBeGreaterThan(1000);
    expect(logged * eventOverheadBytes).toBeLessThan(failure.limit);
  });

  it("reads more after the limit is raised", async () => {
    const bodyLimit = createBodyLimit(50_000);
    const { post } = await setUpHttp(
      (response) => {
        response.writeHead(200, json);
        response.end(" ".repeat(150_000) + result(1));
      },
      { bodyLimit },
    );
    expect(await post(request(1))).toMatchObject({ failure: { limit: 50_000 } });
    expect(bodyLimit.next()).toBe(200_000);
    bodyLimit.raise();
    expect(await post(request(1))).toEqual(answered());
    expect(createBodyLimit(maxBodyBytes).next()).toBeUndefined();
  });
});
