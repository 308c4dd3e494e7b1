/** Builds a recording from a log, by an allow-list of fields and with its secrets masked. */
import type { Target } from "../config/target.ts";
import type { JsonObject } from "../core/json/jsonObject.ts";
import { finishInSlices, type PauseIfDue } from "../core/steps.ts";
import type { Snapshot } from "../log/eventLog.ts";
import { createEntryRecorder } from "./entries/recordEntry.ts";
import type { RecordedEntry } from "./entries/recordedEntry.ts";
import { inServer, redactHead, redactServer } from "./maskHead.ts";
import { maskTarget } from "./maskTarget.ts";
import {
  type LeftOut,
  leftOutCodes,
  type RecordedConnection,
  type Recording,
  type SharedServer,
} from "./recording.ts";
import {
  createRedactor,
  type MaskedItem,
  type Redactor,
  type SecretFinding,
  type TextPlace,
} from "./redaction/redactor.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

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
  /** Conversations with models to include. */
  readonly conversations?: readonly JsonObject[];
  /** Milliseconds since the epoch at time 0 of the log, to record the date. */
  readonly timeOrigin?: number;
  /** Secrets that the log does not mark: values of the environment, tokens, keys of model providers. */
  readonly knownSecrets?: readonly string[];
  readonly choices?: RecordingChoices;
  /** Called between steps of work, each of a few milliseconds. */
  readonly pauseIfDue?: PauseIfDue;
}

/** The user's choices in the preview. */
interface RecordingChoices {
  /** The `seq` of the entries to include; all by default. */
  readonly include?: ReadonlySet<number>;
  /** Texts to mask besides the secrets, wherever they occur. */
  readonly chosen?: readonly string[];
  /** Whether values that only look like secrets stay as they are. */
  readonly keepsDetected?: boolean;
}

export interface CreatedRecording {
  readonly recording: Recording;
  /** Values that look like secrets; they are masked unless the user keeps them. */
  readonly findings: readonly SecretFinding[];
  /** What was masked, without values. */
  readonly masked: readonly MaskedItem[];
  /** The `seq` in the log of each recorded entry. */
  readonly seqs: readonly number[];
}

const inConversation: TextPlace = { place: "conversation" };

/** Builds the recording of a session. */
export async function createRecording(options: RecordingOptions): Promise<CreatedRecording> {
  const { connections, choices = {}, pauseIfDue } = options;
  const { keepsDetected = false } = choices;
  const redactor = createRedactor({ keepsDetected });
  for (const secret of options.knownSecrets ?? []) redactor.addSecret(secret);
  for (const text of choices.chosen ?? []) redactor.addChosen(text);
  for (const { target } of connections.values()) addTargetSecrets(redactor, target, keepsDetected);

  const all = options.snapshot.entries.slice(0, options.snapshot.length);
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
  for (const entry of all) {
    const steps = recorder.addSecrets(entry, await options.read(entry.seq));
    await finishInSlices(steps, pauseIfDue);
  }
  const entries: RecordedEntry[] = [];
  const isCut = all.some(
    ({ seq, connectionId }) => connections.has(connectionId) && choices.include?.has(seq) === false,
  );
  for (const entry of included) {
    const steps = recorder.record(entry, await options.read(entry.seq));
    const recorded = await finishInSlices(steps, pauseIfDue);
    if (isCut && recorded.kind === "connection") {
      // what has no answer in a part of a log may have had one
      const { byClient: _, ...known } = recorded;
      entries.push(known);
    } else entries.push(recorded);
  }
  const head = redactHead(options.head, redactor, keepsDetected);
  const recorded = [...connections].map(([id, facts]) =>
    recordConnection(ids.get(id) ?? "", facts, redactor, keepsDetected),
  );
  const { timeOrigin, conversations = [] } = options;
  const said = conversations.map((one) => redactor.json(one, inConversation));
  const leftOut = leftOutOf(redactor);
  return {
    recording: {
      ...head,
      ...(timeOrigin === undefined ? {} : { startedAt: dateOf(timeOrigin + start) }),
      connections: recorded,
      entries,
      ...(said.length > 0 ? { conversations: said } : {}),
      ...(leftOut.length > 0 ? { leftOut } : {}),
    },
    findings: redactor.findings(),
    masked: redactor.masked(),
    seqs: included.map(({ seq }) => seq),
  };
}

/** Adds the secrets of a server's address or command. */
export function addTargetSecrets(redactor: Redactor, target: Target, keepsDetected: boolean): void {
  if (!keepsDetected) {
    for (const { value } of maskTarget(target).maskedSecrets) redactor.addSecret(value);
  }
  if (target.kind === "http") {
    if (target.userinfo) {
      redactor.addSecret(target.userinfo);
      redactor.addSecret(target.userinfo.slice(target.userinfo.indexOf(":") + 1));
    }
  } else for (const value of Object.values(target.env ?? {})) redactor.addSecret(value);
}

function recordConnection(
  id: string,
  { target, transport, ...facts }: ConnectionFacts,
  redactor: Redactor,
  keepsDetected: boolean,
): RecordedConnection {
  const { revision, clientCapabilities, serverInfo, capabilities, instructions } = facts;
  const known = { revision, clientCapabilities, serverInfo, capabilities, instructions };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return {
    id,
    server: redactServer(sharedServer(target, keepsDetected), redactor),
    ...(transport === undefined ? {} : { transport }),
    ...Object.fromEntries(given.map(([name, value]) => [name, redactor.json(value, inServer)])),
  };
}

/**
 * A target as in a recording: without values of variables, userinfo and query.
 * @param keepsDetected whether values that look like secrets stay; they become placeholders otherwise
 */
export function sharedServer(target: Target, keepsDetected = false): SharedServer {
  const { target: masked } = keepsDetected ? { target } : maskTarget(target);
  if (masked.kind === "http") return { kind: "http", url: withoutSecrets(masked.url) };
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
