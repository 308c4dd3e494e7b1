/** Converts the log of a tap to documents of a live session, with its secrets masked. */
import { statSync } from "node:fs";
import type { Target } from "../../../../shared/config/target.ts";
import { type ByteRange, bytesIn } from "../../../../shared/core/bytes.ts";
import { finish } from "../../../../shared/core/steps.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import { messageText } from "../../../../shared/log/messageText.ts";
import { stateNote } from "../../../../shared/log/notes/stateNote.ts";
import type { RecordDraft } from "../../../../shared/log/recorder.ts";
import { isSecretVariable } from "../../../../shared/log/secrets/secretNames.ts";
import { addTargetSecrets, sharedServer } from "../../../../shared/recording/createRecording.ts";
import { createEntryRecorder } from "../../../../shared/recording/entries/recordEntry.ts";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { inServer, redactServer } from "../../../../shared/recording/maskHead.ts";
import {
  type RecordedConnection,
  recordingFormat,
} from "../../../../shared/recording/recording.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";
import { isOfTap } from "../../../../shared/taps/faultSummary.ts";
import { createComparedStates } from "./comparedStates.ts";
import { createHandshake, type SessionFacts } from "./handshake.ts";

/** Adds an entry that happened at `at`, in milliseconds of its clock: since 1970 in a tap. */
export type AddEntry = (draft: RecordDraft, body: ByteRange | undefined, at: number) => Entry;

interface Documents {
  readonly record: AddEntry;
  /** Emits what was recorded since the last time. */
  flush(): void;
}

/** Bytes of a body where no other limit is given; larger ones are counted only. */
const usualBodyBytes = 2_000_000;
/** Characters of the entries of one document. */
const maxDocumentLength = 400_000;
/** Milliseconds in which a process may write the rest of a line of output. */
const restOfLineMs = 300;

interface DocumentsOptions {
  readonly target: Target;
  /** When the tap began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970 at time 0 of the entries' clock. */
  readonly timeOrigin: number;
  /** Undefined where the messages tell it. */
  readonly transport: RecordedConnection["transport"];
  /** The variables that the server inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Bytes of a body; larger ones are counted only. */
  readonly maxBodyBytes?: number | undefined;
  /** Further secrets that are known so far. */
  readonly secrets?: (() => readonly string[]) | undefined;
  readonly emit: (document: LiveDocument) => void;
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { target, startedAt, timeOrigin, transport, environment, secrets, emit } = options;
  const { maxBodyBytes = usualBodyBytes } = options;
  const redactor = createRedactor();
  const recorder = createEntryRecorder({
    redactor,
    start: startedAt - timeOrigin,
    connectionOf: () => undefined,
  });
  addTargetSecrets(redactor, target, false);
  for (const [name, value] of Object.entries(environment)) {
    if (value && isSecretVariable(name, value) && !isDirectory(value)) redactor.addSecret(value);
  }
  const handshake = createHandshake();
  const comparedStates = createComparedStates();
  let seq = 0;
  let pending: { readonly entry: Entry; readonly body: Uint8Array }[] = [];
  let session: SessionFacts | undefined = {};

  const headOf = (known: SessionFacts): LiveDocument["head"] => {
    const server = redactServer(sharedServer(target), redactor);
    return {
      format: recordingFormat,
      server,
      startedAt: new Date(startedAt).toISOString(),
      connections: [
        {
          id: "1",
          server,
          ...redactor.json(known, inServer),
          ...(transport ? { transport } : {}),
        },
      ],
    };
  };

  /** Whether a secret may continue in output that has not come yet. */
  const isUnfinished = () => {
    const last = pending.at(-1);
    if (last?.entry.kind !== "stderr" || last.body.at(-1) === 0x0a) return false;
    return performance.timeOrigin + performance.now() - timeOrigin - last.entry.at < restOfLineMs;
  };

  const record: AddEntry = (draft, body = new Uint8Array(0), at) => {
    const entry = {
      ...draft,
      ...(draft.kind === "message" && isOfTap(draft.change) && { initiator: { kind: "tap" } }),
      connectionId: "",
      seq: seq++,
      at,
      size: body.byteLength,
      secrets: draft.secrets ?? [],
    } as Entry;
    pending.push({ entry, body: bytesIn(body) });
    if (entry.kind === "message" && entry.size <= maxBodyBytes) {
      const text = messageText(entry.carrier, bytesIn(body));
      session = handshake(entry, text) ?? session;
      const compared = comparedStates(entry, text);
      if (compared) record(stateNote(entry.seq, compared), undefined, at);
    }
    return entry;
  };

  return {
    record,
    flush() {
      if (isUnfinished()) return;
      const [taken, known] = [pending, session];
      pending = [];
      session = undefined;
      for (const secret of secrets?.() ?? []) redactor.addSecret(secret);
      const kept = taken.filter(({ entry }) => entry.size <= maxBodyBytes);
      for (const { entry, body } of kept) finish(recorder.addSecrets(entry, body));
      let skipped = taken.length - kept.length;
      let entries: RecordedEntry[] = [];
      let length = 0;
      let head = known && headOf(known);
      const emitPart = () => {
        if (!head && entries.length === 0 && skipped === 0) return;
        emit({ ...(head ? { head } : {}), entries, ...(skipped > 0 ? { skipped } : {}) });
        [head, entries, length, skipped] = [undefined, [], 0, 0];
      };
      for (const { entry, body } of kept) {
        entries.push(finish(recorder.record(entry, body)));
        length += 200 + body.byteLength;
        if (length > maxDocumentLength) emitPart();
      }
      emitPart();
    },
  };
}

/** Whether a value is the path of a directory, which is no secret whatever the variable is called. */
function isDirectory(value: string): boolean {
  try {
    return statSync(value).isDirectory();
  } catch {
    return false;
  }
}
