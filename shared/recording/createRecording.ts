/** Builds a recording from a log, by an allow-list of fields and with its secrets masked. */
import type { Target } from "../config/target.ts";
import type { Entry, SecretSpan } from "../log/entry.ts";
import type { Snapshot } from "../log/eventLog.ts";
import { createEntryRecorder } from "./entries/recordEntry.ts";
import type { RecordedEntry } from "./entries/recordedEntry.ts";
import { maskRecording, maskTarget } from "./placeholders.ts";
import {
  type LeftOut,
  leftOutCodes,
  type RecordedConnection,
  type Recording,
  recordingFormat,
  type SharedServer,
} from "./recording.ts";
import { createRedactor, type Redactor, type SecretFinding } from "./redaction/redactor.ts";

/** The facts about a connection besides its entries. */
export interface ConnectionFacts extends Omit<RecordedConnection, "id" | "server"> {
  readonly target: Target;
}

export interface RecordingOptions {
  readonly snapshot: Snapshot;
  /** Reads the body of an entry: `EventLog.read`. */
  readonly read: (seq: number) => Promise<Uint8Array>;
  /** The connections to record by their id in the log, in the order in which they are listed. */
  readonly connections: ReadonlyMap<string, ConnectionFacts>;
  /** The server that opening the recording offers to connect to, and the selected item. */
  readonly head: Pick<Recording, "server" | "revision" | "selected">;
  /** Milliseconds since the epoch at time 0 of the log, to record the date. */
  readonly timeOrigin?: number;
  /** Secrets that the log does not mark: values of the environment, tokens, keys of model providers. */
  readonly knownSecrets?: readonly string[];
  readonly choices?: RecordingChoices;
  /** Awaited between slices of work. */
  readonly yieldToEventLoop?: () => Promise<void>;
}

/** The user's choices in the preview. */
interface RecordingChoices {
  /** The `seq` of the entries to include; all by default. */
  readonly include?: ReadonlySet<number>;
  /** Ranges to mask besides the secrets, by the `seq` of the entry. */
  readonly mask?: ReadonlyMap<number, readonly SecretSpan[]>;
  /** Values that look like secrets and are not masked. */
  readonly keep?: ReadonlySet<string>;
}

export interface CreatedRecording {
  readonly recording: Recording;
  /** Values that look like secrets; they are masked. */
  readonly findings: readonly SecretFinding[];
  /** The `seq` in the log of each recorded entry. */
  readonly seqs: readonly number[];
}

const entriesPerSlice = 200;

/** Builds the recording of a session. */
export async function createRecording(options: RecordingOptions): Promise<CreatedRecording> {
  const { connections, choices = {}, yieldToEventLoop = async () => {} } = options;
  const redactor = createRedactor(choices.keep);
  for (const secret of options.knownSecrets ?? []) redactor.addSecret(secret);
  for (const { target } of connections.values()) addTargetSecrets(redactor, target);

  const all = options.snapshot.entries.slice(0, options.snapshot.length).map(withMarks(choices));
  const included = all.filter(({ seq, connectionId }) => {
    const isOther = !connections.has(connectionId);
    const isLeftOut = choices.include && !choices.include.has(seq);
    if (isOther || isLeftOut) redactor.count(isOther ? "other-connections" : "entries");
    return !isOther && !isLeftOut;
  });
  const start = included[0]?.at ?? 0;
  const ids = new Map([...connections.keys()].map((id, index) => [id, String(index + 1)]));
  const recorder = createEntryRecorder({
    redactor,
    start,
    connectionOf: (id) => (ids.get(id) === "1" ? undefined : ids.get(id)),
  });
  // a secret may be shown before the entry that marks it, and in entries of other connections
  for (const [index, entry] of all.entries()) {
    if (index % entriesPerSlice === 0) await yieldToEventLoop();
    recorder.addSecrets(entry, await options.read(entry.seq));
  }
  const entries: RecordedEntry[] = [];
  for (const [index, entry] of included.entries()) {
    if (index % entriesPerSlice === 0) await yieldToEventLoop();
    entries.push(recorder.record(entry, await options.read(entry.seq)));
  }
  const head = redactStrings(
    maskRecording({ format: recordingFormat, ...options.head }).recording,
    redactor,
  );
  const recorded = [...connections].map(([id, facts]) =>
    recordConnection(ids.get(id) ?? "", facts, redactor),
  );
  const { timeOrigin } = options;
  const leftOut = leftOutOf(redactor);
  return {
    recording: {
      ...head,
      ...(timeOrigin === undefined ? {} : { startedAt: dateOf(timeOrigin + start) }),
      connections: recorded,
      entries,
      ...(leftOut.length > 0 ? { leftOut } : {}),
    },
    findings: redactor.findings(),
    seqs: included.map(({ seq }) => seq),
  };
}

/** Adds the ranges that the user masked to those of the entries. */
function withMarks({ mask }: RecordingChoices) {
  return (entry: Entry): Entry => {
    const marked = mask?.get(entry.seq);
    return marked ? { ...entry, secrets: [...entry.secrets, ...marked] } : entry;
  };
}

/** Adds the secrets of a server's address or command. */
export function addTargetSecrets(redactor: Redactor, target: Target): void {
  for (const { value } of maskTarget(target).maskedSecrets) redactor.addSecret(value);
  if (target.kind === "http") {
    if (target.userinfo) {
      redactor.addSecret(target.userinfo);
      redactor.addSecret(target.userinfo.slice(target.userinfo.indexOf(":") + 1));
    }
  } else for (const value of Object.values(target.env ?? {})) redactor.addSecret(value);
}

function recordConnection(
  id: string,
  { target, ...facts }: ConnectionFacts,
  redactor: Redactor,
): RecordedConnection {
  const { transport, revision, clientCapabilities, serverInfo, capabilities, instructions } = facts;
  const known = { transport, revision, clientCapabilities, serverInfo, capabilities, instructions };
  return {
    id,
    ...redactStrings({ server: sharedServer(target), ...known }, redactor),
  } as RecordedConnection;
}

/** A target as in a recording: without values of variables, userinfo, query and secrets. */
export function sharedServer(target: Target): SharedServer {
  const masked = maskTarget(target).target;
  if (masked.kind === "http") return { kind: "http", url: masked.url };
  const { command, args, cwd } = masked;
  const environmentNames = target.kind === "stdio" ? Object.keys(target.env ?? {}) : [];
  return {
    kind: "stdio",
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(environmentNames.length > 0 ? { environmentNames } : {}),
  };
}

/** Masks the secrets in every string; members that are undefined are left out. */
function redactStrings<T>(value: T, redactor: Redactor): T {
  const names = new Set(["format", "kind", "transport"]);
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    typeof member === "string" && !names.has(name) ? redactor.text(member).text : member,
  ) as T;
}

function leftOutOf(redactor: Redactor): LeftOut[] {
  const counts = redactor.leftOut();
  return leftOutCodes.flatMap((code) => {
    const count = counts.get(code) ?? 0;
    return count === 0 ? [] : [{ code, count }];
  });
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
