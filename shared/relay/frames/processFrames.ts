/** The text frames about processes. */

import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { readStartProblem, type StartProblem } from "../../protocol/failures/startProblem.ts";
import { isCount, isList, isOptionalText, isRelayTime, isText } from "./guards.ts";
import { isStreamId, type StreamId } from "./streamId.ts";

/** Maximum bytes of output that a page can grant beyond what it has processed. */
export const outputWindow = 1_048_576;

/** Maximum bytes of standard input in flight without the relay's `accepted`. */
export const stdinWindow = 1_048_576;

/** The command of a process, which is started without a shell. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Added to the relay's minimal environment. Values are secrets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The secrets in the command line. */
  readonly masked?: readonly MaskedRange[];
}

/** A secret in a word of a command line, in UTF-16 code units; the program is word 0. */
export type MaskedRange = readonly [word: number, start: number, end: number];

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
export type ProcessPageMessage =
  /** Starts a process; when the session has one by this id, attaches to it from the beginning. */
  | ({ readonly kind: "start"; readonly id: StreamId; readonly until: number } & ProcessCommand)
  | {
      readonly kind: "attach";
      readonly id: StreamId;
      readonly seen: number;
      readonly until: number;
    }
  | {
      readonly kind: "credit";
      readonly id: StreamId;
      readonly seen: number;
      readonly until: number;
    }
  /** Stops a process, or lets the relay forget one that has exited. */
  | { readonly kind: "stop"; readonly id: StreamId };

/** From the relay. `accepted` counts the bytes of standard input that reached the pipe. */
export type ProcessRelayMessage =
  | {
      readonly kind: "not-started";
      readonly id: StreamId;
      readonly problem: StartProblem;
      /** A sentence without its full stop. */
      readonly reason: string;
    }
  | {
      readonly kind: "attached";
      readonly id: StreamId;
      readonly pid: number;
      readonly accepted: number;
      /** Whether standard input stopped in the middle of a line. */
      readonly midLine: boolean;
    }
  /** The relay has no such process, or no longer has it. */
  | { readonly kind: "unknown"; readonly id: StreamId }
  /** Another page has attached to the process. */
  | { readonly kind: "taken"; readonly id: StreamId }
  | {
      readonly kind: "accepted";
      readonly id: StreamId;
      readonly accepted: number;
      /**
       * When the last of these bytes were written to the pipe, in milliseconds of the relay's
       * clock.
       */
      readonly writtenAt?: number;
    }
  /** The process closed its standard input. */
  | { readonly kind: "stdin-closed"; readonly id: StreamId }
  /** Follows the last byte of output; `total` is how many there were. */
  | {
      readonly kind: "exited";
      readonly id: StreamId;
      readonly code: number | null;
      readonly signal: string | null;
      readonly total: number;
      /** If the relay has stopped it: milliseconds without a byte from either side. */
      readonly idleMs?: number;
    };

/** Reads a page's message about a process; undefined if it is invalid or of another kind. */
export function readProcessPageMessage(fields: JsonObject): ProcessPageMessage | undefined {
  const { kind, id, seen, until } = fields;
  if (!isStreamId(id)) return undefined;
  switch (kind) {
    case "start": {
      const command = commandOf(fields);
      return command && isCount(until) ? { kind, id, until, ...command } : undefined;
    }
    case "attach":
    case "credit":
      return isCount(seen) && isCount(until) ? { kind, id, seen, until } : undefined;
    case "stop":
      return { kind, id };
    default:
      return undefined;
  }
}

/** Reads a relay's message about a process; undefined if it is invalid or of another kind. */
export function readProcessRelayMessage(fields: JsonObject): ProcessRelayMessage | undefined {
  const { kind, id, accepted } = fields;
  if (!isStreamId(id)) return undefined;
  switch (kind) {
    case "not-started": {
      const { reason } = fields;
      const problem = readStartProblem(fields.problem);
      return typeof reason === "string" ? { kind, id, problem, reason } : undefined;
    }
    case "attached": {
      const { pid, midLine } = fields;
      if (!isCount(pid) || !isCount(accepted) || typeof midLine !== "boolean") return undefined;
      return { kind, id, pid, accepted, midLine };
    }
    case "accepted": {
      const { writtenAt } = fields;
      if (!isCount(accepted)) return undefined;
      if (writtenAt === undefined) return { kind, id, accepted };
      return isRelayTime(writtenAt) ? { kind, id, accepted, writtenAt } : undefined;
    }
    case "exited": {
      const { code, signal, total } = fields;
      if (code !== null && typeof code !== "number") return undefined;
      if (signal !== null && typeof signal !== "string") return undefined;
      if (!isCount(total)) return undefined;
      const { idleMs } = fields;
      return { kind, id, code, signal, total, ...(isCount(idleMs) ? { idleMs } : {}) };
    }
    case "unknown":
    case "taken":
    case "stdin-closed":
      return { kind, id };
    default:
      return undefined;
  }
}

function commandOf({ command, args, cwd, env, masked }: JsonObject): ProcessCommand | undefined {
  if (typeof command !== "string" || command === "") return undefined;
  if (!isList(args, isText)) return undefined;
  if (!isOptionalText(cwd)) return undefined;
  if (masked !== undefined && !isList(masked, isMaskedRange)) return undefined;
  const variables = env === undefined ? undefined : asJsonObject(env);
  if (env !== undefined && !(variables && isEnvironment(variables))) return undefined;
  return {
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(variables === undefined ? {} : { env: variables as Record<string, string> }),
    ...(masked === undefined ? {} : { masked }),
  };
}

function isMaskedRange(value: unknown): value is MaskedRange {
  return Array.isArray(value) && value.length === 3 && value.every(isCount);
}

function isEnvironment(variables: JsonObject): boolean {
  return Object.entries(variables).every(
    ([name, value]) => /^[^=\0]+$/.test(name) && typeof value === "string" && !value.includes("\0"),
  );
}
