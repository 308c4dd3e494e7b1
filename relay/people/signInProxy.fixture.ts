/** A small proxy that signs people in by a cookie and names them to a relay, for tests. */
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { wireVersion } from "../../shared/relay/frames/frames.ts";

/** The address from which the proxy connects, and which the relay trusts. */
export const proxyAddress = "127.0.0.3";
export const publicUrl = "https://play.example.com/";

const { host, origin } = new URL(publicUrl);

/** Header fields as names and values in turn; a repeated name is sent twice. */
type Fields = readonly string[];

/**
 * Starts the proxy.
 * @param port of the relay
 * @param name the fields that it adds for a cookie
 */
export async function openProxy(port: number, name: (cookie: string) => Fields) {
  const target = { host: "127.0.0.1", port, localAddress: proxyAddress };
  const fieldsOf = ({ rawHeaders, headers }: IncomingMessage) => [
    ...rawHeaders,
    ...name(headers.cookie ?? ""),
  ];
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const passed = request({ ...target, method, path, headers: fieldsOf(incoming) }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on("upgrade", (incoming, socket) => {
    const passed = connect(target, () => {
      const fields = fieldsOf(incoming);
      const lines = fields.flatMap((field, at) => (at % 2 ? `${fields[at - 1]}: ${field}` : []));
      passed.write([`GET ${incoming.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      passed.pipe(socket).pipe(passed);
    });
    for (const end of [socket, passed]) end.on("error", () => {});
    socket.on("close", () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Answer {
  readonly status: number;
  /** The header with the code of a refusal. */
  readonly code: string | undefined;
  readonly body: string;
}

/** Sends a request to a port, with the host and origin of the public page. */
export function send(
  port: number,
  path: string,
  {
    method = "GET",
    fields = [],
    body = "",
  }: { method?: string; fields?: Fields; body?: string } = {},
): Promise<Answer> {
  const headers = ["Host", host, "Origin", origin, "Content-Type", "application/json", ...fields];
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, async (response) => {
      const body = await textOf(response);
      const code = response.headers["x-refusal"]?.toString();
      resolve({ status: response.statusCode ?? 0, code, body });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Opens the socket of a page at a port; the answer is 101 where it is accepted. */
export function openSocket(
  port: number,
  headers: Record<string, string | string[]>,
): Promise<Answer & { readonly socket: WebSocket }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { Host: host, Origin: origin, ...headers } as Record<string, string>,
  });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve({ status: 101, code: undefined, body: "", socket }));
    socket.once("unexpected-response", async (_request, response) => {
      const body = await textOf(response);
      const code = response.headers["x-refusal"]?.toString();
      resolve({ status: response.statusCode ?? 0, code, body, socket });
    });
    socket.once("error", reject);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The first message of a page with a session. */
export function hello(session: string) {
  return { kind: "hello", wire: wireVersion, session };
}
