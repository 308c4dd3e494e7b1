import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../e2e/servers/process.ts";
import { launchRelay, until } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { openMemoryStore, openStore } from "../store/openStore.ts";
import { needs, startRedis } from "../systemPrograms.fixture.ts";
import { tunnelIdOf } from "./tunnelIds.ts";
import { createTunnelPeers } from "./tunnelPeers.ts";
import {
  echo,
  openProxy,
  openRawTap,
  openTunnel,
  openTunnelRelay,
  send,
} from "./tunnels.fixture.ts";

describe.skipIf(needs("redis-server").skip)("several relays", () => {
  /** Two relays of one Redis. */
  async function openTwo(options: RelayOptions = {}) {
    const { url } = await startRedis();
    const open = async () => {
      const store = await openStore(url, () => {});
      onTestFinished(() => store.close());
      return openTunnelRelay({ ...options, store });
    };
    return [await open(), await open()] as const;
  }

  test("a request at one relay reaches the tap at the other one, whatever its size", async () => {
    const [one, two] = await openTwo();
    const { address, client } = await openTunnel(two.url, echo);
    const { pathname } = new URL(address);
    const body = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 256)).toString(
      "base64",
    );
    const answers = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const { answer } = await send(`${one.url}${pathname}/mcp?${number}`, { body });
        return [answer.headers["x-target"], await text(answer)];
      }),
    );
    expect(answers).toEqual([1, 2, 3].map((number) => [`/mcp?${number}`, body]));
    await client.close();
    const { answer } = await send(`${one.url}${pathname}/mcp`);
    expect(answer.statusCode).toBe(410);
  });

  test("a stream passes as it comes, and each side notices that the other one leaves", async () => {
    const [one, two] = await openTwo();
    const streams: ServerResponse[] = [];
    const { address } = await openTunnel(two.url, (received, response) => {
      received.resume();
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      streams.push(response);
    });
    const url = `${one.url}${new URL(address).pathname}/mcp`;
    const first = await send(url);
    let got = "";
    first.answer.on("data", (bytes) => {
      got += bytes;
    });
    streams[0]?.write("data: 1\n\n");
    await until(() => got === "data: 1\n\n");
    const closed = once(streams[0] as ServerResponse, "close");
    first.sent.destroy();
    await closed;
    const second = await send(url);
    const cut = once(second.answer, "error");
    streams[1]?.destroy();
    await cut;
  });

  test("a tap that comes to another relay is found there by both", async () => {
    const proxy = await openProxy(0);
    const [one, two] = await openTwo({ publicUrl: `${proxy.url}/` });
    proxy.leadTo(two.port);
    const { address, heard } = await openTunnel(proxy.url, echo);
    const { pathname } = new URL(address);
    proxy.leadTo(one.port);
    proxy.cut();
    await until(() => heard.states.includes(true));
    for (const { url } of [one, two]) {
      const { answer } = await send(`${url}${pathname}/mcp`, { body: "found" });
      expect([answer.statusCode, await text(answer)]).toEqual([200, "found"]);
    }
  });

  test("too many requests of a tunnel are refused at another relay as at its own", async () => {
    const [one, two] = await openTwo({ limits: { tunnelRequests: 1 } });
    const held: ServerResponse[] = [];
    const { address } = await openTunnel(two.url, (received, response) => {
      received.resume();
      held.push(response);
    });
    const { pathname } = new URL(address);
    const first = send(`${one.url}${pathname}/mcp`);
    await until(() => held.length === 1);
    for (const { url } of [one, two]) {
      const { answer } = await send(`${url}${pathname}/mcp`);
      expect([answer.statusCode, answer.headers["retry-after"], await text(answer)]).toEqual([
        429,
        "1",
        "Too many requests are open in this tunnel.\n",
      ]);
    }
    held[0]?.end();
    await text((await first).answer);
  });

  test("a connected tap is given up by the relay that its owner has left", async () => {
    const [one, two] = await openTwo();
    const first = await openRawTap(two.url);
    await until(() => first.heard.texts.length === 1);
    const second = await openRawTap(one.url, { secret: first.secret });
    await until(() => second.heard.texts.length === 1);
    expect((await until(() => first.heard.closed)).code).toBe(4409);
    send(`${two.url}/t/${tunnelIdOf(first.secret)}/mcp`).catch(() => {});
    await until(() => second.heard.frames.length > 0);
  });

  test("streams of a relay that was killed end at the relay of the tap", async () => {
    const { url } = await startRedis();
    const store = await openStore(url, () => {});
    onTestFinished(() => store.close());
    const limits = { tunnelRenewMs: 200 };
    const two = await openTunnelRelay({ store, limits });
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}/`;
    const one = await launchRelay({ port, publicUrl, tunnels: true, limits }, { store: url });
    const streams: ServerResponse[] = [];
    const { address } = await openTunnel(two.url, (received, response) => {
      received.resume();
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      streams.push(response);
    });
    const { answer } = await send(`http://127.0.0.1:${port}${new URL(address).pathname}/mcp`);
    const [stream] = streams as [ServerResponse];
    const closed = once(stream, "close");
    one.relay.kill("SIGKILL");
    await once(answer, "error");
    await closed;
  });

  test("a tap whose relay was killed is found at the next one, and its streams end", async () => {
    const { url } = await startRedis();
    const store = await openStore(url, () => {});
    onTestFinished(() => store.close());
    const proxy = await openProxy(0);
    const [limits, publicUrl] = [{ tunnelRenewMs: 200 }, `${proxy.url}/`];
    const one = await openTunnelRelay({ store, limits, publicUrl });
    const port = await freePort();
    const two = await launchRelay({ port, publicUrl, tunnels: true, limits }, { store: url });
    proxy.leadTo(port);
    const { address, heard } = await openTunnel(proxy.url, (received, response) => {
      if (received.url === "/mcp") return void echo(received, response);
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    });
    const local = `http://127.0.0.1:${one.port}${new URL(address).pathname}`;
    const { answer } = await send(`${local}/stream`, {
      headers: { Host: new URL(proxy.url).host },
    });
    const cut = once(answer, "error");
    two.relay.kill("SIGKILL");
    await cut;
    proxy.leadTo(one.port);
    await until(() => heard.states.includes(true));
    const again = await send(`${address}/mcp`, { body: "found" });
    expect(await text(again.answer)).toBe("found");
  });

  test("a relay that stops leaves no tap behind", async () => {
    const [one, two] = await openTwo();
    const { address, heard } = await openTunnel(two.url, echo);
    await two.close();
    await until(() => heard.states.includes(false));
    const { answer } = await send(`${one.url}${new URL(address).pathname}/mcp`);
    expect(answer.statusCode).toBe(503);
  });
});

test("a relay renews only the location of its own taps, and corrects one that a former relay has overwritten", async () => {
  const store = await openMemoryStore({ lost() {}, found() {} });
  onTestFinished(() => store.close());
  const open = () => {
    const peers = createTunnelPeers({
      store,
      limits: { tunnelMs: 60_000, tunnelRenewMs: 60_000 },
      connectHere: () => undefined,
      onMoved() {},
    });
    onTestFinished(() => peers.close());
    return peers;
  };
  const [one, two] = [open(), open()];
  await one.entered("a");
  const stale = (await store.get("tunnel-at/a")) as Uint8Array;
  expect(await one.renew("a")).toBe(true);
  await two.entered("a");
  expect(await one.renew("a")).toBe(false);
  // what the former relay wrote while the tap came to the other one
  await store.put("tunnel-at/a", stale, { ttl: 60_000 });
  expect(await two.renew("a")).toBe(true);
  expect(await one.left("a")).toBe(false);
  expect(await store.get("tunnel-at/a")).not.toEqual(stale);
  expect(await two.left("a")).toBe(true);
  expect(await store.get("tunnel-at/a")).toBeUndefined();
});
