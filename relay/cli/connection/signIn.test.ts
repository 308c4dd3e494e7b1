import { readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { walk } from "../../../e2e/servers/authorization/headless.fixture.ts";
import { startOidcProvider } from "../../../e2e/servers/authorization/oidcProvider.ts";
import { startProtectedServer } from "../../../e2e/servers/authorization/protectedServer.ts";
import { temporaryFolder, until } from "../../relay.fixture.ts";
import { printedErrors, runCli } from "../cli.fixture.ts";

let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let server: Awaited<ReturnType<typeof startProtectedServer>>;
beforeAll(async () => {
  provider = await startOidcProvider();
  server = await startProtectedServer({ authorizationServers: [provider] });
}, 60_000);
afterAll(async () => {
  await server.close();
  await provider.close();
});

/** Keeps the state of the command line in a new folder, and opens no browser. */
function useFolder(): string {
  const folder = temporaryFolder();
  const values = { XDG_STATE_HOME: folder, CI: "1" };
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  Object.assign(process.env, values);
  onTestFinished(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  return join(folder, "mcp-playground", "authorization.json");
}

/** What other programs and pages can send to the listener, none of which ends or settles the sign-in. */
async function sendForeignRequests(redirectUri: string) {
  const { host, hostname, port } = new URL(redirectUri);
  const send = async (target: string, headers: string[] = [`Host: ${host}`], method = "GET") => {
    const socket = connect(Number(port), hostname);
    socket.end([`${method} ${target} HTTP/1.1`, ...headers, "", ""].join("\r\n"));
    return Number((await text(socket)).split(" ")[1]);
  };
  expect(await send("//[")).toBe(404);
  expect(await send("*", undefined, "OPTIONS")).toBe(404);
  expect(await send("http://%/callback?code=a")).toBe(404);
  expect(await send("/callback?code=a&state=b")).toBe(400);
  expect(await send("/callback?error=access_denied")).toBe(400);
  expect(await send("/callback?code=a", ["Host: evil.example"])).toBe(421);
}

test("signs in with the browser once, and stores the token for its owner only", async () => {
  const path = useFolder();
  const running = runCli("call", "whoami", "--authorize", server.url);
  await until(() => printedErrors().includes("To sign in, open "));
  const [, url = ""] = /To sign in, open (\S+)/.exec(printedErrors()) ?? [];
  const redirectUri = new URL(url).searchParams.get("redirect_uri") ?? "";
  const parameters = await walk(url, redirectUri);
  await sendForeignRequests(redirectUri);
  const page = await fetch(`${redirectUri}?${parameters}`);
  expect(await page.text()).toContain("return to the terminal");
  const first = await running;
  expect(first.out).toContain("with mcp:read");
  expect(first.code).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);

  const grants = provider.grants().length;
  const second = await runCli("call", "whoami", server.url);
  expect(second.out).toContain("with mcp:read");
  expect(provider.grants()).toHaveLength(grants);
  const tokens = [...readFileSync(path, "utf8").matchAll(/"\w+Token": "([^"]+)"/g)];
  expect(tokens.length).toBeGreaterThan(0);
  for (const [, token = ""] of tokens) {
    for (const { out, err } of [first, second]) expect(out + err).not.toContain(token);
  }
}, 60_000);

test("without a sign-in the exit code is 3, and nothing is sent to the authorization server", async () => {
  useFolder();
  const registrations = provider.registrations();
  const { code, err } = await runCli("list", server.url);
  expect(err).toContain("--authorize");
  expect(code).toBe(3);
  expect(provider.registrations()).toBe(registrations);
});

test("--token is sent as it is, and not printed", async () => {
  useFolder();
  const { code, err } = await runCli("list", server.url, "--token", "wrong-token-1234");
  expect(server.authorizations().at(-1)).toBe("Bearer wrong-token-1234");
  expect(err).not.toContain("wrong-token-1234");
  expect(code).toBe(3);
});
