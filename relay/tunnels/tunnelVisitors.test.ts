import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { echo, openTunnel, openTunnelRelay, send } from "./tunnels.fixture.ts";

test("a request whose Connection names its framing still has its body", async () => {
  const relay = await openTunnelRelay();
  const { address } = await openTunnel(relay.url, echo);
  const { answer } = await send(`${address}/mcp`, {
    method: "DELETE",
    headers: { Connection: "close, content-length, Content-Type", "Content-Length": "4" },
    body: "body",
  });
  expect([answer.statusCode, await text(answer)]).toEqual([200, "body"]);
});

test("an answer says nothing about the machines behind the tap", async () => {
  const relay = await openTunnelRelay();
  const { address } = await openTunnel(relay.url, (received, response) => {
    received.resume();
    response.setHeader("Via", "1.1 laptop.internal");
    response.setHeader("Forwarded", "for=10.1.2.3");
    response.setHeader("X-Forwarded-For", "10.1.2.3");
    response.end("answer");
  });
  const { answer } = await send(`${address}/mcp`);
  expect(await text(answer)).toBe("answer");
  expect(JSON.stringify(answer.rawHeaders)).not.toMatch(/via|forwarded|internal|10\.1\.2\.3/i);
});

test("a connection that is kept alive keeps nothing of its former requests", async () => {
  const relay = await openTunnelRelay();
  const { address } = await openTunnel(relay.url, echo);
  const listeners: number[] = [];
  const { pathname } = new URL(address);
  const watch = (message: unknown) => {
    const { request: asked, socket } = message as { request: IncomingMessage; socket: Socket };
    // the requests of the tap to its server are reported here too
    if (asked.url?.startsWith(pathname)) listeners.push(socket.listenerCount("close"));
  };
  subscribe("http.server.request.start", watch);
  onTestFinished(() => void unsubscribe("http.server.request.start", watch));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let number = 0; number < 5; number++) {
    const sent = request(`${address}/mcp`, { method: "POST", agent });
    sent.end("again");
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(await text(answer)).toBe("again");
  }
  expect(listeners).toHaveLength(5);
  expect(new Set(listeners.slice(1)).size).toBe(1);
});
