import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { mainFinding } from "../../../shared/doctor/cause.ts";
import { diagnoseHttp } from "../../../shared/doctor/diagnose.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { protectedMcp, serve, serveTcp } from "../commands/doctor.fixture.ts";
import { createLocalFetches } from "./localLink.ts";

/** Names an authorization server. */
const protectedServer = (inward: string) =>
  protectedMcp("Bearer", (origin) => ({
    "/.well-known/oauth-protected-resource/mcp": {
      resource: `${origin}/mcp`,
      authorization_servers: [`https://${inward}`],
    },
  }));

/** Names an MCP endpoint, by a name and by an address. */
const namingServer =
  (inward: string): RequestListener =>
  ({ url }, response) => {
    const isDocument = url === "/.well-known/mcp.json";
    const remotes = [{ url: `http://${inward}/mcp` }, { url: "http://127.0.0.1/mcp" }];
    response.writeHead(isDocument ? 200 : 404, { "Content-Type": "application/json" });
    response.end(isDocument ? JSON.stringify({ remotes }) : "");
  };

/** Diagnoses a server that names a host whose name resolves to a private address. */
async function diagnose(
  listener: (inward: string) => RequestListener,
  ...addresses: readonly string[]
) {
  let contacts = 0;
  const inward = await serveTcp((socket) => {
    contacts++;
    socket.destroy();
  });
  const server = await serve(listener(`inward.example:${inward}`));
  const url = new URL(`http://mcp.example:${server}/mcp`);
  const lookup = async (name: string) => (name === "mcp.example" ? addresses : ["127.0.0.1"]);
  const local = createLocalFetches(url, lookup);
  onTestFinished(local.close);
  const log = createEventLog({ now: systemClock.now });
  const diagnosis = await diagnoseHttp(
    {
      url,
      headers: [],
      failure: { code: "network", url: url.href, reason: "401" },
      origin: undefined,
      isCorsRequired: false,
      page: undefined,
      relayFetch: local.fetch,
      namedFetch: local.namedFetch,
      triesPaths: true,
      mayContact: () => true,
      date: Date.now,
      now: systemClock.now,
    },
    {
      record: createRecorder(log, "one"),
      clock: systemClock,
      newId: () => crypto.randomUUID(),
      timeoutMs: 30_000,
      entries: () => log.snapshot().entries,
    },
  );
  return { contacts, code: mainFinding(diagnosis)?.code };
}

test.each([
  ["an authorization server", protectedServer, "sign-in-needed", "auth-server-no-metadata"],
  ["an MCP endpoint", namingServer, "path-not-found", "path-not-found"],
] as const)(
  "a public server does not lead to a private address by the name of %s; a private server may",
  async (_what, listener, refused, followed) => {
    const found = await diagnose(listener, "127.0.0.1", "203.0.114.7");
    expect(found).toEqual({ contacts: 0, code: refused });
    const { contacts, code } = await diagnose(listener, "127.0.0.1");
    expect(contacts).toBeGreaterThan(0);
    expect(code).toBe(followed);
  },
);
