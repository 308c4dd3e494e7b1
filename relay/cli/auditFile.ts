/** Appends to a file who started, contacted, shared and opened what; one JSON line each. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { maskTarget } from "../../shared/recording/maskTarget.ts";
import { shownWords } from "../../shared/relay/frames/processFrames.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import { digestName } from "../secrets.ts";

/** Lines that wait for a slow disk; later ones are lost, which is said. */
const maxWaiting = 10_000;

export interface AuditFile {
  readonly note: Audit;
  /** Writes what waits. */
  close(): Promise<void>;
}

/**
 * Opens the file, which only its owner can read; it is opened again for each write, so that it can be
 * moved away.
 * @param say prints a sentence when lines could not be written, and when they can be again
 * @throws {Error} with a reason for the user when it cannot be written at the start
 */
export async function openAuditFile(
  path: string,
  say: (sentence: string) => void,
  now: () => Date = () => new Date(),
): Promise<AuditFile> {
  await append(path, "");
  let waiting: string[] = [];
  let lost = 0;
  let isFailing = false;
  let writing: Promise<void> | undefined;

  const fail = (count: number, reason: string) => {
    lost += count;
    if (!isFailing) say(`The audit file ${path} cannot be written (${reason}): lines are lost.`);
    isFailing = true;
  };
  const write = async () => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        await append(path, lines.join(""));
        if (isFailing) say(`The audit file ${path} is written again; ${lost} lines are missing.`);
        isFailing = false;
        lost = 0;
      } catch (error) {
        fail(lines.length, errorMessage(error));
      }
    }
  };
  return {
    note(event) {
      if (waiting.length >= maxWaiting) return fail(1, "too many lines wait for the disk");
      waiting.push(`${lineOf({ at: now().toISOString(), ...factsOf(event) })}\n`);
      writing ??= write().finally(() => {
        writing = undefined;
      });
    },
    async close() {
      await writing;
    },
  };
}

/** A line of JSON in which nothing changes how a terminal or an editor shows it. */
function lineOf(facts: object): string {
  return JSON.stringify(facts).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) =>
    Array.from({ length: hidden.length }, (_, at) => {
      const code = hidden.charCodeAt(at).toString(16).padStart(4, "0");
      return `\\u${code}`;
    }).join(""),
  );
}

/** What is written of an event: a command with its secrets masked, and a digest that tells ids apart. */
function factsOf(event: AuditEvent): object {
  const { person, what } = event;
  const who = { ...(person === undefined ? {} : { person }), what };
  switch (event.what) {
    case "started": {
      // a page says which parts of the words are secrets: the program is none
      const [, ...args] = shownWords(event.command);
      const { command, cwd, env = {} } = event.command;
      const target = {
        kind: "stdio",
        command,
        args,
        ...(cwd === undefined ? {} : { cwd }),
      } as const;
      const { kind: _, ...masked } = maskTarget(target).target as typeof target;
      return { ...who, ...masked, variables: Object.keys(env) };
    }
    case "contacted":
      return { ...who, origin: event.origin };
    default:
      return { ...who, kind: event.kind, id: digestName(event.id).slice(0, 16) };
  }
}

/** @throws {Error} with a reason for the user */
async function append(path: string, text: string): Promise<void> {
  // a pipe without a reader must not keep the relay waiting
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
  let file: FileHandle | undefined;
  try {
    file = await open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY, 0o600);
    if (!(await file.stat()).isFile()) throw new Error("it is not a regular file");
    await file.chmod(0o600);
    await file.appendFile(text);
  } finally {
    await file?.close();
  }
}
