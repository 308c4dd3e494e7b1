/** Looks over a log as it grows, a little at a time, and keeps what it finds. */
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { EventLog } from "../log/eventLog.ts";
import { messageText } from "../log/messageText.ts";
import type { Finding as MessageFinding } from "../mcp/check/checkFinding.ts";
import { type CheckJob, type CheckModule, checkText } from "./checkText.ts";
import type { Finding } from "./finding.ts";
import { createFindings, type FindingsSnapshot } from "./findings.ts";
import { asNote, createFlowLint, type Look } from "./flow.ts";
import { pageUrl } from "./pages.ts";

/** Bodies beyond this many bytes are not parsed where a person may be waiting, unless told otherwise. */
export const largeBytes = 256 * 1024;

/** How many findings are kept, unless told otherwise. */
const usualLimit = 10_000;

export interface LintOptions {
  readonly log: EventLog;
  /** Loads the message schemas, once something is there to check; without them the flow alone is judged. */
  readonly loadCheck: () => Promise<CheckModule>;
  /** Bodies beyond this many bytes are large; {@link largeBytes} unless told otherwise. */
  readonly largeBytes?: number;
  /**
   * Checks a large body somewhere else; where it is missing or gives undefined,
   * such a body only gets a note.
   */
  readonly checkLarge?: (
    job: Omit<CheckJob, "text">,
    carrier: MessageEntry["carrier"],
    bytes: Uint8Array,
  ) => Promise<readonly MessageFinding[] | undefined>;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds of work at a time. */
  readonly budgetMs: number;
  /** Lets everybody else go first; awaited before the first slice of work and between slices. */
  readonly pause: () => Promise<void>;
  /** How many findings are kept. */
  readonly limit?: number;
}

export interface Lint {
  /** What was found about an entry; the same array until there is more. */
  findingsOf(seq: number): readonly Finding[];
  snapshot(): FindingsSnapshot;
  /** Calls back after each slice of work that changed something; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Settles when every entry that is in the log now has been looked at. */
  settled(): Promise<void>;
  /** Stops looking. */
  close(): void;
}

/** Makes a lint and sets it to work. */
export function createLint(options: LintOptions): Lint {
  const { log, now, budgetMs, pause, checkLarge } = options;
  const limit = options.largeBytes ?? largeBytes;
  const flow = createFlowLint();
  const findings = createFindings(options.limit ?? usualLimit);
  const listeners = new Set<() => void>();
  let check: CheckModule | undefined;
  let isLoaded = false;
  let isClosed = false;
  let array: readonly Entry[] = log.snapshot().entries;
  let nextSeq = 0;
  let told = findings.snapshot();
  let work: Promise<void> | undefined;

  const next = (): Entry | undefined => {
    const { entries, length } = log.snapshot();
    if (entries !== array) {
      array = entries;
      findings.clear();
    }
    const first = entries[0]?.seq;
    if (first === undefined || length === 0) return undefined;
    if (first > nextSeq) {
      if (nextSeq > 0) flow.missed();
      nextSeq = first;
    }
    const at = nextSeq - first;
    return at < length ? entries[at] : undefined;
  };

  const bytesOf = async (entry: Entry): Promise<Uint8Array | undefined> => {
    if (entry.size === 0 || (entry.kind !== "message" && entry.kind !== "frame")) return undefined;
    // a log that was cleared meanwhile has no such entry any more
    return log.read(entry.seq).catch(() => undefined);
  };

  const lookAt = async (entry: Entry) => {
    const bytes = await bytesOf(entry);
    const isLarge = entry.size > limit;
    const look = flow.look(entry, isLarge ? undefined : bytes);
    findings.add(look.findings);
    if (entry.kind !== "message" || !bytes) return;
    if (!isLoaded) {
      isLoaded = true;
      check = await options.loadCheck().catch(() => undefined);
    }
    if (!check) return;
    const job = jobOf(entry, look);
    const inMessage = !isLarge
      ? checkText(check, { ...job, text: messageText(entry.carrier, bytes) })
      : await checkLarge?.(job, entry.carrier, bytes);
    findings.add(
      inMessage
        ? inMessage
            .map((finding) => ({ ...finding, seq: entry.seq }))
            .map((finding) => (look.isRefusedProbe ? asNote(finding) : finding))
        : [notChecked(entry, job.revision, limit)],
    );
  };

  const publish = () => {
    const current = findings.snapshot();
    if (current === told) return;
    told = current;
    for (const listener of listeners) listener();
  };

  const run = async () => {
    await pause();
    let until = now() + budgetMs;
    for (let entry = next(); entry && !isClosed; entry = next()) {
      if (now() >= until) {
        publish();
        await pause();
        until = now() + budgetMs;
      }
      nextSeq = entry.seq + 1;
      await lookAt(entry);
    }
    work = undefined;
    publish();
  };

  const wake = () => {
    work ??= run();
  };
  const stop = log.subscribe(wake);
  wake();

  return {
    findingsOf: findings.of,
    snapshot: findings.snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: async () => work,
    close() {
      isClosed = true;
      stop();
    },
  };
}

function jobOf({ direction }: MessageEntry, look: Look): Omit<CheckJob, "text"> {
  const { revision, answers, isRefusal } = look;
  return {
    revision,
    isRefusal,
    direction: direction === "out" ? "client-to-server" : "server-to-client",
    answers: answers.map(
      (asked) => asked && { method: asked.method, mayBecomeTask: asked.mayBecomeTask ?? false },
    ),
  };
}

function notChecked({ seq, size }: MessageEntry, revision: string, limit: number): Finding {
  return {
    code: "not-checked",
    severity: "note",
    seq,
    evidence: { size, limit },
    words: `A message of ${size.toLocaleString("en")} bytes is too big to be checked here; it was not looked into.`,
    specUrl: pageUrl(revision, "messages"),
  };
}
