import { describe, expect, onTestFinished, test } from "vitest";
import { recordingsIn } from "../relay/cli/tap/tap.fixture.ts";
import { until } from "../relay/relay.fixture.ts";
import { needs } from "../relay/systemPrograms.fixture.ts";
import { openPublicTap } from "../relay/tunnels/tunnels.fixture.ts";
import { makeProxyCertificate, startHostedClient } from "./hostedClient.fixture.ts";
import { walk } from "./servers/authorization/headless.fixture.ts";
import { startOidcProvider } from "./servers/authorization/oidcProvider.ts";
import {
  adminScope,
  readScope,
  startProtectedServer,
} from "./servers/authorization/protectedServer.ts";
import { freePort } from "./servers/process.ts";
import { gaugeAt, openSeveralRelays } from "./severalRelays.fixture.ts";

describe("a hosted client behind relays, a proxy with TLS, and a tap", () => {
  if (needs("redis-server", "nginx", "openssl").skip) return;

  /**
   * Opens relays, a tap, and a server with its local authorization server.
   * @returns what a hosted client needs, and what it is judged by
   */
  async function openProtected() {
    const certificate = makeProxyCertificate();
    const relays = await openSeveralRelays(["--tunnels"], certificate);
    const oidc = await startOidcProvider({ scopes: [readScope, adminScope] });
    onTestFinished(oidc.close);
    const port = await freePort();
    const { address, said, state } = await openPublicTap(
      relays.url,
      ["--authorization-server", oidc.issuer, `http://127.0.0.1:${port}/mcp`],
      { NODE_EXTRA_CA_CERTS: certificate.ca },
    );
    const issuer = await until(
      () =>
        new RegExp(`(https:\\S+/t/[\\w-]{22})/ forwards to ${oidc.issuer}`).exec(said.text)?.[1],
    );
    // it checks the audience of tokens, so it knows its address
    const server = await startProtectedServer({
      authorizationServers: [oidc],
      resource: `${address}/mcp`,
      port,
    });
    onTestFinished(server.close);
    return { certificate, relays, oidc, server, address, issuer, state };
  }

  test("signs in at a local authorization server, and calls a tool", async () => {
    const { certificate, relays, oidc, server, address, issuer, state } = await openProtected();
    const { url } = relays;
    const client = startHostedClient(`${address}/mcp`, certificate.ca);
    const opened = new URL(await client.next<string>("open"));
    // a person signs in with a browser of this machine
    expect(opened.origin).toBe(oidc.issuer);
    expect(opened.searchParams.get("resource")).toBe(`${address}/mcp`);
    const redirect = await walk(opened.href, "https://hosted.example/callback");
    client.write(redirect.get("code") ?? "");

    const content = await client.next<unknown>("content");
    expect(content).toEqual([{ type: "text", text: expect.stringMatching(/^Client \S+ with /) }]);
    const asked = await client.next<string[]>("asked");
    const paths = asked.map((line) =>
      line.replaceAll(address, "tap").replaceAll(issuer, "issuer").replaceAll(url, "relay"),
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        "POST tap/mcp 401",
        "GET tap/.well-known/oauth-protected-resource/mcp 200",
        "POST issuer/reg 201",
        "POST issuer/token 200",
        "POST tap/mcp 200",
      ]),
    );
    // nothing but the person's browser has reached the servers in another way
    expect(asked.filter((line) => !line.includes(url))).toEqual([]);
    expect(server.admitted()).toBeGreaterThan(0);

    // each address that the tap has replaced is its own act, and no recording leads to the servers
    const files = await until(() => {
      const text = JSON.stringify(recordingsIn(state));
      return text.includes("whoami") && text;
    });
    for (const member of [
      "WWW-Authenticate",
      "authorization_servers",
      "issuer",
      "token_endpoint",
    ]) {
      expect(files).toContain(`"kind":"rewritten","path"`);
      expect(files).toContain(`"member":"${member}"`);
    }
    expect(oidc.secrets().length).toBeGreaterThan(0);
    for (const secret of [...oidc.secrets(), address.slice(-22), issuer.slice(-22)]) {
      expect(files).not.toContain(secret);
    }
  });

  test("relays that are restarted in the middle of a sign-in do not end it", async () => {
    const { certificate, relays, oidc, server, address } = await openProtected();
    const client = startHostedClient(`${address}/mcp`, certificate.ca);
    const opened = await client.next<string>("open");
    // it has registered; a person is signing in while both relays are killed and started again
    await Promise.all([relays.one.restart(), relays.two.restart()]);
    const redirect = await walk(opened, "https://hosted.example/callback");
    // the server and its authorization server are reached again, under their addresses
    const connected = () =>
      Promise.all([relays.one, relays.two].map((relay) => gaugeAt(relay, "tunnels")));
    await expect
      .poll(async () => (await connected()).reduce((sum, count) => sum + count), {
        timeout: 60_000,
      })
      .toBe(2);
    client.write(redirect.get("code") ?? "");

    expect(await client.next<unknown>("content")).toEqual([
      { type: "text", text: expect.stringMatching(/^Client \S+ with /) },
    ]);
    expect(server.admitted()).toBeGreaterThan(0);
    expect(oidc.secrets().length).toBeGreaterThan(0);
  });
});
