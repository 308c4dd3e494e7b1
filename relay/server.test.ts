import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { closeCodes, wireVersion } from "../shared/relay/frames/frames.ts";
import { ask, openLink, openRelay, pair, temporaryFolder } from "./relay.fixture.ts";
import type { Relay } from "./server.ts";
import { openMemoryStore } from "./store/openStore.ts";
import { type Store, StoreUnreachable } from "./store/store.ts";

describe("hosts", () => {
  test.each([
    ["127.0.0.1", 200],
    ["localhost", 200],
    ["LOCALHOST", 200],
    ["evil.example", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.nip.io", 421],
    ["127.0.0.2", 421],
    ["0.0.0.0", 421],
  ])("%s with the relay's port: %i", async (name, status) => {
    const relay = await openRelay();
    const answer = await ask(relay, { headers: { Host: `${name}:${relay.port}` } });
    expect(answer.status).toBe(status);
    if (status === 421) expect(answer.body).toContain(`Open it at ${relay.origin}`);
  });

  test.each(["127.0.0.1", "localhost:1", "127.0.0.1:80 "])("exactly: %j", async (host) => {
    const relay = await openRelay();
    expect((await ask(relay, { headers: { Host: host } })).status).toBe(421);
  });

  test("a missing host is refused", async () => {
    const relay = await openRelay();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(relay.port, "127.0.0.1", () => socket.write("GET / HTTP/1.0\r\n\r\n"));
      socket.once("data", (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1.1 421/);
  });
});

describe("sessions", () => {
  const exchange = (
    relay: Relay,
    origin: string | undefined,
    token: unknown = relay.createToken(),
  ) =>
    ask(relay, {
      method: "POST",
      path: "/api/session",
      headers: {
        Host: `127.0.0.1:${relay.port}`,
        "Content-Type": "application/json",
        ...(origin === undefined ? {} : { Origin: origin }),
      },
      body: JSON.stringify({ token }),
    });

  test("each link has a separate token, and each token gives a separate session", async () => {
    const relay = await openRelay();
    const [first, second] = [await pair(relay), await pair(relay)];
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    const links = [relay.createLink(), relay.createLink()];
    for (const link of links) expect(link.slice(relay.origin.length)).toMatch(/^\/#k=[\w-]{43}$/);
    expect(new Set(links).size).toBe(2);
  });

  test("a token works for one page only, also with concurrent attempts", async () => {
    const relay = await openRelay();
    const token = relay.createToken();
    const answers = await Promise.all([1, 2, 3].map(() => exchange(relay, relay.origin, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const late = await exchange(relay, relay.origin, token);
    expect([late.status, late.body]).toEqual([
      410,
      "This link was already used: press L and Enter in the relay's terminal for a new one.",
    ]);
    // the first page's session stays valid
    const session = JSON.parse(answers.find(({ status }) => status === 200)?.body ?? "").session;
    const { link } = await openLink(relay, session);
    await link.open();
    expect(link.state().kind).toBe("open");
  });

  test("a token is not lost when the store cannot keep the session", async () => {
    const memory = await openMemoryStore({ lost() {}, found() {} });
    let isAway = true;
    const store: Store = {
      ...memory,
      shared: true,
      put: (...rest) =>
        isAway ? Promise.reject(new StoreUnreachable("Away.")) : memory.put(...rest),
    };
    const relay = await openRelay({ store });
    const token = relay.createToken();
    expect((await exchange(relay, relay.origin, token)).status).toBe(503);
    isAway = false;
    expect((await exchange(relay, relay.origin, token)).status).toBe(200);
  });

  test("the access token of a public relay works for everybody who has its link", async () => {
    const publicUrl = "https://play.example.com/";
    const relay = await openRelay({ publicUrl, stdio: true });
    expect(relay.createLink()).toBe(relay.createLink());
    const headers = {
      Host: "play.example.com",
      Origin: "https://play.example.com",
      "Content-Type": "application/json",
    };
    const body = JSON.stringify({ token: relay.createToken() });
    for (let i = 0; i < 2; i++) {
      const answer = await ask(relay, { method: "POST", path: "/api/session", headers, body });
      expect(answer.status).toBe(200);
    }
  });

  test.each([undefined, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"])(
    "not for the origin %j",
    async (origin) => {
      const relay = await openRelay();
      const answer = await exchange(relay, origin);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain("from its own page only");
    },
  );

  test.each(["", "x", null, 1, {}])("not for the token %j", async (token) => {
    const relay = await openRelay();
    const { status } = await exchange(relay, relay.origin, token);
    expect([400, 401]).toContain(status);
  });

  test("delays wrong tokens after a few, and never the right one", async () => {
    const relay = await openRelay({ limits: { wrongTokens: 3, tokenDelayMs: 2000 } });
    for (let i = 0; i < 3; i++) expect((await exchange(relay, relay.origin, "x")).status).toBe(401);
    const answer = await exchange(relay, relay.origin, "x");
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "2"]);
    expect((await exchange(relay, relay.origin)).status).toBe(200);
  });

  test("a trusted origin may pair, with its own host", async () => {
    const trusted = "http://localhost:5173";
    const relay = await openRelay({ trustOrigins: [trusted] });
    const headers = { Origin: trusted, Host: "localhost:5173", "Content-Type": "application/json" };
    const body = JSON.stringify({ token: relay.createToken() });
    const answer = await ask(relay, { method: "POST", path: "/api/session", headers, body });
    expect(answer.status).toBe(200);
  });

  test("answers a body that is not JSON with an error text", async () => {
    const relay = await openRelay();
    const headers = {
      Host: `127.0.0.1:${relay.port}`,
      Origin: relay.origin,
      "Content-Type": "application/json",
    };
    const answer = await ask(relay, { method: "POST", path: "/api/session", headers, body: "{" });
    expect([answer.status, answer.body]).toEqual([400, "The request is malformed."]);
  });
});

describe("sockets", () => {
  /** The outcome of a socket: the status that refused it, or how it was closed. */
  const fate = (
    url: string,
    options: { origin?: string; headers?: Record<string, string> },
    greet: (socket: WebSocket) => void = () => {},
  ) =>
    new Promise<{ status?: number; code?: number; reason?: string }>((resolve) => {
      const socket = new WebSocket(url, options);
      socket.on("open", () => greet(socket));
      socket.on("unexpected-response", (_request, response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0 });
      });
      socket.on("error", () => {});
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  const at = (relay: Relay) => `ws://127.0.0.1:${relay.port}/ws`;

  test.each([undefined, "null", "http://evil.example", "file://"])(
    "none for the origin %j",
    async (origin) => {
      const relay = await openRelay();
      expect(await fate(at(relay), origin === undefined ? {} : { origin })).toEqual({
        status: 403,
      });
    },
  );

  test("none for another host", async () => {
    const relay = await openRelay();
    const headers = { Host: `evil.example:${relay.port}` };
    expect(await fate(at(relay), { origin: relay.origin, headers })).toEqual({ status: 421 });
  });

  test("refuses another address, and a token in a URL", async () => {
    const relay = await openRelay();
    expect(await fate(`${at(relay)}?k=1`, { origin: relay.origin })).toEqual({ status: 404 });
  });

  test("closes a socket without a hello", async () => {
    const relay = await openRelay({ limits: { helloMs: 50 } });
    const { code, reason } = await fate(at(relay), { origin: relay.origin });
    expect([code, reason]).toEqual([closeCodes.notPaired, "No hello in time"]);
  });

  test.each<[string, string | Uint8Array, number]>([
    ["another message first", '{"kind":"stop","id":"00112233445566778899aabbccddeeff"}', 4401],
    ["bytes first", new Uint8Array(40), 4401],
    [
      "a session that nobody gave out",
      `{"kind":"hello","wire":${wireVersion},"session":"x"}`,
      4401,
    ],
    ["another version", `{"kind":"hello","wire":${wireVersion + 1},"session":"x"}`, 4406],
  ])("%s closes it", async (_name, frame, expected) => {
    const relay = await openRelay();
    const { code } = await fate(at(relay), { origin: relay.origin }, (socket) =>
      socket.send(frame),
    );
    expect(code).toBe(expected);
  });

  test.each<[string, string | Uint8Array]>([
    ["no JSON", "{"],
    ["a second hello", `{"kind":"hello","wire":${wireVersion},"session":"x"}`],
    ["a frame of zeros", new Uint8Array(40)],
  ])("once paired, %s closes it", async (_name, frame) => {
    const relay = await openRelay();
    const session = await pair(relay);
    const { code } = await fate(at(relay), { origin: relay.origin }, (socket) => {
      socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
      socket.send(frame);
    });
    expect(code).toBe(closeCodes.badFrame);
  });

  test("refuses more than the limit", async () => {
    const relay = await openRelay({ limits: { sockets: 1 } });
    const session = await pair(relay);
    const hello = JSON.stringify({ kind: "hello", wire: wireVersion, session });
    const first = new WebSocket(at(relay), { origin: relay.origin });
    first.on("open", () => first.send(hello));
    await new Promise((resolve) => first.on("message", resolve));
    const second = await fate(at(relay), { origin: relay.origin }, (socket) => socket.send(hello));
    expect(second.code).toBe(closeCodes.tooMany);
    first.terminate();
  });
});

describe("the page", () => {
  const openPage = async () => {
    const pageDir = temporaryFolder();
    mkdirSync(join(pageDir, "assets"));
    const put = (name: string, text: string) => {
      const file = join(pageDir, name);
      for (const [suffix, bytes] of [
        ["", text],
        [".br", brotliCompressSync(text)],
        [".gz", gzipSync(text)],
      ] as const) {
        writeFileSync(file + suffix, bytes);
        utimesSync(file + suffix, 1e9, 1e9);
      }
    };
    const write = (html: string) => put("index.html", html);
    write("<!doctype html>");
    put("assets/index-BxY12_-a.js", "let a = 1;\n".repeat(1000));
    const relay = await openRelay({ pageDir });
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(relay, {
        path,
        headers: { Host: new URL(relay.origin).host, "Accept-Encoding": "br", ...headers },
      });
    return { relay, get, write };
  };

  test("is served with its Content-Security-Policy", async () => {
    const { get } = await openPage();
    const { status, headers } = await get("/");
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  test("its policy allows the script that its <meta> element allows, for the page only", async () => {
    const { get, write } = await openPage();
    const hash = "'sha256-Nt/5Cj1TgSQbQ4M8gRSMBKvUGqWYNu9yPPiP7uKpPYc='";
    write(
      `<meta http-equiv="Content-Security-Policy" content="script-src 'self' ${hash}"><p>'sha256-AAAA'`,
    );
    const scripts = async (path: string) =>
      /script-src ([^;]*)/.exec(`${(await get(path)).headers["content-security-policy"]}`)?.[1];
    expect(await scripts("/")).toBe(`'self' ${hash}`);
    expect(await scripts("/index.html")).toBe(`'self' ${hash}`);
    expect(await scripts("/assets/index-BxY12_-a.js")).toBe("'self'");
    expect(await scripts("/nothing")).toBe("'self'");
  });

  test("is compressed, and hashed files are immutable", async () => {
    const { get } = await openPage();
    const path = "/assets/index-BxY12_-a.js";
    const coded = async (accepted: string) => {
      const { status, headers } = await get(path, { "Accept-Encoding": accepted });
      expect(status).toBe(200);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["content-type"]).toMatch(/^text\/javascript/);
      expect(headers.vary).toMatch(/accept-encoding/i);
      return headers["content-encoding"];
    };
    expect(await coded("gzip, deflate, br, zstd")).toBe("br");
    expect(await coded("gzip")).toBe("gzip");
    expect(await coded("br;q=0, gzip;q=0.5")).toBe("gzip");
    expect(await coded("identity")).toBeUndefined();
    const { body } = await get(path, { "Accept-Encoding": "identity" });
    expect(body).toHaveLength(11_000);
  });

  test("is revalidated by the hash of what was sent", async () => {
    const { get, write } = await openPage();
    const tagOf = async (headers?: Record<string, string>) =>
      String((await get("/", headers)).headers.etag);
    const [brotli, gzipped] = [await tagOf(), await tagOf({ "Accept-Encoding": "gzip" })];
    expect(brotli).toMatch(/^"/);
    expect(brotli).not.toBe(gzipped);
    const again = await get("/", { "If-None-Match": brotli });
    expect(again.status).toBe(304);
    expect(again.headers.vary).toMatch(/accept-encoding/i);
    // another version of the same length, installed with the same file times
    write("<!doctype htmL>");
    expect((await get("/", { "If-None-Match": brotli })).status).toBe(200);
  });

  test.each(["/nowhere", "/assets/", "/..%2f..%2fpackage.json", "/%", "/%00"])(
    "there is nothing at %s",
    async (path) => {
      const { get } = await openPage();
      const { status } = await get(path);
      expect([400, 404]).toContain(status);
    },
  );

  test("says that a relay serves it", async () => {
    const { get } = await openPage();
    const { body } = await get("/api/health");
    expect(JSON.parse(body)).toEqual({
      name: "mcp-playground",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      wire: wireVersion,
      sessions: true,
    });
  });
});

test("can be closed twice, and frees the port", async () => {
  const relay = await openRelay();
  await Promise.all([relay.close(), relay.close()]);
  const again = await openRelay({ port: relay.port });
  expect(again.url).toBe(relay.url);
});

test("rejects with the system's error code when the port is in use", async () => {
  const relay = await openRelay();
  await expect(openRelay({ port: relay.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
