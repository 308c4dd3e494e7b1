/** The text frames about watching a server's files or port. */
import * as v from "valibot";
import { count, readonlyList } from "../../core/json/members.ts";
import { streamId } from "./streamId.ts";

const texts = v.pipe(readonlyList(v.pipe(v.string(), v.excludes("\0"))), v.maxLength(1000));

const watchRequest = v.variant("kind", [
  v.object({
    kind: v.literal("files"),
    command: v.string(),
    args: texts,
    cwd: v.exactOptional(v.string()),
    /**
     * Files, directories and globs relative to the command's directory. If empty, the relay
     * determines the command's own files.
     */
    paths: texts,
    /** Names and globs to ignore, at any depth. */
    ignored: texts,
  }),
  v.object({
    kind: v.literal("port"),
    host: v.string(),
    port: v.pipe(count, v.minValue(1), v.maxValue(65_535)),
    /** Whether the page knows the message `port-is-gone`. */
    reportsGone: v.exactOptional(v.boolean()),
  }),
]);

export type WatchRequest = v.InferOutput<typeof watchRequest>;

/** Why a watch was refused. */
const watchCodes = [
  /** This relay starts no commands, so it watches none. */
  "off",
  /** The page has as many watches as the relay allows. */
  "too-many-watches",
  /** More paths and ignored names than the relay accepts for one watch. */
  "too-many-patterns",
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

export const watchPageMessages = [
  v.object({ kind: v.literal("watch"), id: streamId, request: watchRequest }),
  v.object({ kind: v.literal("unwatch"), id: streamId }),
] as const;

export const watchRelayMessages = [
  v.object({
    kind: v.literal("watching"),
    id: streamId,
    /** The base of `paths`; empty for a port. */
    directory: v.string(),
    paths: texts,
    files: count,
  }),
  v.object({
    kind: v.literal("not-watched"),
    id: streamId,
    code: v.exactOptional(v.fallback(v.picklist(watchCodes), "failed")),
    /** A sentence without full stop. */
    reason: v.string(),
  }),
  v.object({
    kind: v.literal("changed"),
    id: streamId,
    /** The first changed paths, relative to the directory. */
    paths: texts,
    /** The number of further ones. */
    more: count,
  }),
  /** Nothing listens at the port any more; sent only if the page asked for it. */
  v.object({ kind: v.literal("port-is-gone"), id: streamId }),
  /** A server listens at the port again. */
  v.object({ kind: v.literal("port-is-back"), id: streamId }),
] as const;
