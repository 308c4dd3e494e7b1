/** Checks a growing log in short slices of work and stores the findings. */
import { decodeText } from "../core/bytes.ts";
import { createListeners } from "../core/listeners.ts";
import { causeSection, readCause } from "../doctor/cause.ts";
import type { Entry, FindingEntry, MessageEntry } from "../log/entry.ts";
import type { EventLog } from "../log/eventLog.ts";
import { messageText } from "../log/messageText.ts";
import type { SchemaFinding as MessageFinding } from "../protocol/check/checkFinding.ts";
import { latest } from "../protocol/revisions.ts";
import { createAppChecks } from "./appChecks.ts";
import { createAppMessageChecks } from "./appMessageChecks.ts";
import { type CheckModule, checkText, type TextCheckJob } from "./checkText.ts";
import { createEventChecks } from "./eventChecks.ts";
import type { Finding } from "./finding.ts";
import { createFindings, type FindingsSnapshot } from "./findings.ts";
import { asNote, createFlowChecker, type FlowResult } from "./messageFlow.ts";
import { createSkillChecks } from "./skillChecks.ts";
import { specPageUrl } from "./specPages.ts";
import { type CheckOutput, createToolOutputs } from "./toolOutputs.ts";

/** Default size in bytes from which a body is not parsed on the main thread. */
export const largeBytes = 256 * 1024;

/** Default number of findings kept. */
const defaultLimit = 10_000;

export interface LintOptions {
  readonly log: EventLog;
  /** Loads the message schemas when the first message arrives; if it fails, only the flow is checked. */
  readonly loadCheck: () => Promise<CheckModule>;
  /** Size in bytes from which a body is large; {@link largeBytes} by default. */
  readonly largeBytes?: number;
  /**
   * Checks a large body elsewhere, for example in a worker. If it is missing or resolves to undefined,
   * the body only gets a note.
   */
  readonly checkLarge?: (
    job: Omit<TextCheckJob, "text">,
    carrier: MessageEntry["carrier"],
    bytes: Uint8Array,
  ) => Promise<readonly MessageFinding[] | undefined>;
  /** Checks results against output schemas; without it they are not checked. */
  readonly checkOutput?: CheckOutput;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds of work per slice. */
  readonly budgetMs: number;
  /** Yields to the event loop; awaited before the first slice of work and between slices. */
  readonly yieldToEventLoop: () => Promise<unknown>;
  /** Number of findings kept. */
  readonly limit?: number;
}

export interface Lint {
  /** The findings of an entry; the same array until there are more. */
  findingsOf(seq: number): readonly Finding[];
  snapshot(): FindingsSnapshot;
  /** Calls back after each slice of work that changed the findings; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Settles when every entry now in the log has been checked. */
  settled(): Promise<void>;
  /** Stops checking. */
  close(): void;
}

/** What the connection doctor found is in the log, so that recordings have it. */
function doctorFindings({ code, severity, about, evidence }: FindingEntry): readonly Finding[] {
  const cause = readCause(code, evidence);
  if (about === undefined || !cause) return [];
  return [{ ...cause, severity, seq: about, specUrl: causeSection(cause.code) }];
}

/** Creates a lint and starts checking the log. */
export function createLint(options: LintOptions): Lint {
  const { log, now, budgetMs, yieldToEventLoop, checkLarge } = options;
  const limit = options.largeBytes ?? largeBytes;
  let flow = createFlowChecker();
  const outputs = options.checkOutput && createToolOutputs(options.checkOutput);
  const apps = createAppChecks();
  const appMessages = createAppMessageChecks();
  const skills = createSkillChecks();
  const events = createEventChecks();
  const findings = createFindings(options.limit ?? defaultLimit);
  const listeners = createListeners();
  let check: CheckModule | undefined;
  let isLoaded = false;
  let isClosed = false;
  let array: readonly Entry[] = log.snapshot().entries;
  // below 0 if entries of an earlier page were inserted before the lint was loaded
  let nextSeq = array[0]?.seq ?? 0;
  let published = findings.snapshot();
  let work: Promise<void> | undefined;

  const next = (): Entry | undefined => {
    const { entries, length } = log.snapshot();
    if (entries !== array) {
      array = entries;
      findings.clear();
      const restored = entries[0]?.seq;
      // entries of an earlier page were inserted before those that are checked
      if (restored !== undefined && restored < nextSeq) {
        nextSeq = restored;
        flow = createFlowChecker();
      }
    }
    const first = entries[0]?.seq;
    if (first === undefined || length === 0) return undefined;
    if (first > nextSeq) {
      if (nextSeq > 0) flow.markGap();
      nextSeq = first;
    }
    const at = nextSeq - first;
    return at < length ? entries[at] : undefined;
  };

  const entryOf = (seq: number): Entry | undefined => {
    const first = array[0]?.seq;
    return first === undefined ? undefined : array[seq - first];
  };

  const bytesOf = async (entry: Entry): Promise<Uint8Array | undefined> => {
    const isRead =
      ["message", "frame", "app"].includes(entry.kind) ||
      (entry.kind === "http-request" && entry.service === "authorization");
    if (entry.size === 0 || !isRead) return undefined;
    // the entry no longer exists if the log was cleared in the meantime
    return log.read(entry.seq).catch(() => undefined);
  };

  const checkEntry = async (entry: Entry) => {
    const bytes = await bytesOf(entry);
    const isLarge = entry.size > limit;
    if (entry.kind === "app") {
      if (bytes && !isLarge) findings.add(await appMessages.check(entry, decodeText(bytes)));
      return;
    }
    if (entry.kind === "finding") return void findings.add(doctorFindings(entry));
    const result = flow.check(entry, isLarge ? undefined : bytes);
    // what a tap says in its own name is a mistake of neither the client nor the server
    if (entry.kind === "message" && entry.change?.action === "of-tap") return;
    findings.add(result.findings);
    if (entry.kind !== "message" || !bytes || result.isSuperfluous) return;
    if (!isLoaded) {
      isLoaded = true;
      check = await options.loadCheck().catch(() => undefined);
    }
    if (!isLarge) {
      const text = messageText(entry.carrier, bytes);
      findings.add(apps.check(entry, text, result, entryOf));
      findings.add(await skills.check(entry, text, result, entryOf));
      findings.add(events.check(entry, text, result));
      if (outputs) findings.add(await outputs.check(entry, text, result, entryOf));
    }
    if (!check) return;
    const job = jobOf(entry, result);
    const inMessage = !isLarge
      ? checkText(check, { ...job, text: messageText(entry.carrier, bytes) })
      : await checkLarge?.(job, entry.carrier, bytes);
    findings.add(
      inMessage
        ? inMessage
            .map((finding) => ({ ...finding, seq: entry.seq }))
            .map((finding) => (result.isRefusedProbe ? asNote(finding) : finding))
        : [notChecked(entry, job.revision, limit)],
    );
  };

  const publish = () => {
    const current = findings.snapshot();
    if (current === published) return;
    published = current;
    listeners.notify();
  };

  const run = async () => {
    await yieldToEventLoop();
    let until = now() + budgetMs;
    for (let entry = next(); entry && !isClosed; entry = next()) {
      if (now() >= until) {
        publish();
        await yieldToEventLoop();
        until = now() + budgetMs;
      }
      nextSeq = entry.seq + 1;
      // one entry that cannot be checked must not keep the others from it
      await checkEntry(entry).catch(() => findings.add([notChecked(entry, latest.modern)]));
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
    subscribe: listeners.subscribe,
    settled: async () => work,
    close() {
      isClosed = true;
      stop();
    },
  };
}

function jobOf({ direction }: MessageEntry, result: FlowResult): Omit<TextCheckJob, "text"> {
  const { revision, answers, isRefusal } = result;
  return {
    revision,
    isRefusal,
    direction: direction === "out" ? "client-to-server" : "server-to-client",
    answers: answers.map(
      (request) =>
        request && { method: request.method, mayBecomeTask: request.mayBecomeTask ?? false },
    ),
  };
}

/** @param limit of the size; undefined if the check itself failed */
function notChecked(
  { seq, size }: Pick<Entry, "seq" | "size">,
  revision: string,
  limit?: number,
): Finding {
  const evidence = { size, ...(limit !== undefined && { limit }) };
  return {
    code: "not-checked",
    severity: "note",
    seq,
    evidence,
    specUrl: specPageUrl(revision, "messages"),
  };
}
