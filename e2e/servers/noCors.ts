/** A server without CORS headers that requires a cookie. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { startModernServer } from "./modern.ts";

export interface NoCorsServer {
  readonly url: string;
  /** Its certificate as PEM, if it serves https. */
  readonly certificate: string | undefined;
  /** The headers of every request it received. */
  readonly heard: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/**
 * Starts it on a free loopback port.
 * @param options.tls serves https with a self-signed certificate
 * @param options.cookie the required Cookie header; otherwise it answers 403
 */
export async function startNoCorsServer(
  options: { readonly tls?: boolean; readonly cookie?: string } = {},
): Promise<NoCorsServer> {
  const inner = await startModernServer();
  const heard: IncomingHttpHeaders[] = [];
  const secure = options.tls ? selfSigned() : undefined;

  const listener: RequestListener = (incoming, outgoing) => {
    heard.push(incoming.headers);
    if (incoming.method === "OPTIONS") return void outgoing.writeHead(405).end();
    if (options.cookie !== undefined && incoming.headers.cookie !== options.cookie) {
      return void outgoing.writeHead(403).end("a cookie is missing");
    }
    const { method, headers } = incoming;
    const onward = request(inner.url, { method, headers }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !name.startsWith("access-control-")) {
          outgoing.setHeader(name, value);
        }
      }
      outgoing.setHeader("Set-Cookie", ["first=1", "second=2"]);
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    return void incoming.pipe(onward);
  };

  const server = secure ? createTlsServer(secure, listener) : createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${port}/mcp`,
    certificate: secure?.cert.slice(secure.cert.indexOf("-----BEGIN CERTIFICATE")),
    heard,
    async close() {
      server.close();
      server.closeAllConnections();
      await inner.close();
    },
  };
}

/** A self-signed certificate with its key. */
function selfSigned(): { cert: string; key: string } {
  const key = "ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout - -out -";
  const args = `req -x509 -newkey ${key} -subj /CN=self -addext subjectAltName=IP:127.0.0.1`;
  const pem = execFileSync("openssl", args.split(" "), { encoding: "utf8", stdio: "pipe" });
  return { cert: pem, key: pem };
}
