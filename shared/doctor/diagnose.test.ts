/** What the doctor finds without a relay, where the facts of the page decide. */
import { expect, test } from "vitest";
import { systemClock } from "../core/clock.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { mainFinding } from "./cause.ts";
import { diagnoseHttp } from "./diagnose.ts";

interface PageFacts {
  readonly isSecure?: boolean;
  readonly isLocalDenied?: boolean;
}

/** Nothing listens at the ports of these URLs. */
async function diagnose(url: string, { isSecure = false, isLocalDenied = false }: PageFacts = {}) {
  const log = createEventLog({ now: systemClock.now });
  const diagnosis = await diagnoseHttp(
    {
      url: new URL(url),
      headers: [["X-Key", "of the user"]],
      failure: { code: "network", url, reason: "Failed to fetch" },
      origin: "https://page.example",
      isCorsRequired: true,
      page: { fetch, isSecure, isLocalDenied: async () => isLocalDenied },
      relayFetch: undefined,
      triesPaths: false,
      mayContact: () => false,
      date: Date.now,
      now: systemClock.now,
    },
    {
      record: createRecorder(log, "one"),
      clock: systemClock,
      newId: () => crypto.randomUUID(),
      timeoutMs: 5000,
      entries: () => log.snapshot().entries,
    },
  );
  return { ...diagnosis, code: mainFinding(diagnosis)?.code, entries: log.snapshot().entries };
}

test("what the browser forbids is found without a request", async () => {
  const found = [
    await diagnose("http://server.example/mcp", { isSecure: true }),
    await diagnose("http://127.0.0.1:6667/mcp"),
    await diagnose("http://127.0.0.1:2/mcp", { isLocalDenied: true }),
  ];
  expect(found.map(({ code }) => code)).toEqual([
    "mixed-content",
    "url-port-blocked",
    "local-network-denied",
  ]);
  expect(found.flatMap(({ requests }) => requests)).toEqual([]);
});

test("a server that nothing can reach is named so, and the finding is in the log", async () => {
  const { code, requests, entries } = await diagnose("http://127.0.0.1:3/mcp", { isSecure: true });
  expect(code).toBe("not-reachable");
  expect(requests).toEqual(["POST http://127.0.0.1:3/mcp", "GET http://127.0.0.1:3/mcp"]);
  const last = entries.at(-1);
  expect(last).toMatchObject({ kind: "finding", code: "not-reachable", severity: "violation" });
  // requests of the doctor are none of the session's
  const sent = entries.filter((entry) => entry.kind === "http-request");
  expect(sent.map(({ initiator }) => initiator?.kind)).toEqual(["diagnosis", "diagnosis"]);
  // the user's headers are marked as secret
  expect(sent[0]?.secrets.length).toBeGreaterThan(0);
});
