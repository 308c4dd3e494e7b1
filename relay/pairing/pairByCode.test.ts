import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { pairPath } from "../../shared/relay/client/pairingMessages.ts";
import { wireVersion } from "../../shared/relay/frames/frames.ts";
import { ask, openRelay } from "../relay.fixture.ts";
import type { RelayOptions } from "../relayOptions.ts";

const page = "https://play.example.com";

/** A relay whose terminal the test reads, and pages of any origin that send it requests. */
async function openPairing(options: RelayOptions = {}) {
  const said: string[] = [];
  const relay = await openRelay({ say: (sentence) => said.push(sentence), ...options });
  const send = async (
    origin: string | undefined,
    method: string,
    body?: unknown,
    path = pairPath,
  ) => {
    const answer = await ask(relay, {
      method,
      path: `/${path}`,
      headers: {
        Host: `127.0.0.1:${relay.port}`,
        "Content-Type": "application/json",
        ...(origin === undefined ? {} : { Origin: origin }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = answer.body.startsWith("{") ? JSON.parse(answer.body) : answer.body;
    return { status: answer.status, headers: answer.headers, json };
  };
  const begin = async (origin = page) => (await send(origin, "POST", { kind: "ask" })).json;
  const type = async (pairing: string, code: string, origin = page) =>
    (await send(origin, "POST", { kind: "answer", pairing, code })).json;
  const shownCode = () => /[A-Z]{4}-[A-Z]{4}$/.exec(said.at(-1) ?? "")?.[0] ?? "";
  return { relay, said, send, begin, type, shownCode };
}

test("the code of the terminal, typed into the page, gives a session and allows its origin", async () => {
  const { relay, said, send, begin, type, shownCode } = await openPairing();
  expect((await send(page, "GET")).json).toEqual({
    name: "mcp-playground",
    version: expect.any(String),
    wire: wireVersion,
    pairing: "needed",
  });
  expect((await send(page, "GET", undefined, "api/health")).status).toBe(403);

  const { kind, pairing, expiresInMs } = await begin();
  expect([kind, expiresInMs]).toEqual(["shown", 120_000]);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`The page at ${page} asks to start programs on this machine`);

  const typed = ` ${shownCode().toLowerCase().replace("-", " ")}`;
  const { kind: outcome, session } = await type(pairing, typed);
  expect(outcome).toBe("paired");
  await expect.poll(() => said[1]).toBe(`The page at ${page} is paired with this relay.`);

  expect((await send(page, "GET")).json.pairing).toBe("done");
  const health = await send(page, "GET", undefined, "api/health");
  expect([health.status, health.headers["access-control-allow-origin"]]).toEqual([200, page]);
  const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/ws`, { origin: page });
  const welcome = await new Promise((resolve, reject) => {
    socket.on("open", () =>
      socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session })),
    );
    socket.on("message", (data) => resolve(JSON.parse(String(data)).kind));
    socket.on("close", reject);
    socket.on("error", reject);
  });
  expect(welcome).toBe("welcome");
  socket.terminate();

  // the code is used up, and no other page got a session
  expect((await type(pairing, typed)).kind).toBe("over");
  expect((await send("https://evil.example", "GET", undefined, "api/health")).status).toBe(403);
});

test("the terminal announces that a paired page receives configured servers with their secrets", async () => {
  const servers = { current: () => ({ servers: [], problems: [] }), subscribe: () => () => {} };
  const { said, begin } = await openPairing({ servers });
  await begin();
  expect(said[0]).toContain(
    "and read the configured servers with their secrets through this relay",
  );
  const without = await openPairing();
  await without.begin();
  expect(without.said[0]).not.toContain("secrets");
});

test("five wrong codes end the attempt; then the right one is refused", async () => {
  const { said, begin, type, shownCode } = await openPairing();
  const { pairing } = await begin();
  const right = shownCode();
  for (const left of [4, 3, 2, 1]) {
    expect(await type(pairing, "BBBB-BBBB")).toEqual({ kind: "wrong-code", attemptsLeft: left });
  }
  expect(await type(pairing, "BBBB-BBBB")).toEqual({ kind: "over" });
  expect(await type(pairing, right)).toEqual({ kind: "over" });
  await expect.poll(() => said[1]).toContain("Too many wrong codes");
});

test("refuses the right code from another page or for another attempt", async () => {
  const { begin, type, shownCode } = await openPairing();
  const { pairing } = await begin();
  expect((await type(pairing, shownCode(), "https://evil.example")).kind).toBe("over");
  expect((await type("another", shownCode())).kind).toBe("over");
  expect((await type(pairing, shownCode())).kind).toBe("paired");
});

test("each origin has a separate attempt: the same one restarts it, another does not wait", async () => {
  const { said, send, begin, type, shownCode } = await openPairing();
  const { pairing: first } = await begin();
  const firstCode = shownCode();
  const other = await begin("https://other.example");
  const otherCode = shownCode();
  expect(other.kind).toBe("shown");

  const { pairing: second } = await begin();
  const secondCode = shownCode();
  expect((await type(first, firstCode)).kind).toBe("over");
  expect((await type(second, otherCode)).kind).toBe("wrong-code");
  expect((await type(second, secondCode)).kind).toBe("paired");

  await send("https://other.example", "POST", { kind: "cancel", pairing: other.pairing });
  await expect
    .poll(() => said.at(-1))
    .toBe("The page at https://other.example cancelled its request.");
  expect((await type(other.pairing, otherCode, "https://other.example")).kind).toBe("over");
});

test("delays origins that request pairing repeatedly, without affecting others", async () => {
  const { said, begin, type, shownCode } = await openPairing();
  const pester = async (origin: string) => {
    const kinds: string[] = [];
    for (let i = 0; i < 8; i++) kinds.push((await begin(origin)).kind);
    return kinds.filter((kind) => kind === "busy").length;
  };
  const evil = ["https://evil.example", "https://a.test", "https://b.test", "http://192.0.2.1:81"];
  for (const origin of evil) expect(await pester(origin)).toBe(3);
  expect(said.filter((sentence) => sentence.includes("evil.example"))).toHaveLength(5);
  // subdomains cost nothing, so they are also counted together
  let shown = 0;
  for (let i = 0; i < 30; i++) {
    if ((await begin(`https://s${i}.evil.example`)).kind === "shown") shown++;
  }
  expect(shown).toBe(15);

  const { kind, pairing } = await begin();
  expect(kind).toBe("shown");
  expect((await type(pairing, shownCode())).kind).toBe("paired");
});

test.each([undefined, "null", "file://", "chrome-extension://abc", "https://x.example/path"])(
  "not for the origin %j",
  async (origin) => {
    const { said, send } = await openPairing();
    expect((await send(origin, "POST", { kind: "ask" })).status).toBe(403);
    expect(said).toEqual([]);
  },
);

test("a page at one of the relay's own addresses is not paired by a code: it needs a link", async () => {
  const { relay, said, send } = await openPairing();
  // as one does that a program left there which used the port before
  const answer = await send(relay.origin, "POST", { kind: "ask" });
  expect([answer.status, answer.json]).toEqual([404, { kind: "off" }]);
  const alike = ["mcp-0123456789abcdef.localhost", "127.0.0.2"];
  for (const host of ["127.0.0.1", "localhost", "[::1]", ...alike]) {
    const { status } = await send(`http://${host}:${relay.port}`, "POST", { kind: "ask" });
    expect([host, status]).toEqual([host, 403]);
  }
  expect(said).toEqual([]);
});

test.each([
  undefined,
  [],
  { kind: "answer" },
  { kind: "answer", pairing: 1, code: 2 },
  { kind: "" },
])("%j is no request to be paired", async (body) => {
  const { send } = await openPairing();
  expect((await send(page, "POST", body)).status).toBe(400);
});

test("answers a preflight for this address only", async () => {
  const { relay } = await openPairing();
  const preflight = (path: string) =>
    ask(relay, {
      method: "OPTIONS",
      path,
      headers: {
        Host: `127.0.0.1:${relay.port}`,
        Origin: page,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
        "Access-Control-Request-Private-Network": "true",
      },
    });
  const { status, headers } = await preflight("/api/pair");
  expect(status).toBe(204);
  expect(headers["access-control-allow-origin"]).toBe(page);
  expect(headers["access-control-allow-headers"]).toContain("content-type");
  expect(headers["access-control-allow-private-network"]).toBe("true");
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  for (const path of ["/api/session", "/api/pair/", "/api/pairs", "/", "/api/blobs/x"]) {
    const answer = await preflight(path);
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("an origin that the command line allows needs no code", async () => {
  const { send } = await openPairing({ allowOrigins: [page] });
  expect((await send(page, "GET")).json.pairing).toBe("done");
  expect((await send(page, "GET", undefined, "api/health")).status).toBe(200);
});

test("without a terminal there is no pairing", async () => {
  const relay = await openRelay();
  const headers = { Host: `127.0.0.1:${relay.port}`, Origin: page };
  const { body } = await ask(relay, { path: "/api/pair", headers });
  expect(JSON.parse(body).pairing).toBe("off");
});
