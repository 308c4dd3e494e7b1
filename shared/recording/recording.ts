/** Format of shared sessions, and the validating reader. */

import { isAssignment } from "../config/commandLine.ts";
import { isJsonObject } from "../core/jsonObject.ts";

export const recordingFormat = "mcp-playground/1";

export interface SharedHttpServer {
  readonly kind: "http";
  /** Without userinfo, query and fragment. */
  readonly url: string;
}

export interface SharedStdioServer {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Names only; values are never shared. */
  readonly environmentNames?: readonly string[];
}

/** The selected item, and the JSON text of its arguments. */
export interface SharedSelection {
  readonly kind: "tool" | "resource" | "template" | "prompt";
  /** The item's `name`, or `uri` (`uriTemplate`) for resources (templates). */
  readonly name: string;
  readonly argumentsText?: string;
}

export interface Recording {
  readonly format: typeof recordingFormat;
  readonly server: SharedHttpServer | SharedStdioServer;
  /** The chosen protocol revision; absent for Auto. */
  readonly revision?: string;
  readonly selected?: SharedSelection;
}

/** Maximum number of words of a command, directory and variable names included. */
const maximumWords = 500;

/** Maximum total length of those words, in UTF-16 units. */
const maximumCommandLength = 32_768;

/** Why a document is not a recording. */
export type RecordingProblem = "not-json" | "unknown-format" | "damaged";

export type ReadRecording =
  | { readonly kind: "recording"; readonly recording: Recording }
  | { readonly kind: "refused"; readonly problem: RecordingProblem };

/**
 * Reads a recording from JSON text; unknown members are dropped.
 * One invalid member refuses the whole document.
 */
export function readRecording(text: string): ReadRecording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "refused", problem: "not-json" };
  }
  if (!isJsonObject(value)) return { kind: "refused", problem: "damaged" };
  if (value.format !== recordingFormat) return { kind: "refused", problem: "unknown-format" };
  const server = readServer(value.server);
  const selected = readSelection(value.selected);
  const { revision } = value;
  if (!server || selected === false || !(revision === undefined || typeof revision === "string")) {
    return { kind: "refused", problem: "damaged" };
  }
  return {
    kind: "recording",
    recording: {
      format: recordingFormat,
      server,
      ...(revision === undefined ? {} : { revision }),
      ...(selected === undefined ? {} : { selected }),
    },
  };
}

function readServer(value: unknown): SharedHttpServer | SharedStdioServer | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.kind === "http") {
    if (typeof value.url !== "string" || !URL.canParse(value.url)) return undefined;
    const url = new URL(value.url);
    if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
    return { kind: "http", url: withoutSecrets(value.url) };
  }
  if (value.kind !== "stdio") return undefined;
  const { command, args, cwd, environmentNames } = value;
  if (typeof command !== "string" || command === "" || !isStrings(args)) return undefined;
  // a program named "NODE_OPTIONS=…" can only be meant to be mistaken for an assignment
  if (isAssignment(command)) return undefined;
  if (cwd !== undefined && typeof cwd !== "string") return undefined;
  if (environmentNames !== undefined && !isStrings(environmentNames)) return undefined;
  if (environmentNames?.some((name) => name === "" || name.includes("="))) return undefined;
  // a person must be able to read the command before agreeing to it; NUL cannot be passed to a process
  const words = [command, ...args, cwd ?? "", ...(environmentNames ?? [])];
  if (words.length > maximumWords || words.join("").length > maximumCommandLength) return undefined;
  if (words.some((word) => word.includes("\0"))) return undefined;
  return {
    kind: "stdio",
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(environmentNames === undefined ? {} : { environmentNames }),
  };
}

/** @returns undefined where nothing was selected, false where the selection is invalid */
function readSelection(value: unknown): SharedSelection | undefined | false {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) return false;
  const { kind, name, argumentsText } = value;
  if (kind !== "tool" && kind !== "resource" && kind !== "template" && kind !== "prompt") {
    return false;
  }
  if (typeof name !== "string") return false;
  if (argumentsText !== undefined && typeof argumentsText !== "string") return false;
  return { kind, name, ...(argumentsText === undefined ? {} : { argumentsText }) };
}

/** Removes userinfo, query and fragment of a URL, which may hold keys. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return url.href;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
