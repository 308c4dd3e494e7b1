/** A relay with tunnels, servers behind taps, and what an attacker would do as a tap. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type RawData, WebSocket } from "ws";
import { freePort } from "../../e2e/servers/process.ts";
import { openTunnelClient } from "../cli/tap/public/tunnelClient.ts";
import { startTap } from "../cli/tap/tap.fixture.ts";
import { openRelay, until } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { randomSecret } from "../secrets.ts";
import { tunnelSocketPath } from "./tunnelFrames.ts";
import { tunnelWire } from "./tunnelOwners.ts";

export async function openTunnelRelay(options: RelayOptions = {}) {
  const port = options.port ?? (await freePort());
  const publicUrl = `http://127.0.0.1:${port}/`;
  return openRelay({ port, publicUrl, tunnels: true, ...options });
}

export async function openServer(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 1000 }, listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a tap with an address at a relay. */
export async function openPublicTap(
  relay: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const started = startTap(["--public", relay, "--yes", ...args], undefined, env);
  const said = { text: "" };
  started.child.stderr.on("data", (bytes) => {
    said.text += bytes;
  });
  const address = await until(
    () => /(https?:\S+\/t\/[\w-]{22})(?=\/\S+ forwards)/.exec(said.text)?.[1],
  );
  return { ...started, address, said };
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

export async function send(url: string, { method = "POST", headers = {}, body = "" }: Sent = {}) {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.on("error", () => {});
  return { sent, answer };
}

/** Sends bytes as they are, and reads everything that comes back. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(bytes);
  return text(socket).catch(() => "");
}

/** A WebSocket as a tap, which the test writes itself. */
export async function openRawTap(
  relay: string,
  hello: object | string = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const secret = randomSecret();
  const socket = new WebSocket(relay.replace("http", "ws") + tunnelSocketPath, { headers });
  onTestFinished(() => socket.terminate());
  socket.on("error", () => {});
  const heard = {
    texts: [] as string[],
    frames: [] as Buffer[],
    closed: undefined as { code: number; reason: string } | undefined,
  };
  socket.on("message", (data: RawData, isBinary) => {
    if (isBinary) heard.frames.push(data as Buffer);
    else heard.texts.push(`${data}`);
  });
  socket.on("close", (code, reason) => {
    heard.closed = { code, reason: `${reason}` };
  });
  await once(socket, "open");
  const whole = { kind: "hello", wire: tunnelWire, secret };
  socket.send(typeof hello === "string" ? hello : JSON.stringify({ ...whole, ...hello }));
  return { socket, heard, secret };
}

/** Opens a tunnel to a listener in this process. */
export async function openTunnel(relay: string, listener: RequestListener) {
  const server = createServer(listener);
  const heard = {
    states: [] as boolean[],
    waits: [] as string[],
    ended: undefined as string | undefined,
  };
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const client = openTunnelClient({
    relay: new URL(relay),
    onStream: (stream) => void server.emit("connection", stream),
    onOpen: () => opened(),
    onState: (isConnected) => void heard.states.push(isConnected),
    onWait: (reason) => void heard.waits.push(reason),
    onEnd: (reason) => {
      heard.ended = reason;
      opened();
    },
  });
  onTestFinished(() => client.close());
  await isOpen;
  return { client, address: client.address, heard };
}

/** Passes bytes on to a port, until it is cut. */
export async function openProxy(port: number) {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createTcpServer((from) => {
    const to = connect(target, "127.0.0.1");
    for (const [socket, other] of [[from, to] as const, [to, from] as const]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => other.destroy());
      socket.pipe(other);
    }
  });
  const own = await freePort();
  await once(server.listen(own, "127.0.0.1"), "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    cut,
    /** Leads new connections to another port. */
    leadTo(other: number) {
      target = other;
    },
  };
}

/** Answers with the body of the request. */
export const echo: RequestListener = async (received, response) => {
  const body = await text(received);
  response.setHeader("X-Target", received.url ?? "");
  response.end(body);
};
