/** Makes real servers, each with one fault, for the tests of the doctor. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../relay.fixture.ts";

type Headers = Readonly<Record<string, string>>;

/** Lets every page in. */
export const open: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "*, Authorization",
  "Access-Control-Expose-Headers": "*",
};

async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  await once(server.listen(0, host), "listening");
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  onTestFinished(async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

/** Serves HTTP on a free port. */
export async function serve(listener: RequestListener, host?: string): Promise<number> {
  return listening(createServer(listener), host);
}

export const serveTls = async (certificate: Certificate, listener: RequestListener = mcp()) =>
  listening(createTlsServer(certificate, listener));

/** Serves bytes that are no HTTP. */
export const serveTcp = async (listener: (socket: Socket) => void) =>
  listening(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      listener(socket);
    }),
  );

/** Answers every request alike. */
export const answer =
  (status: number, body = "", headers: Headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

export const html = (body: string) => `<!doctype html><html><body>${body}</body></html>`;

interface Mcp {
  readonly headers?: Headers;
  readonly preflight?: number;
  readonly preflightHeaders?: Headers;
  /** Sent with `initialize`. */
  readonly session?: string;
  readonly path?: string;
  /** Answers a request instead of the server; true if it did. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean;
}

const result = (id: unknown, value: object) =>
  JSON.stringify({ jsonrpc: "2.0", id, result: value });

/** A small correct server without a GET stream; one thing at a time is changed. */
export function mcp(options: Mcp = {}): RequestListener {
  const { headers = open, preflightHeaders = headers, preflight = 204, session } = options;
  const { path = "/mcp", instead } = options;
  return async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (instead?.(request, response, body)) return;
    const reply = (status: number, text = "", more: Headers = {}) =>
      void response.writeHead(status, { ...headers, ...more }).end(text);
    if (request.url !== path) return reply(404);
    if (request.method === "OPTIONS") {
      return void response.writeHead(preflight, preflightHeaders).end();
    }
    if (request.method === "DELETE") return reply(200);
    if (request.method !== "POST") return reply(405);
    const { id, method } = JSON.parse(body);
    if (id === undefined) return reply(202);
    const json = { "Content-Type": "application/json" };
    switch (method) {
      case "initialize": {
        const value = {
          protocolVersion: "2025-11-25",
          capabilities: {},
          serverInfo: { name: "small", version: "1" },
        };
        const own = session === undefined ? {} : { "Mcp-Session-Id": session };
        return reply(200, result(id, value), { ...json, ...own });
      }
      case "ping":
        return reply(200, result(id, {}), json);
      default: {
        const error = { code: -32601, message: "Method not found" };
        return reply(200, JSON.stringify({ jsonrpc: "2.0", id, error }), json);
      }
    }
  };
}

/** The same with an event stream at GET, which `begin` fills. */
export const withStream = (begin: (response: ServerResponse) => void, headers: Headers = {}) =>
  mcp({
    instead(request, response) {
      if (request.method !== "GET") return false;
      response.writeHead(200, { ...open, "Content-Type": "text/event-stream", ...headers });
      response.flushHeaders();
      begin(response);
      return true;
    },
  });

/** A server that requires a token, with documents at well-known addresses. */
export function protectedMcp(
  challenge: string | undefined,
  documents: (origin: string) => Readonly<Record<string, object>>,
): RequestListener {
  return mcp({
    instead(request, response) {
      const origin = `http://${request.headers.host}`;
      const document = documents(origin)[request.url ?? ""];
      if (document) {
        response.writeHead(200, { ...open, "Content-Type": "application/json" });
        response.end(JSON.stringify(document));
        return true;
      }
      if (request.url !== "/mcp") {
        response.writeHead(404, open).end();
        return true;
      }
      if (request.method === "OPTIONS") return false;
      const named = challenge?.replace("ORIGIN", origin);
      response.writeHead(401, { ...open, ...(named && { "WWW-Authenticate": named }) }).end();
      return true;
    },
  });
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that issues certificates for a name and a time. */
export function createDatedAuthority() {
  const folder = temporaryFolder();
  const run = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const create = (name: string, names: string) =>
    run(
      ...["req", "-x509", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.pem`],
      ...["-subj", `/CN=${name}`, "-addext", `subjectAltName=${names}`],
    );
  create("ca", "DNS:ca.test");
  writeFileSync(
    join(folder, "ca.conf"),
    `[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nnew_certs_dir=.\nserial=serial\ndefault_md=sha256
policy=any\ncopy_extensions=copy\nunique_subject=no\n[any]\ncommonName=supplied\n`,
  );
  writeFileSync(join(folder, "index.txt"), "");
  writeFileSync(join(folder, "serial"), "01\n");
  return {
    ca: read("ca.pem"),
    /** @param days from and until, counted from now */
    issue(names: string, [from, until]: readonly [number, number] = [-1, 2]): Certificate {
      const files = ["-keyout", "one.key", "-out", "one.csr"];
      run("req", ...newKey, ...files, "-subj", "/CN=one", "-addext", `subjectAltName=${names}`);
      const dates = ["-startdate", dateOf(from), "-enddate", dateOf(until)];
      const by = ["-config", "ca.conf", "-cert", "ca.pem", "-keyfile", "ca.key"];
      run("ca", "-batch", "-notext", ...by, ...dates, "-in", "one.csr", "-out", "one.pem");
      return { cert: read("one.pem"), key: read("one.key") };
    },
    selfSigned(): Certificate {
      create("self", "IP:127.0.0.1");
      return { cert: read("self.pem"), key: read("self.key") };
    },
  };
}

/** As openssl takes it: `20260131000000Z`. */
function dateOf(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`;
}
