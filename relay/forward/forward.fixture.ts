/** What the tests of forwarding stand on: servers of their own, certificates, and a page's fetch. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import type { Agreement } from "../../shared/relay/httpWire.ts";
import { createRelayFetch } from "../../shared/relay/relayFetch.ts";
import type { Failure } from "../../shared/transport/failure.ts";
import { FailureError } from "../../shared/transport/failureError.ts";
import { newId, openLink, openRelay } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";

/** A page with a relay of its own; it agrees to whatever it is asked about. */
export async function openForwarder(
  options: RelayOptions = {},
  agree: (origin: string) => Omit<Agreement, "origin"> | undefined = () => ({}),
) {
  const relay = await openRelay(options);
  const { link, sockets } = await openLink(relay);
  const asked: string[] = [];
  const fetch = createRelayFetch({
    link: async () => link,
    newId,
    agree: async (origin) => {
      asked.push(origin);
      const terms = agree(origin);
      return terms && { origin, ...terms };
    },
  });
  return { relay, link, sockets, asked, fetch };
}

/** A server on a free port of 127.0.0.1; its address without a slash at the end. */
export async function serve(listener: RequestListener): Promise<string> {
  return addressOf(createServer(listener));
}

/** The same over TLS. */
export async function serveTls(options: ServerOptions, listener: RequestListener): Promise<string> {
  return addressOf(createTlsServer(options, listener), "https");
}

/** Listens until the test is over. */
export async function addressOf(server: Server, scheme = "http"): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Why a promise was rejected, where a failure of ours says it. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  return undefined;
}

/** An authority that issues certificates for 127.0.0.1 and localhost, for all tests of a file. */
export function createAuthority() {
  const folder = mkdtempSync(join(tmpdir(), "relay-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test CA");
  const issue = (name: string) => {
    const files = ["-keyout", `${name}.key`, "-out", `${name}.csr`];
    const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
    run("req", ...newKey, ...files, ...names);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy"];
    run("x509", "-req", "-in", `${name}.csr`, ...by, "-out", `${name}.pem`, "-days", "2");
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  return { ca: read("ca.pem"), issue };
}
