/** Connects to a server, lists everything it offers, and collects the findings. */
import { isAppUri, readAppTool } from "../../../shared/apps/appTool.ts";
import { lacksOptionalList } from "../../../shared/client/pages.ts";
import type { Target } from "../../../shared/config/target.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import { createLint } from "../../../shared/lint/lint.ts";
import { specPageUrl } from "../../../shared/lint/specPages.ts";
import { type EventLog, entryAt } from "../../../shared/log/eventLog.ts";
import { createMessagePairs } from "../../../shared/log/messagePairs.ts";
import type { WithheldCapabilities } from "../../../shared/protocol/clientCapabilities.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import type { JsonRpcError } from "../../../shared/protocol/jsonRpc.ts";
import type { Transport } from "../../../shared/transport/transport.ts";
import type { SignInOptions } from "../connection/commandAuthorizer.ts";
import { withServer } from "../connection/commandClient.ts";

export interface ServerCheck {
  readonly revision: string | undefined;
  readonly transport: Transport["kind"] | undefined;
  readonly server: { readonly name: string; readonly version: string } | undefined;
  /** The number of items of each list. */
  readonly counts: Readonly<Record<string, number>>;
  /** Failures to connect or to read a list. */
  readonly failures: readonly CheckFailure[];
  readonly findings: readonly (Finding & { readonly method: string | undefined })[];
  /** The messages that were examined. */
  readonly log: EventLog;
}

export interface CheckFailure {
  /** The method, or `connecting`. */
  readonly at: string;
  readonly failure?: Failure;
  /** The server's JSON-RPC error, if it sent one. */
  readonly error?: JsonRpcError;
  /** The HTTP status of the response, if there was one. */
  readonly status?: number;
}

interface CheckServerOptions {
  readonly target: Target;
  readonly revision: string;
  readonly headers: readonly Header[];
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  readonly withheld: WithheldCapabilities | undefined;
  readonly signIn: SignInOptions;
  /** The file to record the messages to. */
  readonly record: string | undefined;
}

const lists = [
  { method: "tools/list", member: "tools" },
  { method: "resources/list", member: "resources" },
  { method: "resources/templates/list", member: "resourceTemplates" },
  { method: "prompts/list", member: "prompts" },
];

/** Larger messages are not checked, to limit memory; there is no user interface to block. */
const maxCheckedBytes = 64 * 1024 * 1024;

/** Documents of apps that are read. */
const maxApps = 200;

/**
 * Checks a server without calling tools. Of its resources, only the documents of apps are read. Never
 * throws because of the server.
 */
export async function checkServer(options: CheckServerOptions): Promise<ServerCheck> {
  const failures: (CheckFailure & { readonly exchangeId?: string | undefined })[] = [];
  const missing: Finding[] = [];
  const counts: Record<string, number> = {};
  const apps = new Set<string>();
  const done = await withServer({ ...options, connectionId: "check" }, async (client) => {
    for (const { method, member } of lists) {
      if (!client.offers(method)) continue;
      const { items, ...end } = await client.list(method, member);
      counts[member] = items.length;
      for (const item of items) {
        const uri = member === "tools" ? readAppTool(item).resourceUri : getOwn(item, "uri");
        if (isAppUri(uri)) apps.add(uri);
      }
      if (end.kind === "complete") continue;
      const { outcome } = end;
      if (outcome.kind !== "error") {
        failures.push({ at: method, ...("failure" in outcome && { failure: outcome.failure }) });
      } else if (lacksOptionalList(method, outcome)) {
        missing.push(missingMethod(method, outcome.answer.entry.seq, client.agreement.revision));
      } else {
        const { code, message } = outcome.error;
        const { exchangeId } = outcome.answer.entry;
        failures.push({ at: method, error: { code, message }, exchangeId });
      }
    }
    for (const uri of [...apps].slice(0, maxApps)) {
      // an error is a finding about the app
      const initiator = { kind: "engine" } as const;
      await client.request("resources/read", JSON.stringify({ uri }), { initiator }).done;
    }
    return client;
  });
  const { log } = done;
  const connected = "result" in done ? done.result : undefined;
  /** The HTTP status of the last response, or of an exchange's response. */
  const statusOf = (exchangeId?: string): { readonly status?: number } => {
    const head = log
      .snapshot()
      .entries.findLast(
        (entry) =>
          entry.kind === "http-response" &&
          (exchangeId === undefined || entry.exchangeId === exchangeId),
      );
    return head?.kind === "http-response" ? { status: head.http.status } : {};
  };
  if ("failure" in done && done.failure) {
    failures.push({ at: "connecting", failure: done.failure });
  }
  return {
    revision: connected?.agreement.revision,
    transport: connected?.transport.kind,
    server: connected?.agreement.serverInfo,
    counts,
    failures: failures.map(({ exchangeId, ...failed }) => {
      if (failed.at === "connecting") return { ...failed, ...statusOf() };
      return exchangeId === undefined ? failed : { ...failed, ...statusOf(exchangeId) };
    }),
    findings: findingsWithMethods(log, [...(await checkLog(log)), ...missing]),
    log,
  };
}

/** Checks all messages of a log. */
export async function checkLog(log: EventLog): Promise<readonly Finding[]> {
  const lint = createLint({
    log,
    loadCheck: () => import("../../../shared/protocol/check/checkMessage.ts"),
    now: systemClock.now,
    budgetMs: 50,
    largeBytes: maxCheckedBytes,
    yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  });
  await lint.settled();
  lint.close();
  return [...lint.snapshot().bySeq.values()].flat();
}

/** Adds to each finding the method of the message that it is about. */
export function findingsWithMethods(
  log: EventLog,
  findings: readonly Finding[],
): ServerCheck["findings"] {
  const snapshot = log.snapshot();
  const messagePairs = createMessagePairs();
  messagePairs.update(snapshot);
  const methodOf = (seq: number) => {
    const entry = entryAt(snapshot, seq);
    const head = entry?.kind === "message" ? entry.heads[0] : undefined;
    return (head && "method" in head && head.method) || messagePairs.of(seq)?.method;
  };
  return findings.map((finding) => ({ ...finding, method: methodOf(finding.seq) }));
}

function missingMethod(method: string, seq: number, revision: string): Finding {
  return {
    code: "optional-method-missing",
    severity: "note",
    seq,
    evidence: { method },
    specUrl: specPageUrl(revision, "resource-templates"),
  };
}
