/** The text frames about processes. */
import * as v from "valibot";
import { asJsonObject } from "../../core/json/jsonObject.ts";
import { count, readonlyList } from "../../core/json/members.ts";
import { processEndings } from "../../core/processEnding.ts";
import { startProblems } from "../../protocol/failures/startProblem.ts";
import { relayTime } from "./chunk.ts";
import { streamId } from "./streamId.ts";

/** Maximum bytes of output that a page can grant beyond what it has processed. */
export const outputWindow = 1_048_576;

/** Maximum bytes of standard input in flight without the relay's `accepted`. */
export const stdinWindow = 1_048_576;

/** The command of a process, which is started without a shell. */
const command = {
  command: v.pipe(v.string(), v.nonEmpty()),
  args: readonlyList(v.string()),
  cwd: v.exactOptional(v.string()),
  /** Added to the relay's minimal environment. Values are secrets. */
  env: v.exactOptional(v.custom<Readonly<Record<string, string>>>(isEnvironment)),
  /** The secrets in the command line: word (the program is 0), start and end in UTF-16 code units. */
  masked: v.exactOptional(readonlyList(v.pipe(v.strictTuple([count, count, count]), v.readonly()))),
};
const processCommand = v.pipe(v.object(command), v.readonly());

export type ProcessCommand = v.InferOutput<typeof processCommand>;

/** A secret in a word of a command line. */
export type MaskedRange = NonNullable<ProcessCommand["masked"]>[number];

/** Replaces a secret. */
const mask = "••••••••";

/** The program and its arguments with secrets masked, safe to show and store. */
export function shownWords({ command, args, masked = [] }: ProcessCommand): readonly string[] {
  return [command, ...args].map((word, place) => {
    const ranges = masked.filter(([at]) => at === place).sort(([, a], [, b]) => a - b);
    let [text, from] = ["", 0];
    for (const [, start, end] of ranges) {
      // ranges of a page may overlap
      if (end <= from) continue;
      text += word.slice(from, Math.max(from, start)) + (start < from ? "" : mask);
      from = end;
    }
    return text + word.slice(from);
  });
}

/**
 * From the page. `seen` is the byte of the output up to which the page has everything and needs
 * nothing again; `until` is the byte up to which the relay may send.
 */
export const processPageMessages = [
  /** Starts a process; when the session has one by this id, attaches to it from the beginning. */
  v.object({ kind: v.literal("start"), id: streamId, until: count, ...command }),
  v.object({ kind: v.literal("attach"), id: streamId, seen: count, until: count }),
  v.object({ kind: v.literal("credit"), id: streamId, seen: count, until: count }),
  /** Stops a process, or lets the relay forget one that has exited. */
  v.object({ kind: v.literal("stop"), id: streamId }),
  /** Ends a process without a signal, and counts what is left of it; then stops that, too. */
  v.object({ kind: v.literal("end"), id: streamId, how: v.picklist(processEndings) }),
] as const;

export type ProcessPageMessage = v.InferOutput<(typeof processPageMessages)[number]>;

/** From the relay. `accepted` counts the bytes of standard input that reached the pipe. */
export const processRelayMessages = [
  v.object({
    kind: v.literal("not-started"),
    id: streamId,
    problem: v.fallback(v.picklist(startProblems), "other"),
    /** A sentence without its full stop. */
    reason: v.string(),
  }),
  v.object({
    kind: v.literal("attached"),
    id: streamId,
    pid: count,
    accepted: count,
    /** Whether standard input stopped in the middle of a line. */
    midLine: v.boolean(),
  }),
  /** The relay has no such process, or no longer has it. */
  v.object({ kind: v.literal("unknown"), id: streamId }),
  /** Another page has attached to the process. */
  v.object({ kind: v.literal("taken"), id: streamId }),
  v.object({
    kind: v.literal("accepted"),
    id: streamId,
    accepted: count,
    /** When the last of these bytes were written to the pipe, in milliseconds of the relay's clock. */
    writtenAt: v.exactOptional(relayTime),
  }),
  v.object({ kind: v.literal("stdin-closed"), id: streamId }),
  /** Follows the last byte of output; `total` is how many there were. */
  v.object({
    kind: v.literal("exited"),
    id: streamId,
    code: v.nullable(v.number()),
    signal: v.nullable(v.string()),
    total: count,
    /** If the relay has stopped it: milliseconds without a byte from either side. */
    idleMs: v.exactOptional(count),
    /** After `end`: the processes that were left without a signal. */
    left: v.exactOptional(count),
  }),
] as const;

export type ProcessRelayMessage = v.InferOutput<(typeof processRelayMessages)[number]>;

/** Names and values without the characters that end them. `v.record` would drop `__proto__`. */
function isEnvironment(value: unknown): boolean {
  const variables = asJsonObject(value);
  if (!variables) return false;
  return Object.entries(variables).every(
    ([name, text]) => /^[^=\0]+$/.test(name) && typeof text === "string" && !text.includes("\0"),
  );
}
