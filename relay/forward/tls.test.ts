import { writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { exactHeadOf } from "../../shared/log/exactHead.ts";
import { launchRelay, temporaryFolder } from "../relay.fixture.ts";
import {
  addressOf,
  createAuthority,
  failureOf,
  openForwarder,
  openPage,
  serve,
  serveTls,
} from "./forward.fixture.ts";

const authority = createAuthority();
const stranger = createAuthority();

/** A server whose certificate no authority of this machine has signed; it counts its requests. */
async function serveSecret(options: object = {}) {
  const heard = { requests: 0 };
  const url = await serveTls({ ...authority.issue("server"), ...options }, (_, response) => {
    heard.requests += 1;
    response.end("secret");
  });
  return { url, heard };
}

describe("TLS", () => {
  test("reports an untrusted certificate and sends nothing", async () => {
    const { url, heard } = await serveSecret();
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch(url))).toMatchObject({
      problem: {
        code: "certificate",
        reason: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        certificate: {
          subject: "CN=server",
          issuer: "CN=Test CA",
          names: "IP Address:127.0.0.1, DNS:localhost",
          fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        },
      },
    });
    expect(heard.requests).toBe(0);
  });

  test("the certificate whose fingerprint was accepted is trusted, another one is not", async () => {
    const { url } = await serveSecret();
    const other = await serveSecret();
    let fingerprint: string | undefined;
    const { fetch } = await openForwarder({}, () => (fingerprint ? { fingerprint } : {}));
    const failure = await failureOf(fetch(url));
    if (failure?.code !== "forward") throw new Error("no failure of forwarding");
    fingerprint = failure.problem.certificate?.fingerprint;
    const response = await fetch(url);
    expect(await response.text()).toBe("secret");
    expect(exactHeadOf(response)?.tls).toMatchObject({
      protocol: "TLSv1.3",
      certificate: { fingerprint },
    });
    expect(await failureOf(fetch(other.url))).toMatchObject({ problem: { code: "certificate" } });
  });

  test("accepts a certificate of the configured CA, and refuses one of another CA", async () => {
    const { url } = await serveSecret();
    const named = await openForwarder({}, () => ({ ca: authority.ca }));
    expect(await (await named.fetch(url)).text()).toBe("secret");
    const wrong = await openForwarder({}, () => ({ ca: stranger.ca }));
    expect(await failureOf(wrong.fetch(url))).toMatchObject({ problem: { code: "certificate" } });
  });

  test("refuses a certificate for other host names even if its CA is trusted", async () => {
    const { url } = await serveSecret();
    const lookup = async () => ["127.0.0.1"];
    const { fetch } = await openForwarder({ lookup }, () => ({ ca: authority.ca }));
    const named = url.replace("127.0.0.1", "other.example");
    expect(await failureOf(fetch(named))).toMatchObject({
      problem: { code: "certificate", reason: "ERR_TLS_CERT_ALTNAME_INVALID" },
    });
  });

  test("sends the client certificate when the server requests it", async () => {
    const { url } = await serveSecret({ requestCert: true, ca: authority.ca });
    const without = await openForwarder({}, () => ({ ca: authority.ca }));
    expect(await failureOf(without.fetch(url))).toMatchObject({ problem: { code: "tls" } });
    const { ca } = authority;
    const withOwn = await openForwarder({}, () => ({ ca, ...authority.issue("client") }));
    expect(await (await withOwn.fetch(url)).text()).toBe("secret");
  });

  test("an authority of NODE_EXTRA_CA_CERTS is trusted, also beside a named one", async () => {
    const { url } = await serveSecret();
    const file = join(temporaryFolder(), "extra.pem");
    writeFileSync(file, authority.ca);
    vi.stubEnv("NODE_EXTRA_CA_CERTS", file);
    onTestFinished(() => void vi.unstubAllEnvs());
    const relay = await launchRelay();
    for (const terms of [{}, { ca: stranger.ca }]) {
      const { fetch } = await openPage(relay, () => terms);
      expect(await (await fetch(url)).text()).toBe("secret");
    }
  });

  test("reports an invalid certificate without crashing", async () => {
    const { url } = await serveSecret();
    const { fetch } = await openForwarder({}, () => ({ cert: "x", key: "y" }));
    expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "tls" } });
  });

  test("a port that serves plain HTTP", async () => {
    const url = await serve((_, response) => void response.end());
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch(url.replace("http", "https")))).toMatchObject({
      problem: { code: "tls" },
    });
  });
});

describe("a proxy of the environment", () => {
  /** A proxy that resolves every name to this machine, and records its requests. */
  async function openProxy() {
    const asked: string[] = [];
    const proxy = createServer(({ method, url = "", headers }, response) => {
      asked.push(`${method} ${url} ${headers["proxy-authorization"]}`);
      const { port, pathname } = new URL(url);
      const onward = httpRequest({ host: "127.0.0.1", port, path: pathname, headers });
      onward.on("response", (answer) => answer.pipe(response)).end();
    });
    proxy.on("connect", ({ url = "" }, socket) => {
      asked.push(`CONNECT ${url}`);
      if (url.startsWith("forbidden")) return socket.end("HTTP/1.1 403 No\r\n\r\n");
      const onward = connectTcp(Number(url.split(":")[1]), "127.0.0.1");
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.on("error", () => {});
      socket.on("error", () => {});
      return onward.pipe(socket).pipe(onward);
    });
    const address = (await addressOf(proxy)).replace("//", "//user:pass@");
    vi.stubEnv("HTTP_PROXY", address);
    vi.stubEnv("HTTPS_PROXY", address);
    vi.stubEnv("NO_PROXY", "direct.example");
    onTestFinished(() => void vi.unstubAllEnvs());
    return asked;
  }

  test("gets the whole URL for http, and opens a tunnel for https", async () => {
    const asked = await openProxy();
    const plain = await serve((_, response) => void response.end("plain"));
    const { url } = await serveSecret();
    const named = (address: string) => address.replace("127.0.0.1", "inside.example");
    const { fetch } = await openForwarder({}, () => ({ ca: authority.ca }));
    expect(await (await fetch(`${named(plain)}/x`)).text()).toBe("plain");
    // the tunnel ends at the server itself, whose certificate is for other names
    expect(await failureOf(fetch(named(url)))).toMatchObject({ problem: { code: "certificate" } });
    expect(asked).toEqual([
      `GET ${named(plain)}/x Basic ${btoa("user:pass")}`,
      `CONNECT ${new URL(named(url)).host}`,
    ]);
  });

  test("that refuses is reported as the cause", async () => {
    await openProxy();
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch("https://forbidden.example/"))).toMatchObject({
      problem: { code: "proxy", reason: "The proxy answered 403 No" },
    });
  });

  test("is not used for this machine, nor for what NO_PROXY names", async () => {
    const asked = await openProxy();
    const url = await serve((_, response) => void response.end("here"));
    const { fetch } = await openForwarder({ lookup: async () => ["127.0.0.1"] });
    expect(await (await fetch(url)).text()).toBe("here");
    const direct = url.replace("127.0.0.1", "direct.example");
    expect(await (await fetch(direct)).text()).toBe("here");
    expect(asked).toEqual([]);
  });

  test("is only used as a tunnel to the checked address by a public relay", async () => {
    const asked = await openProxy();
    const lookup = async () => ["8.8.8.8"];
    const url = await serve((request, response) => {
      response.end(`${request.url} ${request.headers["proxy-authorization"]}`);
    });
    const { fetch } = await openForwarder({ forward: "public", lookup });
    const target = `${url.replace("127.0.0.1", "outside.example")}/x`;
    expect(await (await fetch(target)).text()).toBe("/x undefined");
    expect(asked).toEqual([`CONNECT 8.8.8.8:${new URL(url).port}`]);
  });

  test("refuses the known names of cloud metadata services", async () => {
    const asked = await openProxy();
    const lookup = async () => ["169.254.169.254"];
    const { fetch } = await openForwarder({ lookup });
    for (const url of ["http://harmless.example/", "https://harmless.example/"]) {
      expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "address-refused" } });
    }
    expect(asked).toEqual([]);
  });

  test("verifies the certificate of a proxy over TLS", async () => {
    const url = await serveTls(authority.issue("proxy"), (_, response) => void response.end());
    vi.stubEnv("HTTPS_PROXY", url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch("https://anywhere.invalid/"))).toMatchObject({
      problem: { code: "proxy", reason: expect.stringContaining("UNABLE_TO_VERIFY") },
    });
  });

  test("a redirect of a public server into a private range is not followed by a public relay", async () => {
    const asked = await openProxy();
    const url = await serve((_, response) => {
      response.writeHead(307, { Location: "http://10.0.0.1/inside" }).end();
    });
    const { fetch } = await openForwarder({ forward: "public", lookup: async () => ["8.8.8.8"] });
    const failure = await failureOf(fetch(url.replace("127.0.0.1", "outside.example")));
    expect(failure).toMatchObject({ problem: { code: "address-refused", address: "10.0.0.1" } });
    expect(asked).toEqual([`CONNECT 8.8.8.8:${new URL(url).port}`]);
  });

  test("does not lead a public relay to private addresses", async () => {
    const asked = await openProxy();
    const lookup = async () => ["10.0.0.1"];
    const { fetch } = await openForwarder({ forward: "public", lookup });
    expect(await failureOf(fetch("http://inside.example/"))).toMatchObject({
      problem: { code: "address-refused" },
    });
    expect(asked).toEqual([]);
  });
});
