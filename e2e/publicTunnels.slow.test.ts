import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { describe, expect, test } from "vitest";
import { until } from "../relay/relay.fixture.ts";
import { randomSecret } from "../relay/secrets.ts";
import { needs } from "../relay/systemPrograms.fixture.ts";
import { streamWindow } from "../relay/tunnels/tunnelFrames.ts";
import {
  echo,
  openPublicTap,
  openRawTap,
  openServer,
  openTunnel,
} from "../relay/tunnels/tunnels.fixture.ts";
import { makeProxyCertificate } from "./hostedClient.fixture.ts";
import { gaugeAt, openSeveralRelays } from "./severalRelays.fixture.ts";

describe("tunnels of two relays behind a proxy with TLS", () => {
  if (needs("redis-server", "nginx", "openssl").skip) return;

  const callHeaders = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "whoami", arguments: {} },
  });

  /** A server of the official SDK without sessions, whose tool returns a name. */
  const serverNamed =
    (name: string) => async (received: Parameters<typeof echo>[0], response: ServerResponse) => {
      const server = new McpServer({ name, version: "1" });
      server.registerTool("whoami", {}, () => ({ content: [{ type: "text", text: name }] }));
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      await transport.handleRequest(received, response);
    };

  test("calls of a hundred clients reach a hundred servers, each its own", async () => {
    const certificate = makeProxyCertificate();
    const { url, one, two } = await openSeveralRelays(
      ["--tunnels", "--tunnels-per-visitor=100", "--tunnel-starts-per-hour=100"].concat(
        "--tunnel-requests-per-visitor=100",
      ),
      certificate,
    );
    const tunnels: { name: string; id: string }[] = [];
    // a relay admits few sockets of one address that have not said who they are
    for (let group = 0; group < 10; group++) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const name = `${group}-${index}`;
          const relay = index % 2 === 0 ? one : two;
          const { address } = await openTunnel(relay.url, serverNamed(name));
          tunnels.push({ name, id: address.slice(-22) });
        }),
      );
    }
    expect(await Promise.all([one, two].map((relay) => gaugeAt(relay, "tunnels")))).toEqual([
      50, 50,
    ]);
    // nginx gives each relay every other request, so half of them pass through Redis
    const names = await Promise.all(
      tunnels.map(async ({ id }) => {
        const answer = await certificate.ask(`${url}/t/${id}/mcp`, {
          headers: callHeaders,
          body: call,
        });
        return JSON.parse(await text(answer)).result.content[0].text;
      }),
    );
    expect(names).toEqual(tunnels.map(({ name }) => name));
  }, 300_000);

  test("a visitor that reads slowly makes its server wait, and nobody else", async () => {
    const certificate = makeProxyCertificate();
    const { url, one, two } = await openSeveralRelays(["--tunnels"], certificate);
    const stream = { written: 0, isWaiting: false };
    const left = new AbortController();
    const server = await openServer(async (received, response) => {
      if (received.url !== "/large") return echo(received, response);
      response.on("close", () => left.abort());
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      const part = Buffer.alloc(65_536, 65);
      while (!left.signal.aborted) {
        stream.written += part.byteLength;
        if (response.write(part)) continue;
        stream.isWaiting = true;
        // its visitor reads, or leaves
        await once(response, "drain", left).catch(() => {});
        stream.isWaiting = false;
      }
    });
    const trust = { NODE_EXTRA_CA_CERTS: certificate.ca };
    const { address } = await openPublicTap(url, [`${server}/mcp`], trust);
    const other = await openTunnel(one.url, echo);
    const others = [`${address}/mcp`, `${url}/t/${other.address.slice(-22)}/mcp`];
    /** Requests of the same tunnel and of another one, at both relays. */
    const askOthers = async (body: string) => {
      for (const each of [...others, ...others]) {
        expect(await text(await certificate.ask(each, { body }))).toBe(body);
      }
    };

    const slow = await certificate.ask(`${address}/large`, { method: "GET" });
    slow.pause();
    // everything between is full once the server waits while others are served
    let before: number;
    do {
      before = stream.written;
      await askOthers("meanwhile");
    } while (!stream.isWaiting || stream.written !== before);
    // a kilobyte at a time
    for (let number = 0; number < 10; number++) {
      const part = await until(() => (slow.read(1024) as Buffer | null) ?? undefined);
      expect(part.byteLength).toBe(1024);
      await askOthers(`after ${number}`);
    }
    // at each relay: a window towards the tap, and one towards the other relay
    for (const relay of [one, two]) {
      expect(await gaugeAt(relay, "tunnel_bytes")).toBeLessThanOrEqual(2 * streamWindow);
    }
    // the server learns that the visitor has left
    slow.destroy();
    await until(() => left.signal.aborted);
    await expect.poll(() => gaugeAt(one, "tunnel_bytes")).toBeLessThan(streamWindow / 2);
    await askOthers("afterwards");
  });

  test("whoever has only the address cannot take the tunnel, close it, or read with it", async () => {
    const certificate = makeProxyCertificate();
    const { url, one, two } = await openSeveralRelays(["--tunnels"], certificate);
    const server = await openServer(echo);
    const trust = { NODE_EXTRA_CA_CERTS: certificate.ca };
    const { address, said } = await openPublicTap(url, [`${server}/mcp`], trust);
    const id = address.slice(-22);
    const own = async (body: string) =>
      expect(await text(await certificate.ask(`${address}/mcp`, { body }))).toBe(body);
    await own("before");
    for (const relay of [one, two]) {
      for (const hello of [
        { secret: id },
        { secret: `${id}${randomSecret()}`.slice(0, 43) },
        { id, resume: { link: "0", received: 0 } },
        { resume: { link: id, received: 0 } },
      ]) {
        const attacker = await openRawTap(relay.url, hello);
        await until(() => attacker.heard.texts.length > 0 || attacker.heard.closed);
        // what it may close is its own
        if (!attacker.heard.closed) attacker.socket.send('{"kind":"close"}');
        await until(() => attacker.heard.closed);
        await own("after it");
        expect(attacker.heard.frames).toEqual([]);
      }
    }
    expect(said.text).not.toMatch(/closed|again|over/);
  });
});
