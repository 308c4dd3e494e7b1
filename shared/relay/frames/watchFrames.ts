/** The text frames about watching a server's files or port. */
import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { isCount, isList, isOptionalText, isText } from "./guards.ts";
import { isStreamId, type StreamId } from "./streamId.ts";

/** What to watch. */
export type WatchRequest =
  | {
      readonly kind: "files";
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /**
       * Files, directories and globs relative to the command's directory. If empty, the relay
       * determines the command's own files.
       */
      readonly paths: readonly string[];
      /** Names and globs to ignore, at any depth. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: "port"; readonly host: string; readonly port: number };

/** Why a watch was refused. */
const watchCodes = [
  /** This relay starts no commands, so it watches none. */
  "off",
  /** The page has as many watches as the relay allows. */
  "too-many-watches",
  /** More paths and ignored names than the relay accepts for one watch. */
  "too-many-patterns",
  /** One of them is too long. */
  "pattern-too-long",
  /** A glob has too many alternatives, is nested too deeply, or all globs together are too long. */
  "pattern-too-complex",
  /** A glob with unsupported syntax, such as a negation. */
  "pattern-unsupported",
  /** There is no such file or directory. */
  "not-found",
  /** A root or home directory, or more files than the relay watches. */
  "too-much",
  /** The command has no local files. */
  "no-own-files",
  /** A port of another machine. */
  "not-local",
  /** The system refused. */
  "failed",
] as const;

export type WatchCode = (typeof watchCodes)[number];

/** From the page. */
export type WatchPageMessage =
  | { readonly kind: "watch"; readonly id: StreamId; readonly request: WatchRequest }
  | { readonly kind: "unwatch"; readonly id: StreamId };

/** From the relay. */
export type WatchRelayMessage =
  | {
      readonly kind: "watching";
      readonly id: StreamId;
      /** The base of `paths`; empty for a port. */
      readonly directory: string;
      readonly paths: readonly string[];
      /** The number of watched files. */
      readonly files: number;
    }
  | {
      readonly kind: "not-watched";
      readonly id: StreamId;
      readonly code?: WatchCode;
      /** A sentence without full stop. */
      readonly reason: string;
    }
  | {
      readonly kind: "changed";
      readonly id: StreamId;
      /** The first changed paths, relative to the directory. */
      readonly paths: readonly string[];
      /** The number of further ones. */
      readonly more: number;
    }
  /** A server listens at the port again. */
  | { readonly kind: "port-is-back"; readonly id: StreamId };

/** Reads a page's message about watching; undefined if it is invalid or of another kind. */
export function readWatchPageMessage(fields: JsonObject): WatchPageMessage | undefined {
  const { kind, id } = fields;
  if (!isStreamId(id)) return undefined;
  if (kind === "unwatch") return { kind, id };
  const request = kind === "watch" && watchRequestOf(asJsonObject(fields.request) ?? {});
  return request ? { kind: "watch", id, request } : undefined;
}

/** Reads a relay's message about watching; undefined if it is invalid or of another kind. */
export function readWatchRelayMessage(fields: JsonObject): WatchRelayMessage | undefined {
  const { kind, id, paths } = fields;
  if (!isStreamId(id)) return undefined;
  switch (kind) {
    case "watching": {
      const { directory, files } = fields;
      if (typeof directory !== "string" || !isTexts(paths) || !isCount(files)) return undefined;
      return { kind, id, directory, paths, files };
    }
    case "not-watched": {
      const { reason } = fields;
      if (typeof reason !== "string") return undefined;
      const code = watchCodes.find((known) => known === fields.code);
      return { kind, id, ...(code ? { code } : {}), reason };
    }
    case "changed": {
      const { more } = fields;
      return isTexts(paths) && isCount(more) ? { kind, id, paths, more } : undefined;
    }
    case "port-is-back":
      return { kind, id };
    default:
      return undefined;
  }
}

function watchRequestOf(fields: JsonObject): WatchRequest | undefined {
  const { kind, command, args, cwd, paths, ignored, host, port } = fields;
  if (kind === "port") {
    const isPort = isCount(port) && port > 0 && port < 65_536;
    return typeof host === "string" && isPort ? { kind, host, port } : undefined;
  }
  if (kind !== "files" || typeof command !== "string" || !isTexts(args)) return undefined;
  if (!isOptionalText(cwd)) return undefined;
  if (!isTexts(paths) || !isTexts(ignored)) return undefined;
  return { kind, command, args, ...(cwd === undefined ? {} : { cwd }), paths, ignored };
}

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= 1000 &&
    isList(value, isText) &&
    !value.some((text) => text.includes("\0"))
  );
}
