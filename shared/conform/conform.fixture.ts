/** Examines servers over HTTP, for tests. */
import { createClient } from "../client/client.ts";
import { systemClock } from "../core/clock.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { capabilitiesText, requestCapabilitiesText } from "../protocol/clientCapabilities.ts";
import { validate } from "../schema/validate/validate.ts";
import { createStreamableHttp } from "../transport/http/streamableHttp.ts";
import { type ConformOptions, type ConformResult, runConform } from "./runConform.ts";

/** Examines a server. */
export async function conform(
  url: string,
  options: Partial<ConformOptions> = {},
): Promise<ConformResult & { readonly log: ConformOptions["log"] }> {
  const log = createEventLog({ now: systemClock.now });
  const result = await runConform({
    createConnection(revision) {
      const connectionId = revision;
      const record = createRecorder(log, connectionId);
      const http = {
        url,
        fetch,
        clock: systemClock,
        record,
        headers: [],
        newId: () => crypto.randomUUID(),
      };
      const client = createClient({
        openTransport: async () => createStreamableHttp(http),
        firstKind: "streamable-http",
        revision,
        clientInfo: { name: "test", version: "1" },
        capabilitiesText: capabilitiesText({ withheld: [] }),
        requestCapabilitiesText: () => requestCapabilitiesText({ withheld: [] }),
        clock: systemClock,
        record,
        limits: () => ({ timeoutMs: 5000, maximumMs: 10_000 }),
        maximumRounds: () => 2,
        probeMs: 5000,
        logLevel: () => undefined,
        memory: { recall: () => undefined, remember: () => {} },
        answerInput: () => undefined,
        onNotification: () => {},
        onLost: () => {},
      });
      const raw = { ...http, record: createRecorder(log, `${revision} raw`) };
      return { client, connectionId, http: () => raw };
    },
    log,
    clock: systemClock,
    allowsCalls: false,
    savedCalls: [],
    canSetOrigin: true,
    async firstMisfit(schema, text) {
      const verdict = validate(schema, text);
      return verdict.kind === "checked" ? verdict.problems[0]?.pointer : undefined;
    },
    timeoutMs: 5000,
    callTimeoutMs: 300,
    signal: new AbortController().signal,
    ...options,
  });
  return { ...result, log };
}

/** The scenarios that failed, with what they say. */
export const failuresOf = ({ verdicts }: ConformResult): readonly string[] =>
  verdicts.flatMap(({ scenario, revision, verdict }) =>
    verdict.outcome === "failed" ? `${scenario.id} ${revision}: ${verdict.sentence}` : [],
  );
