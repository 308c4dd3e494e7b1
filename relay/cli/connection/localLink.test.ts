import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { mainFinding } from "../../../shared/doctor/cause.ts";
import { diagnoseHttp } from "../../../shared/doctor/diagnose.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { protectedMcp, serve, serveTcp } from "../commands/doctor.fixture.ts";
import { createLocalFetches } from "./localLink.ts";

/** Diagnoses a server whose authorization server has a name that resolves to a private address. */
async function diagnose(...addresses: readonly string[]) {
  let contacts = 0;
  const inward = await serveTcp((socket) => {
    contacts++;
    socket.destroy();
  });
  const server = await serve(
    protectedMcp("Bearer", (origin) => ({
      "/.well-known/oauth-protected-resource/mcp": {
        resource: `${origin}/mcp`,
        authorization_servers: [`https://auth.example:${inward}`],
      },
    })),
  );
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
      triesPaths: false,
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

test("a public server does not lead to a private address by a name", async () => {
  const found = await diagnose("127.0.0.1", "203.0.114.7");
  expect(found).toEqual({ contacts: 0, code: "sign-in-needed" });
});

test("a private server may", async () => {
  const { contacts, code } = await diagnose("127.0.0.1");
  expect(contacts).toBeGreaterThan(0);
  expect(code).toBe("auth-server-no-metadata");
});
