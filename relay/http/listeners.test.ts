import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../e2e/servers/process.ts";
import { ask, openRelay } from "../relay.fixture.ts";

/** Another program that listens on the IPv6 loopback address only. */
async function occupyIpv6(port: number) {
  const other = createServer((_request, response) => response.end("another program"));
  other.listen({ host: "::1", port });
  await once(other, "listening");
  onTestFinished(() => void other.close());
}

const statusFor = async (port: number, host: string, origin: string) =>
  (
    await ask(
      { port },
      { method: "POST", path: "/api/session", headers: { Host: host, Origin: origin } },
    )
  ).status;

test.each([{ host: undefined }, { host: "127.0.0.1" }])(
  "`localhost` is not the relay's own origin while another program holds [::1] at its port (%o)",
  async ({ host }) => {
    const port = await freePort();
    await occupyIpv6(port);
    const relay = await openRelay({ port, ...(host === undefined ? {} : { host }) });
    expect(await statusFor(port, `127.0.0.1:${port}`, `http://localhost:${port}`)).toBe(403);
    expect(await statusFor(port, `localhost:${port}`, relay.url)).toBe(421);
    expect(await statusFor(port, `127.0.0.1:${port}`, relay.url)).not.toBe(403);
  },
);

test.each([{ host: undefined }, { host: "127.0.0.1" }])(
  "`localhost` is the relay's own origin while nobody else listens at its port (%o)",
  async ({ host }) => {
    const { port, url } = await openRelay(host === undefined ? {} : { host });
    expect(await statusFor(port, `localhost:${port}`, `http://localhost:${port}`)).not.toBe(403);
    expect(await statusFor(port, `localhost:${port}`, url)).not.toBe(421);
    if (host === undefined) return;
    // checking whether [::1] is free must not leave a listener there
    const probe = connect(port, "::1");
    const [error] = await once(probe, "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  },
);
