import { expect, test } from "vitest";
import { followLive, sendChunk } from "./liveRelay.ts";

const base = "http://127.0.0.1:9/";
const chunk = { id: "a", token: "t", number: 0, bytes: new Uint8Array(1) };

test.each(["soon", "-5", "", "1e999"])(
  "a relay that says %j waits no shorter than usual",
  async (wait) => {
    const fetch = async () => new Response(null, { status: 429, headers: { "Retry-After": wait } });
    const sent = await sendChunk({ fetch, base }, chunk);
    const waitMs = typeof sent === "object" ? sent.waitMs : Number.POSITIVE_INFINITY;
    expect(waitMs).toBeGreaterThanOrEqual(1000);
  },
);

test("a stream is read no faster than its events are processed", async () => {
  const event = new TextEncoder().encode(`event: chunk\nid: 0\ndata: ${"A".repeat(60_000)}\n\n`);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(event);
      if (sent === 500) controller.close();
    },
  });
  const control = new AbortController();
  let read = 0;
  let furthest = 0;
  await followLive({ fetch: async () => new Response(body), base }, "a", {
    signal: control.signal,
    onOpen() {},
    async onEvent() {
      // as long as decryption takes
      await new Promise((resolve) => setTimeout(resolve));
      read++;
      furthest = Math.max(furthest, sent - read);
    },
  });
  expect(read).toBe(500);
  expect(furthest).toBeLessThan(20);
});
