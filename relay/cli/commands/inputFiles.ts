/** Reads the files that a command line names. */
import { openAsBlob, readFileSync, statSync } from "node:fs";
import type { Collection } from "../../../shared/collections/collection.ts";
import { defaultRules, readRules } from "../../../shared/collections/compare/rules.ts";
import { readCollection } from "../../../shared/collections/readCollection.ts";
import { serverDocumentKind } from "../../../shared/config/documents/serverDocument.ts";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { collectionProblemText } from "../../../shared/messages/collectionText.ts";
import {
  type ReadSession,
  readSession,
  type SessionProblem,
} from "../../../shared/recording/readSession.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { CommandError } from "../exitCode.ts";
import { escapeForTerminal } from "../terminal.ts";

const reasons: Readonly<Record<SessionProblem, string>> = {
  "not-json": "It is not complete JSON.",
  "unknown-format": "It has another format.",
  "newer-format": "It was made by a newer version: update this program.",
  damaged: "A member is missing or invalid",
  "too-large": "It is larger than 256 MiB.",
  "too-many": "It contains too many messages.",
  "too-complex":
    "It is nested too deeply, or contains more values than a session of its size would.",
  "no-messages": "It contains no MCP messages.",
};

/** @throws CommandError if the file cannot be read */
export function readInputFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new CommandError(`The file ${path} cannot be read.`);
  }
}

/** Bytes of a server.json or a card; a larger file is another one. */
const maxDocumentBytes = 1024 * 1024;

/** Reads a server.json or a server card; undefined if the file is neither. */
export function readServerDocument(path: string) {
  try {
    if (statSync(path).size > maxDocumentBytes) return undefined;
  } catch {
    // the reader of recordings says so
    return undefined;
  }
  const document = parseJsonObject(readInputFile(path));
  const kind = document && serverDocumentKind(document);
  return document && kind && { document, kind };
}

/** @throws CommandError if the file is not a collection */
export function readCollectionFile(path: string): Collection {
  const read = readCollection(readInputFile(path));
  if (read.kind === "collection") return read.collection;
  const where = read.at === undefined ? "" : ` at ${read.at}.`;
  const problem = escapeForTerminal(collectionProblemText[read.problem] + where);
  throw new CommandError(`${path} is not a collection. ${problem}`);
}

/**
 * Reads the rules of a comparison, or takes the default ones.
 * @throws CommandError if a line is no rule
 */
export function readRulesFile(path: string | undefined): string {
  const text = path === undefined ? defaultRules : readInputFile(path);
  const [first] = readRules(text).problems;
  if (!first) return text;
  throw new CommandError(`${path}, line ${first.line} is not a rule: ${first.text}`);
}

/**
 * Reads a recording; a HAR or the history of the official inspector is read as one.
 * @throws CommandError if the file is none of them
 */
export async function readRecordingFile(path: string): Promise<Recording> {
  let read: ReadSession;
  try {
    read = await readSession(await openAsBlob(path));
  } catch {
    throw new CommandError(`The file ${path} cannot be read. If it is a command, put it after --.`);
  }
  if (read.kind === "recording") return read.recording;
  const at = read.at === undefined ? "" : ` at ${read.at}`;
  const where = read.problem === "damaged" ? `${at}.` : "";
  throw new CommandError(
    `${path} is not a recording of the playground. ${reasons[read.problem]}${where}`,
  );
}
