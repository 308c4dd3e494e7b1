import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { recordingsIn } from "../relay/cli/tap/tap.fixture.ts";
import { makeAuthority } from "../relay/forward/authority.fixture.ts";
import { temporaryFolder, until } from "../relay/relay.fixture.ts";
import { needs } from "../relay/systemPrograms.fixture.ts";
import { openPublicTap } from "../relay/tunnels/tunnels.fixture.ts";
import { walk } from "./servers/authorization/headless.fixture.ts";
import { startOidcProvider } from "./servers/authorization/oidcProvider.ts";
import {
  adminScope,
  readScope,
  startProtectedServer,
} from "./servers/authorization/protectedServer.ts";
import { freePort } from "./servers/process.ts";
import { openSeveralRelays } from "./severalRelays.fixture.ts";

describe("a hosted client behind relays, a proxy with TLS, and a tap", () => {
  if (needs("redis-server", "nginx", "openssl").skip) return;

  /** Files of a certificate for the proxy, and of the authority that signed it. */
  function makeCertificate() {
    const authority = makeAuthority();
    onTestFinished(authority.remove);
    const { cert, key } = authority.issue("proxy");
    const folder = temporaryFolder();
    const write = (name: string, text: string) => {
      const file = join(folder, name);
      writeFileSync(file, text, { mode: 0o600 });
      return file;
    };
    return {
      ca: write("ca.pem", authority.ca),
      cert: write("proxy.pem", cert),
      key: write("proxy.key", key),
    };
  }

  /** Starts the client; `open` is the address that it wants a person to open. */
  function startClient(address: string, ca: string) {
    const child = spawn(process.execPath, [join(import.meta.dirname, "hostedClient.ts"), address], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
      stdio: ["pipe", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const heard = { lines: [] as Record<string, unknown>[], errors: "" };
    createInterface({ input: child.stdout }).on("line", (line) => {
      heard.lines.push(JSON.parse(line));
    });
    child.stderr.on("data", (bytes) => {
      heard.errors += bytes;
    });
    const next = async <T>(member: string): Promise<T> =>
      (await until(() => {
        if (child.exitCode) throw new Error(heard.errors);
        return heard.lines.find((line) => member in line)?.[member];
      })) as T;
    return { next, write: (line: string) => child.stdin.write(`${line}\n`) };
  }

  test("signs in at a local authorization server, and calls a tool", async () => {
    const certificate = makeCertificate();
    const { url } = await openSeveralRelays(["--tunnels"], certificate);
    const oidc = await startOidcProvider({ scopes: [readScope, adminScope] });
    onTestFinished(oidc.close);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { address, said, state } = await openPublicTap(
      url,
      ["--authorization-server", oidc.issuer, `${origin}/mcp`],
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

    const client = startClient(`${address}/mcp`, certificate.ca);
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
});
