import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../e2e/servers/process.ts";
import { until } from "../relay.fixture.ts";
import { defaultLimits } from "../relayLimits.ts";
import { openMemoryStore } from "../store/openStore.ts";
import { tunnelIdOf } from "./tunnelIds.ts";
import { createTunnelRecords } from "./tunnelRecords.ts";
import {
  echo,
  openProxy,
  openRawTap,
  openTunnel,
  openTunnelRelay,
  send,
} from "./tunnels.fixture.ts";

const from = (address: string) => ({ "X-Forwarded-For": address });

test("an owner that changes its address leaves no slot behind", async () => {
  const limits = { tunnelsPerVisitor: 1, tunnelAwayMs: 50 };
  const relay = await openTunnelRelay({ limits, trustProxy: "127.0.0.1" });
  const [home, mobile] = [from("198.51.100.1"), from("203.0.113.1")];
  const first = await openRawTap(relay.url, {}, home);
  const [welcome] = await until(() => first.heard.texts.length === 1 && first.heard.texts);
  const { link } = JSON.parse(welcome ?? "") as { link: string };
  first.socket.terminate();
  const resumed = await openRawTap(
    relay.url,
    { secret: first.secret, resume: { link, received: 0 } },
    mobile,
  );
  await until(() => resumed.heard.texts.length === 1);
  expect(JSON.parse(resumed.heard.texts[0] ?? "")).toMatchObject({ link });
  // the slot of the former address is free at once
  const atHome = await openRawTap(relay.url, {}, home);
  await until(() => atHome.heard.texts.length === 1);
  resumed.socket.send('{"kind":"close"}');
  expect((await until(() => resumed.heard.closed)).code).toBe(4410);
  const next = await openRawTap(relay.url, {}, mobile);
  await until(() => next.heard.texts.length === 1);
});

test("slots of tunnels that drop at once are freed, whenever that happens", async () => {
  const limits = { tunnelsPerVisitor: 2, tunnelAwayMs: 0, ungreetedPerAddress: 100 };
  const store = await openMemoryStore({ lost() {}, found() {} });
  onTestFinished(() => store.close());
  const taken = new Set<string>();
  const counted = {
    ...store,
    async put(...[id, bytes, options]: Parameters<typeof store.put>) {
      const isStored = await store.put(id, bytes, options);
      if (isStored && id.startsWith("tunnel-slot/")) taken.add(id);
      return isStored;
    },
    async delete(id: string) {
      const wasThere = await store.delete(id);
      taken.delete(id);
      return wasThere;
    },
  };
  const relay = await openTunnelRelay({ store: counted, limits });
  for (let number = 0; number < 20; number++) {
    const { socket, heard, secret } = await openRawTap(relay.url);
    if (number % 2 === 0) await until(() => heard.texts.length === 1 || heard.closed);
    socket.terminate();
    // the same tap again while the relay still gives its place back
    const again = await openRawTap(relay.url, { secret });
    again.socket.terminate();
  }
  await until(() => taken.size === 0);
  const { heard } = await openRawTap(relay.url);
  await until(() => heard.texts.length === 1);
  await until(() => taken.size === 1);
});

test("a slot that was freed is not taken again by the end of its tunnel, nor by a late renewal", async () => {
  const store = await openMemoryStore({ lost() {}, found() {} });
  onTestFinished(() => store.close());
  const limits = { ...defaultLimits, tunnelsPerVisitor: 1 };
  const records = createTunnelRecords(store, limits, Date.now);
  expect(await records.start("a", "x")).toMatchObject({ expires: expect.any(Number) });
  await records.end("a", "x", true);
  expect(await records.start("b", "x")).toMatchObject({ expires: expect.any(Number) });
  await records.end("a", "x", false);
  await records.renew("a", "x");
  await records.end("b", "x", true);
  await records.renew("b", "x");
  expect(await records.start("c", "x")).toMatchObject({ expires: expect.any(Number) });
  expect(await records.start("d", "x")).toEqual({
    reason: "You have as many tunnels as this relay permits: end one",
    isForEver: false,
  });
  expect(await records.start("a", "x")).toEqual({
    reason: "This tunnel was closed",
    isForEver: true,
  });
});

test("a tap that comes back to a full relay tries again until there is room", async () => {
  const port = await freePort();
  const proxy = await openProxy(port);
  const options = { port, publicUrl: `${proxy.url}/`, limits: { openTunnels: 1 } };
  const first = await openTunnelRelay(options);
  const { address, heard } = await openTunnel(proxy.url, echo);
  proxy.leadTo(await freePort());
  await first.close();
  const second = await openTunnelRelay(options);
  const other = await openRawTap(second.url);
  await until(() => other.heard.texts.length === 1);
  proxy.leadTo(port);
  await until(() => heard.waits.length > 0);
  expect(heard.waits).toEqual(["This relay has as many tunnels as it permits."]);
  other.socket.send('{"kind":"close"}');
  await until(() => heard.states.includes(true));
  expect(await text((await send(`${address}/mcp`, { body: "mine" })).answer)).toBe("mine");
  expect(heard.ended).toBeUndefined();
});

test("a tap whose former socket is half-open is taken again at a full relay", async () => {
  const relay = await openTunnelRelay({ limits: { openTunnels: 1 } });
  const first = await openRawTap(relay.url);
  const [welcome] = await until(() => first.heard.texts.length === 1 && first.heard.texts);
  const { link } = JSON.parse(welcome ?? "") as { link: string };
  // it neither answers nor closes
  first.socket.pause();
  const second = await openRawTap(relay.url, {
    secret: first.secret,
    resume: { link, received: 0 },
  });
  await until(() => second.heard.texts.length === 1 || second.heard.closed);
  expect(second.heard.closed).toBeUndefined();
});

test("a half-open tap is given up after unanswered pings, and its requests fail", async () => {
  const relay = await openTunnelRelay({ limits: { pingMs: 100, tunnelAwayMs: 100 } });
  const { socket, heard, secret } = await openRawTap(relay.url);
  await until(() => heard.texts.length === 1);
  const waiting = send(`${relay.url}/t/${tunnelIdOf(secret)}/mcp`);
  await until(() => heard.frames.length > 0);
  socket.pause();
  const { answer } = await waiting;
  expect(answer.statusCode).toBe(502);
});
