/** A relay with tunnels, servers behind taps, and what an attacker would do as a tap. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type RawData, WebSocket } from "ws";
import { startTap } from "../cli/tap/tap.fixture.ts";
import { openRelay, until } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { randomSecret } from "../secrets.ts";
import { tunnelSocketPath } from "./tunnelFrames.ts";
import { tunnelWire } from "./tunnelOwners.ts";

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

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
export async function openPublicTap(relay: string, args: readonly string[]) {
  const started = startTap(["--public", relay, "--yes", ...args]);
  const said = { text: "" };
  started.child.stderr.on("data", (bytes) => {
    said.text += bytes;
  });
  const address = await until(
    () => /(http:\S+\/t\/[\w-]{22})(?=\S* forwards)/.exec(said.text)?.[1],
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
export async function openRawTap(relay: string, hello: object | string = {}) {
  const secret = randomSecret();
  const socket = new WebSocket(relay.replace("http", "ws") + tunnelSocketPath);
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
