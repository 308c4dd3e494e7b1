import { describe, expect, test } from "vitest";
import { exactHeadOf } from "../../shared/log/exactHead.ts";
import { openRelay } from "../relay.fixture.ts";
import { failureOf, openForwarder, openPage, serve } from "./forward.fixture.ts";

describe("allowed targets", () => {
  test("refuses an origin that the user has not allowed", async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const { fetch, asked, link } = await openForwarder({}, () => undefined);
    expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "not-agreed" } });
    expect(asked).toEqual([url]);
    // the relay itself refuses as well, independent of the page
    await link.open();
    const heard = Promise.withResolvers<unknown>();
    link.carry("0".repeat(32), (send) => ({
      onSocketReady: () =>
        send(
          JSON.stringify({
            kind: "exchange",
            id: "0".repeat(32),
            method: "GET",
            url,
            headers: [],
            until: 0,
          }),
        ),
      message: heard.resolve,
      chunk() {},
      pause() {},
      lost() {},
    }));
    expect(await heard.promise).toMatchObject({ kind: "exchange-failed", code: "not-agreed" });
    expect(requests).toBe(0);
  });

  test("reaches only the origins that the operator lists", async () => {
    const listed = await serve((_, response) => response.end("listed"));
    const other = await serve((_, response) => response.end("other"));
    const { fetch } = await openForwarder({ forwardAllow: [listed] });
    expect(await (await fetch(listed)).text()).toBe("listed");
    expect(await failureOf(fetch(other))).toMatchObject({
      problem: {
        code: "address-refused",
        reason: expect.stringContaining("only to the origins that its operator lists"),
      },
    });
  });

  test("refuses the addresses of cloud metadata services", async () => {
    const { fetch } = await openForwarder();
    for (const url of ["http://169.254.169.254/latest/meta-data/", "http://[::ffff:a9fe:a9fe]/"]) {
      expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "address-refused" } });
    }
  });

  test.each(["http://127.0.0.1:9/", "http://[::ffff:127.0.0.1]:9/", "http://0x7f.1:9/"])(
    "a public relay does not connect to %s",
    async (url) => {
      const { fetch } = await openForwarder({ forward: "public" });
      expect(await failureOf(fetch(url))).toMatchObject({ problem: { code: "address-refused" } });
    },
  );

  test.each([25, 22, 6667, 10080])(
    "a public relay does not connect to port %d, which browsers refuse as well",
    async (port) => {
      const { fetch } = await openForwarder({ forward: "public" });
      expect(await failureOf(fetch(`http://8.8.8.8:${port}/`))).toMatchObject({
        problem: { code: "address-refused", reason: expect.stringContaining(`Port ${port}`) },
      });
    },
  );

  test("a public relay does not connect to its own machine by a public address", async () => {
    // both names resolve to the machine; only one of them is its public name
    const lookup = async () => ["8.8.8.8"];
    const publicUrl = "http://localhost:8080/";
    const relay = await openRelay({ publicUrl, forward: "public", lookup });
    // without the proxy in front of it
    const { fetch } = await openPage({ ...relay, origin: relay.url });
    for (const url of ["http://localhost:81/", "http://other.example:81/", "http://8.8.8.8:81/"]) {
      expect(await failureOf(fetch(url))).toMatchObject({
        problem: { code: "address-refused", reason: expect.stringContaining("own machine") },
      });
    }
  });

  test("a private relay connects to any port", async () => {
    const { fetch } = await openForwarder();
    expect(await failureOf(fetch("http://127.0.0.1:1/"))).toMatchObject({
      problem: { code: "refused" },
    });
  });

  test("refuses exchanges when forwarding is disabled", async () => {
    const { fetch } = await openForwarder({ forward: "off" });
    expect(await failureOf(fetch("http://127.0.0.1:9/"))).toMatchObject({
      problem: { code: "off" },
    });
  });

  test("a name is resolved once, and the checked address is the one connected to", async () => {
    const url = await serve((_, response) => void response.end("inside"));
    const { port } = new URL(url);
    let lookups = 0;
    // DNS rebinding: a harmless address first, another one afterwards
    const lookup = async () => [++lookups === 1 ? "127.0.0.1" : "169.254.169.254"];
    const { fetch } = await openForwarder({ lookup });
    const target = `http://rebinding.example:${port}/`;
    expect(await (await fetch(target)).text()).toBe("inside");
    expect(lookups).toBe(1);
    const other = `http://rebinding.example:${Number(port) + 1}/`;
    expect(await failureOf(fetch(other))).toMatchObject({ problem: { code: "address-refused" } });
  });

  test("one forbidden address among several is enough to refuse", async () => {
    const lookup = async () => ["127.0.0.1", "169.254.169.254"];
    const { fetch } = await openForwarder({ lookup });
    expect(await failureOf(fetch("http://two.example/"))).toMatchObject({
      problem: { code: "address-refused", address: "169.254.169.254" },
    });
  });

  test("follows a redirect that the user allows, after the same checks as any target", async () => {
    const other = await serve((request, response) =>
      response.end(
        [request.method, request.headers.authorization, request.headers["x-api-key"]].join(" "),
      ),
    );
    const url = await serve((request, response) => {
      const location = {
        "/here": "/end",
        "/there": `${other}/x`,
        "/inside": "http://169.254.169.254/",
        "/loop": "/loop",
        "/file": "file:///etc/passwd",
      }[request.url ?? ""];
      if (!location) return void response.end(request.method);
      response.writeHead(302, { Location: location }).end();
    });
    const { fetch, asked } = await openForwarder();
    const headers = [
      ["Authorization", "Bearer x"],
      ["X-API-Key", "secret"],
    ] as [string, string][];
    const here = await fetch(`${url}/here`, { method: "POST", body: "x", headers });
    expect([here.redirected, here.url, await here.text()]).toEqual([true, `${url}/end`, "GET"]);
    expect(exactHeadOf(here)?.hops).toEqual([{ status: 302, location: "/end" }]);
    expect(await (await fetch(`${url}/there`, { headers })).text()).toBe("GET  ");
    expect(asked).toContain(other);
    expect(await failureOf(fetch(`${url}/inside`))).toMatchObject({
      problem: { code: "address-refused" },
    });
    for (const path of ["/loop", "/file"]) {
      expect(await failureOf(fetch(url + path))).toMatchObject({ problem: { code: "redirect" } });
    }
    const manual = await fetch(`${url}/there`, { redirect: "manual" });
    expect([manual.status, manual.headers.get("location")]).toEqual([302, `${other}/x`]);
  });
});
