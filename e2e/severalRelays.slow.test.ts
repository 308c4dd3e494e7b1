import { once } from "node:events";
import { request, type ServerResponse } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { liveClient } from "../relay/live/live.fixture.ts";
import { newId, openLink, recordProcess, script, until } from "../relay/relay.fixture.ts";
import { needs, startRedis } from "../relay/systemPrograms.fixture.ts";
import { echo, openTunnel, send, sendRaw } from "../relay/tunnels/tunnels.fixture.ts";
import { wireVersion } from "../shared/relay/frames/frames.ts";
import { askAs, openSeveralRelays } from "./severalRelays.fixture.ts";

type Watched = { readonly metricsUrl: string };

const id = "abcdefghijklmnopqrstuv";

describe("two relays behind one address", () => {
  if (needs("redis-server", "nginx").skip) return;

  const sessionFrom = async (publicUrl: string, at: string, token: string) => {
    const answer = await askAs(publicUrl, at, "/api/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    return { status: answer.status, ...((await answer.json()) as { session: string }) };
  };

  /** How a socket with this session is greeted. */
  const greeting = async (publicUrl: string, at: string, session: string) => {
    const socket = new WebSocket(`${at.replace("http", "ws")}/ws`, { origin: publicUrl });
    await once(socket, "open");
    socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
    const [message] = await Promise.race([once(socket, "message"), once(socket, "close")]);
    socket.terminate();
    return typeof message === "number" ? message : JSON.parse(String(message)).kind;
  };

  const pagesServedBy = async (relay: Watched) => {
    const text = await (await fetch(relay.metricsUrl)).text();
    return Number(/http_requests_total\{route="page",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
  };

  test("a tunnel is reached at both, and its streams pass the proxy as they come", async () => {
    const { url } = await openSeveralRelays(["--tunnels"]);
    const { address } = await openTunnel(url, async (received, response) => {
      if (received.url !== "/events") return echo(received, response);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      // each event waits until the one before has arrived
      response.write("data: 0\n\n");
      streams.push(response);
    });
    const streams: ServerResponse[] = [];
    expect(address).toMatch(url);
    // nginx gives each relay every other request
    for (let number = 0; number < 6; number++) {
      const { answer } = await send(`${address}/mcp`, { body: `${number}` });
      expect(await bodyOf(answer)).toBe(`${number}`);
      const { answer: stream } = await send(`${address}/events`);
      let got = "";
      stream.on("data", (bytes) => {
        got += bytes;
      });
      await until(() => got === "data: 0\n\n");
      streams.at(-1)?.end("data: 1\n\n");
      await until(() => got === "data: 0\n\ndata: 1\n\n");
    }
    const metadata = `${url}/.well-known/oauth-protected-resource${new URL(address).pathname}/mcp`;
    const { answer } = await send(metadata, { method: "GET" });
    expect(answer.statusCode).toBe(200);
    answer.resume();
  });

  test("what a tap answers takes no relay away from the site, and is asked for once", async () => {
    const { url, two } = await openSeveralRelays(["--tunnels"]);
    const asked: (string | undefined)[] = [];
    const { address } = await openTunnel(url, (received, response) => {
      asked.push(received.url);
      received.resume();
      response.writeHead(503).end();
    });
    const { pathname } = new URL(address);
    const metadata = `${url}/.well-known/oauth-protected-resource${pathname}`;
    for (const method of ["GET", "POST", "DELETE"]) {
      for (const target of [`${address}/mcp`, `${metadata}/mcp`]) {
        const { answer } = await send(target, { method });
        expect(answer.statusCode).toBe(503);
        answer.resume();
        expect((await fetch(url)).status).toBe(200);
      }
    }
    // one that is for a tunnel in one reading only
    for (const path of [`${pathname}/../../x`, `${pathname}/%2e%2e%2f..%2fapi/session`]) {
      const host = new URL(url).host;
      const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await sendRaw(url, head)).toMatch(/^HTTP\/1.1 400 /);
      expect((await fetch(url)).status).toBe(200);
    }
    expect(asked).toHaveLength(6);
    // a tap that is nowhere is a 404 of the relay, and one of a relay that is gone a 502 or 503
    two.process.kill("SIGKILL");
    for (let number = 0; number < 4; number++) {
      const { answer } = await send(`${address}/mcp`);
      expect([502, 503]).toContain(answer.statusCode);
      answer.resume();
      expect((await fetch(url)).status).toBe(200);
    }
  });

  test("both serve the page and accept each other's sessions and tokens", async () => {
    const { url, one, two } = await openSeveralRelays();
    for (let i = 0; i < 10; i++) {
      expect(await (await fetch(url)).text()).toBe("<!doctype html>stub");
    }
    expect(await pagesServedBy(one)).toBeGreaterThan(0);
    expect(await pagesServedBy(two)).toBeGreaterThan(0);

    const { session } = await sessionFrom(url, one.url, one.token);
    expect(await greeting(url, two.url, session)).toBe("welcome");
    expect((await sessionFrom(url, two.url, one.token)).status).toBe(200);
    expect(await greeting(url, two.url, `${session}x`)).toBe(4401);

    // through the proxy, with a process at the other end
    const { link } = await openLink({ ...two, origin: url });
    const { heard, listener } = recordProcess();
    const echo = link.start(newId(), script("process.stdin.pipe(process.stdout)"), listener);
    await until(() => heard.pid);
    await echo.write(new TextEncoder().encode("hello\n"));
    expect(await until(() => heard.lines[0])).toBe("hello");
  });

  test("a blob stored at one is read and deleted at the other", async () => {
    const { url, one, two } = await openSeveralRelays([]);
    const put = (at: string, name: string, query = "") =>
      askAs(url, at, `/api/blobs/${name}${query}`, { method: "PUT", body: "sealed" });
    const read = async (at: string, name: string) =>
      (await askAs(url, at, `/api/blobs/${name}`)).status;

    const { deleteToken } = (await (await put(one.url, id)).json()) as { deleteToken: string };
    expect(await (await askAs(url, two.url, `/api/blobs/${id}`)).text()).toBe("sealed");
    expect((await put(two.url, id)).status).toBe(409);
    expect([await read(one.url, id), await read(two.url, id)]).toEqual([200, 200]);
    expect((await put(url, `${id}2`, "?ttl=1")).status).toBe(201);

    const headers = { Authorization: `Bearer ${deleteToken}` };
    const removed = await askAs(url, two.url, `/api/blobs/${id}`, { method: "DELETE", headers });
    expect(removed.status).toBe(204);
    expect(await read(one.url, id)).toBe(404);
    await expect.poll(() => read(two.url, `${id}2`)).toBe(404);
  });

  test("a live session: the owner at one, viewers at both; a killed relay loses nothing", async () => {
    const { url, one, two } = await openSeveralRelays(["--live-lease-ms=6000"]);
    const [first, second] = [liveClient(one.url, url), liveClient(two.url, url)];
    const throughProxy = liveClient(url, url);
    const token = await first.own();
    const owner = await first.follow(`${id}/owner`, token);
    const viewers = [
      await first.follow(id),
      await second.follow(id),
      await throughProxy.follow(id),
    ];
    await first.add(token, 0, "zero");
    await second.add(token, 1, "one");
    for (const { events } of viewers) {
      await expect.poll(() => events).toEqual(["chunk#0 zero", "chunk#1 one"]);
    }
    await expect.poll(() => owner.events.at(-1)).toBe("viewers 3");

    one.process.kill("SIGKILL");
    await Promise.all([owner.closed, viewers[0]?.closed]);
    const again = await second.follow(`${id}/owner`, token);
    const rejoined = await throughProxy.follow(`${id}?from=2`);
    await second.add(token, 2, "two");
    await expect.poll(() => rejoined.events).toEqual(["chunk#2 two"]);
    await expect.poll(() => viewers[1]?.events.at(-1)).toBe("chunk#2 two");
    // the viewers of the killed relay are forgotten
    await expect.poll(() => again.events.at(-1)).toMatch(/viewers [23]/);
    await second.end(token);
    await Promise.all([rejoined.closed, again.closed]);
    expect(rejoined.events.at(-1)).toBe("end owner");
    expect((await throughProxy.follow(id)).status).toBe(404);
  });

  test("they share rate limits, by the address that the proxy reports", async () => {
    const { url, one, two } = await openSeveralRelays(["--blobs-per-hour=2"]);
    const put = async (at: string, name: string, headers = {}) =>
      (await askAs(url, at, `/api/blobs/${name}`, { method: "PUT", body: "x", headers })).status;
    expect([await put(one.url, id), await put(two.url, `${id}2`)]).toEqual([201, 201]);
    expect([await put(one.url, `${id}3`), await put(two.url, `${id}3`)]).toEqual([429, 429]);
    // the proxy replaces the header: a value from the visitor is ignored
    expect(await put(url, `${id}4`, { "X-Forwarded-For": "203.0.113.9" })).toBe(429);
    expect(await put(one.url, `${id}5`, { "X-Forwarded-For": "203.0.113.9" })).toBe(201);
  });

  test("a page asks one relay to pair and sends the code to the other", async () => {
    const { url, one, two } = await openSeveralRelays();
    const page = "https://play.example.com";
    const send = async (at: string, body: object) =>
      (
        await askAs(url, at, "/api/pair", {
          method: "POST",
          origin: page,
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json();
    const { pairing } = await send(one.url, { kind: "ask" });
    expect((await send(two.url, { kind: "answer", pairing, code: "BBBBBBBB" })).kind).toBe(
      "wrong-code",
    );
    const code = await until(() => /[A-Z]{4}-[A-Z]{4}/.exec(one.said.out)?.[0]);
    const { session } = await send(two.url, { kind: "answer", pairing, code });
    await until(() => one.said.out.includes(`${page} is paired with this relay`));
    expect(await greeting(page, one.url, session)).toBe("welcome");
    expect(await greeting(page, two.url, session)).toBe("welcome");
  });

  test("the proxy limits one visitor and not the others", async () => {
    const { url } = await openSeveralRelays([]);
    const { hostname, port, host } = new URL(url);
    /** The status for a visitor with this address. */
    const statusFor = (localAddress: string, path: string) =>
      new Promise<number>((resolve, reject) => {
        const options = { host: hostname, port, localAddress, path, headers: { Host: host } };
        const asking = request({ ...options, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asking.on("error", reject).end();
      });
    const flood = await Promise.all(
      Array.from({ length: 120 }, () => statusFor("127.0.0.1", "/api/pair")),
    );
    expect(flood.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(flood.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect(await statusFor("127.0.0.2", "/api/pair")).toBe(200);
    // files of the page have a separate limit
    expect(await statusFor("127.0.0.1", "/")).toBe(200);
    // no other spelling of the path reaches the route past the limit
    for (const [index, path] of [
      "/api/Pair",
      "/API/pair/",
      "/api//pair",
      "/api/%70air",
    ].entries()) {
      const address = `127.0.0.${index + 10}`;
      const others = await Promise.all(Array.from({ length: 120 }, () => statusFor(address, path)));
      expect(others).toContain(429);
      expect(others.filter((status) => ![404, 429].includes(status))).toEqual([]);
    }
  });

  test("when one is killed the other serves everything", async () => {
    const { url, one, two } = await openSeveralRelays();
    const { session } = await sessionFrom(url, one.url, one.token);
    await askAs(url, one.url, `/api/blobs/${id}`, { method: "PUT", body: "sealed" });
    one.process.kill("SIGKILL");
    for (let i = 0; i < 20; i++) {
      expect((await fetch(url)).status).toBe(200);
      expect(await (await askAs(url, url, `/api/blobs/${id}`)).text()).toBe("sealed");
    }
    expect((await sessionFrom(url, url, two.token)).status).toBe(200);
    expect(await greeting(url, url, session)).toBe("welcome");
  });

  test("on SIGTERM one reports it, closes idle connections and exits without losing a response", async () => {
    const { url, one } = await openSeveralRelays();
    const { session } = await sessionFrom(url, url, one.token);
    const socket = new WebSocket(`${one.url.replace("http", "ws")}/ws`, { origin: url });
    await once(socket, "open");
    socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
    await once(socket, "message");

    const exited = once(one.process, "exit");
    let over = false;
    void exited.then(() => {
      over = true;
    });
    one.process.kill("SIGTERM");
    expect((await once(socket, "close"))[0]).toBe(1001);
    const ready = await fetch(new URL("ready", one.metricsUrl));
    expect([ready.status, await ready.text()]).toEqual([503, "The relay is being stopped."]);
    while (!over) {
      expect((await fetch(url)).status).toBe(200);
      await sleep(20);
    }
    expect(await exited).toEqual([0, null]);
    for (let i = 0; i < 10; i++) expect((await fetch(url)).status).toBe(200);
    // the token of an ended relay is refused
    const late = await askAs(url, url, "/api/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token: one.token }),
    });
    expect(late.status).toBe(401);
  });

  test("a page whose relay stops continues at the other", async () => {
    const { url, one, two } = await openSeveralRelays();
    const { link } = await openLink({ ...one, origin: url });
    const echo = async (line: string) => {
      const { heard, listener } = recordProcess();
      const started = link.start(newId(), script("process.stdin.pipe(process.stdout)"), listener);
      await until(() => heard.pid);
      await started.write(new TextEncoder().encode(`${line}\n`));
      return until(() => heard.lines[0]);
    };
    expect(await echo("before")).toBe("before");
    const isAt = async (relay: Watched) =>
      / 1$/m.test(
        (await (await fetch(relay.metricsUrl)).text()).match(/^.*_sockets \d+$/m)?.[0] ?? "",
      );
    const [its, other] = (await isAt(one)) ? [one, two] : [two, one];
    its.process.kill("SIGTERM");
    await expect.poll(() => isAt(other)).toBe(true);
    expect(await echo("after")).toBe("after");
  });

  test("a store that is unreachable and returns is logged, and no relay has to be restarted", async () => {
    const { url, redis, one, two } = await openSeveralRelays();
    const ready = async (relay: Watched) =>
      (await fetch(new URL("ready", relay.metricsUrl))).status;
    expect([await ready(one), await ready(two)]).toEqual([200, 200]);

    redis.redis.kill("SIGKILL");
    await expect.poll(async () => [await ready(one), await ready(two)]).toEqual([503, 503]);
    expect((await fetch(url)).status).toBe(200);
    const put = () => askAs(url, url, `/api/blobs/${id}`, { method: "PUT", body: "x" });
    const refused = await put();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.text()).toContain("does not answer");
    await until(() => one.said.out.includes("cannot be reached"));

    await startRedis({ port: redis.port });
    await expect.poll(async () => [await ready(one), await ready(two)]).toEqual([200, 200]);
    expect((await put()).status).toBe(201);
  });
});
