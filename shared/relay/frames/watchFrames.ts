/** What page and relay say to each other about watching a server: its files, or its port. */
import { asJsonObject, type JsonObject } from "../../core/jsonObject.ts";
import { isCount } from "./guards.ts";
import { isProcessId, type ProcessId } from "./processId.ts";

/** What is to be watched. */
export type WatchRequest =
  | {
      readonly kind: "files";
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /**
       * Files, directories and globs, from the directory of the command; where there are none the
       * relay finds out what the command's own files are.
       */
      readonly paths: readonly string[];
      /** Names and globs of what does not count, wherever it is below. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: "port"; readonly host: string; readonly port: number };

/** Why something is not watched. */
export const watchCodes = [
  /** This relay starts no commands, and so watches none. */
  "off",
  /** This page has as many watches as the relay allows. */
  "too-many-watches",
  /** More paths and ignored names than the relay takes for one watch. */
  "too-many-patterns",
  /** One of them has more characters than the relay takes. */
  "pattern-too-long",
  /** A glob with too many alternatives, nested too deeply, or too long together with the others. */
  "pattern-too-complex",
  /** A glob in a notation that the relay does not have, such as a negation. */
  "pattern-unsupported",
  /** There is no such file or directory. */
  "not-found",
  /** The root, a home or the like, or more files than the relay watches. */
  "too-much",
  /** The command has no files of its own. */
  "no-own-files",
  /** A port of another machine. */
  "not-local",
  /** The system refused. */
  "failed",
] as const;

export type WatchCode = (typeof watchCodes)[number];

/** From the page. */
export type WatchPageMessage =
  | { readonly kind: "watch"; readonly id: ProcessId; readonly wish: WatchRequest }
  | { readonly kind: "unwatch"; readonly id: ProcessId };

/** From the relay. */
export type WatchRelayMessage =
  | {
      readonly kind: "watching";
      readonly id: ProcessId;
      /** What `paths` are written from; empty for a port. */
      readonly directory: string;
      readonly paths: readonly string[];
      /** How many files that is. */
      readonly files: number;
    }
  | {
      readonly kind: "not-watched";
      readonly id: ProcessId;
      readonly code?: WatchCode;
      /** A sentence for people, without its full stop. */
      readonly reason: string;
    }
  | {
      readonly kind: "changed";
      readonly id: ProcessId;
      /** The first of them, written from the directory. */
      readonly paths: readonly string[];
      /** How many more there are. */
      readonly more: number;
    }
  /** Somebody listens again where for a while nobody did. */
  | { readonly kind: "port-is-back"; readonly id: ProcessId };

/** Reads what a page says about watching; undefined where it is nothing of the kind. */
export function readWatchPageMessage(fields: JsonObject): WatchPageMessage | undefined {
  const { kind, id } = fields;
  if (!isProcessId(id)) return undefined;
  if (kind === "unwatch") return { kind, id };
  const wish = kind === "watch" && watchRequestOf(asJsonObject(fields.wish) ?? {});
  return wish ? { kind: "watch", id, wish } : undefined;
}

/** Reads what a relay says about watching; undefined where it is nothing of the kind. */
export function readWatchRelayMessage(fields: JsonObject): WatchRelayMessage | undefined {
  const { kind, id, paths } = fields;
  if (!isProcessId(id)) return undefined;
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
  if (cwd !== undefined && typeof cwd !== "string") return undefined;
  if (!isTexts(paths) || !isTexts(ignored)) return undefined;
  return { kind, command, args, ...(cwd === undefined ? {} : { cwd }), paths, ignored };
}

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= 1000 &&
    value.every((text) => typeof text === "string" && !text.includes("\0"))
  );
}
