/** Examines a server without calling its tools, or the messages of a recording: the passive part of `conform`. */
import { isAppUri, readAppTool } from "../../../shared/apps/appTool.ts";
import type { Connected } from "../../../shared/client/connected.ts";
import { isOptionalListError } from "../../../shared/client/pages.ts";
import {
  type ExaminedLists,
  type ListName,
  readLists,
} from "../../../shared/conform/examinedLists.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import { specPageUrl } from "../../../shared/lint/specPages.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { restoreEntries } from "../../../shared/recording/entries/restoreEntries.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { withServer } from "../connection/commandClient.ts";
import { readSkills } from "../requests/readSkills.ts";
import { type FindingWithMethod, lintLog, withMethods } from "./lintLog.ts";

export interface ServerCheck {
  readonly revision: string | undefined;
  readonly transport: string | undefined;
  readonly server: { readonly name: string; readonly version: string } | undefined;
  /** As received; undefined without a connection. */
  readonly info?: JsonObject;
  readonly lists: ExaminedLists;
  /** Why it could not be connected to. */
  readonly failure?: { readonly failure: Failure; readonly status: number | undefined };
  readonly findings: readonly FindingWithMethod[];
  /** The messages that were examined. */
  readonly log: EventLog;
}

/** Documents of apps that are read. */
const maxApps = 200;

/**
 * Of its resources, only the documents of apps and each `SKILL.md` are read. Never throws because of
 * the server.
 * @param options.digests whether every file of a skill is read, and must have a digest
 */
export async function checkServer(
  options: Omit<Parameters<typeof withServer>[0], "connectionId"> & { readonly digests: boolean },
): Promise<ServerCheck> {
  const done = await withServer({ ...options, connectionId: "check" }, async (client, log) => {
    const lists = await readLists(client, log);
    await readApps(client, lists);
    await readSkills(client, lists.skills?.items ?? [], options.digests);
    return { client, lists };
  });
  const { log } = done;
  const found = await lintLog(log);
  const findings = options.digests ? found.map(requireDigests) : found;
  if (!("result" in done)) {
    const { failure } = done;
    const { entries } = log.snapshot();
    const head = entries.findLast((entry) => entry.kind === "http-response");
    const status = head?.kind === "http-response" ? head.http.status : undefined;
    return {
      ...{ revision: undefined, transport: undefined, server: undefined, lists: {}, log },
      ...(failure && { failure: { failure, status } }),
      findings: withMethods(log, findings),
    };
  }
  const { client, lists } = done.result;
  const { revision, serverInfo, receivedInfo } = client.agreement;
  const missing = Object.values(lists).flatMap(({ method, failed }) =>
    failed && isOptionalListError(method, failed.code)
      ? [missingMethod(method, failed.evidence.at(-1) ?? 0, revision)]
      : [],
  );
  return {
    revision,
    transport: client.transport.kind,
    server: serverInfo,
    info: receivedInfo ?? {},
    lists,
    findings: withMethods(log, [...findings, ...missing]),
    log,
  };
}

/** An error is a finding about the app. */
async function readApps(client: Connected, lists: ExaminedLists): Promise<void> {
  const uris = Object.entries(lists).flatMap(([name, { items }]) =>
    items.map((item) =>
      (name as ListName) === "tools" ? readAppTool(item).resourceUri : getOwn(item, "uri"),
    ),
  );
  const initiator = { kind: "engine" } as const;
  for (const uri of [...new Set(uris.filter(isAppUri))].slice(0, maxApps)) {
    await client.request("resources/read", JSON.stringify({ uri }), { initiator }).done;
  }
}

/** A skill that cannot be verified is a violation where that is asked for. */
const requireDigests = (finding: Finding): Finding =>
  finding.code === "skill-dynamic" ? { ...finding, severity: "violation" } : finding;

function missingMethod(method: string, seq: number, revision: string): Finding {
  return {
    code: "optional-method-missing",
    severity: "note",
    seq,
    evidence: { method },
    specUrl: specPageUrl(revision, "resource-templates"),
  };
}

/** Contacts no server. */
export async function checkRecording(recording: Recording): Promise<ServerCheck> {
  const log = createEventLog({ now: () => performance.now() });
  const first = recording.connections?.[0];
  let exchanges = 0;
  await restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => id ?? first?.id ?? "",
    newExchangeId: () => String(exchanges++),
  });
  const { name, version } = first?.serverInfo ?? {};
  return {
    revision: first?.revision,
    transport: first?.transport,
    server:
      typeof name === "string"
        ? { name, version: typeof version === "string" ? version : "" }
        : undefined,
    lists: {},
    findings: withMethods(log, await lintLog(log)),
    log,
  };
}
