/** Webhook receivers of a real relay: what they take, and what attackers send. */
import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { encodeText } from "../../shared/core/bytes.ts";
import { createWebhookSecret, signWebhook } from "../../shared/events/webhookSignature.ts";
import { receiveThroughRelay } from "../../shared/relay/client/relayWebhook.ts";
import { newId, openLink, openRelay, pair } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";

const newSecret = () => createWebhookSecret((bytes) => void crypto.getRandomValues(bytes));

/** Opens a receiver, and waits for its address. */
async function open(options: RelayOptions = {}, secret = newSecret()) {
  const relay = await openRelay(options);
  const session = await pair(relay);
  const { link, sockets } = await openLink(relay, session);
  const heard = { url: "", times: 0, bodies: [] as string[], refused: [] as string[], end: "" };
  const listen = () =>
    receiveThroughRelay(link, newId(), secret, {
      receiving(url) {
        heard.url = url;
        heard.times++;
      },
      delivered: (body) => void heard.bodies.push(body),
      refused: (code) => void heard.refused.push(code),
      ended: (reason) => {
        heard.end = typeof reason === "string" ? reason : reason.code;
      },
    });
  const stop = listen();
  await vi.waitFor(() => expect(heard.url + heard.end).not.toBe(""));
  return { relay, session, sockets, heard, stop, listen, secret };
}

interface Delivery {
  readonly secret: string;
  readonly body?: string;
  /** Seconds by which its timestamp differs from now. */
  readonly age?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

async function deliver(url: string, { secret, body = '{"a":1}', age = 0, headers }: Delivery) {
  const id = "evt_1";
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const signature = await signWebhook(secret, { id, timestamp }, encodeText(body));
  return fetch(url, {
    method: "POST",
    headers: {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
      ...headers,
    },
    body,
  });
}

test("a signed delivery reaches its page, and a challenge is answered", async () => {
  const { heard, secret } = await open();
  expect((await deliver(heard.url, { secret, body: '{"eventId":"é"}' })).status).toBe(204);
  const asked = await deliver(heard.url, {
    secret,
    body: '{"type":"verification","challenge":"x"}',
  });
  expect(await asked.json()).toEqual({ challenge: "x" });
  await vi.waitFor(() => expect(heard.bodies).toHaveLength(2));
  expect(heard.bodies[0]).toBe('{"eventId":"é"}');
});

test.each([
  ["the signature of another secret", 401, "wrong-signature", { secret: newSecret() }],
  ["a delivery of before", 401, "not-fresh", { age: 301 }],
  ["a delivery of the future", 401, "not-fresh", { age: -302 }],
  ["a body that was changed", 401, "wrong-signature", { headers: { "webhook-id": "evt_2" } }],
  ["no signature", 400, "header-missing", { headers: { "webhook-signature": "" } }],
  ["a timestamp that is none", 400, "header-missing", { headers: { "webhook-timestamp": "1e9" } }],
  ["a body that is no object", 400, "not-json", { body: "[]" }],
  ["a large body", 413, "too-large", { body: `"${"x".repeat(300 * 1024)}"` }],
])("%s is refused with %i", async (_, status, code, wrong: Partial<Delivery>) => {
  const { heard, secret } = await open();
  expect((await deliver(heard.url, { secret, ...wrong })).status).toBe(status);
  await vi.waitFor(() => expect(heard.refused).toEqual([code]));
  expect(heard.bodies).toEqual([]);
});

test("a body without a length is not read beyond the limit", async () => {
  const { heard } = await open({ limits: { webhookBytes: 1000 } });
  const status = new Promise((resolve, reject) => {
    const sent = request(heard.url, { method: "POST" }, (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.on("error", reject);
    // never ends
    sent.write("x".repeat(1001));
  });
  expect(await status).toBe(413);
});

test("browsers, other methods, other hosts and other addresses get nothing", async () => {
  const { heard, secret, relay } = await open();
  const other = heard.url.replace(/[\w-]{22}$/, "A".repeat(22));
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  expect(await statusOf(deliver(other, { secret }))).toBe(404);
  expect(await statusOf(deliver(`${heard.url}/x`, { secret }))).toBe(404);
  expect(await statusOf(fetch(heard.url))).toBe(405);
  const origin = { Origin: "https://evil.example" };
  expect(await statusOf(deliver(heard.url, { secret, headers: origin }))).toBe(403);
  const own = { Origin: relay.origin };
  expect(await statusOf(deliver(heard.url, { secret, headers: own }))).toBe(403);
  const host = new Promise((resolve) => {
    const headers = { Host: "rebound.example" };
    request(heard.url, { method: "POST", headers }, ({ statusCode }) => resolve(statusCode)).end();
  });
  expect(await host).toBe(421);
  expect(heard.bodies).toEqual([]);
});

test("many deliveries are answered with 429", async () => {
  const { heard, secret } = await open({ limits: { webhooksPerMinute: 3 } });
  for (let sent = 0; sent < 3; sent++) {
    expect((await deliver(heard.url, { secret: newSecret() })).status).toBe(401);
  }
  const refused = await deliver(heard.url, { secret });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(heard.bodies).toEqual([]);
});

test("a relay without receivers answers 404, before a page asks for one and after it has stopped", async () => {
  const other = await openRelay();
  const url = `${other.url}/webhook/${"A".repeat(22)}`;
  expect((await deliver(url, { secret: newSecret() })).status).toBe(404);
  const { heard, secret, stop } = await open();
  expect((await deliver(heard.url, { secret })).status).toBe(204);
  stop();
  await vi.waitFor(async () => expect((await deliver(heard.url, { secret })).status).toBe(404));
});

test("after the socket was lost, the address is the same", async () => {
  const { heard, secret, sockets } = await open();
  const before = heard.url;
  sockets[0]?.terminate();
  await vi.waitFor(() => expect(heard.times).toBe(2));
  expect(heard.url).toBe(before);
  expect((await deliver(before, { secret })).status).toBe(204);
});

test("a page gets no receiver of a session that is not its own, and not more than it may have", async () => {
  const { relay, secret, heard, listen } = await open({ limits: { receiversPerPage: 1 } });
  const { link } = await openLink(relay);
  const ends: unknown[] = [];
  const nothing = { receiving() {}, delivered() {}, refused() {} };
  receiveThroughRelay(link, newId(), secret, { ...nothing, ended: (end) => void ends.push(end) });
  await vi.waitFor(() => expect(ends).toEqual(["too-many"]));
  receiveThroughRelay(link, newId(), "whsec_AAAA", {
    ...nothing,
    ended: (end) => void ends.push(end),
  });
  await vi.waitFor(() => expect(ends).toEqual(["too-many", "bad-secret"]));
  listen();
  await vi.waitFor(() => expect(heard.end).toBe("too-many"));
  expect((await deliver(heard.url, { secret })).status).toBe(204);
});

test("a receiver ends when its time is over", async () => {
  const { heard, secret } = await open({ limits: { receiverMs: 50 } });
  await vi.waitFor(() => expect(heard.end).toBe("expired"));
  expect((await deliver(heard.url, { secret })).status).toBe(404);
});
