import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { openStore } from "../store/openStore.ts";
import { needs, startRedis } from "../systemPrograms.fixture.ts";
import { echo, openProxy, openTunnel, openTunnelRelay, send } from "./tunnels.fixture.ts";

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

  test("a relay that stops leaves no tap behind", async () => {
    const [one, two] = await openTwo();
    const { address, heard } = await openTunnel(two.url, echo);
    await two.close();
    await until(() => heard.states.includes(false));
    const { answer } = await send(`${one.url}${new URL(address).pathname}/mcp`);
    expect(answer.statusCode).toBe(503);
  });
});
