/** Format of a recorded session, for links, sealed recordings and files. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { RecordedEntry } from "./entries/recordedEntry.ts";

export const recordingFormat = "mcp-playground/1";

interface SharedHttpServer {
  readonly kind: "http";
  /** Without userinfo, query and fragment. */
  readonly url: string;
}

interface SharedStdioServer {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Names only; values are never shared. */
  readonly environmentNames?: readonly string[];
}

export type SharedServer = SharedHttpServer | SharedStdioServer;

/** The selected item, and the JSON text of its arguments. */
export interface SharedSelection {
  readonly kind: "tool" | "resource" | "template" | "prompt";
  /** The item's `name`, or `uri` (`uriTemplate`) for resources (templates). */
  readonly name: string;
  readonly argumentsText?: string;
}

/** One connection of the session, with its negotiated values. */
export interface RecordedConnection {
  /** Unique in the recording; entries refer to it. */
  readonly id: string;
  readonly server: SharedServer;
  readonly transport?: RecordedTransport;
  /** The negotiated protocol revision. */
  readonly revision?: string;
  readonly clientCapabilities?: JsonObject;
  readonly serverInfo?: JsonObject;
  readonly capabilities?: JsonObject;
  readonly instructions?: string;
}

type RecordedTransport = "streamable-http" | "http-sse" | "stdio";

/** Why a part of the session is not in its recording. */
export const leftOutCodes = [
  /** Entries that the user did not include. */
  "entries",
  /** Entries of connections that are not part of the recording. */
  "other-connections",
  /** Values of headers that may hold secrets. */
  "headers",
  /** Userinfo, query values and fragments of URLs. */
  "url-parts",
  "tokens",
  "session-ids",
  "request-states",
  "environment",
  /** Values that the user masked. */
  "marked",
  /** Values that look like secrets. */
  "secret-like",
  /** Bodies of OAuth requests and responses. */
  "authorization-bodies",
  /** Network addresses and certificates of servers. */
  "network-facts",
] as const;

export type LeftOutCode = (typeof leftOutCodes)[number];

export interface LeftOut {
  readonly code: LeftOutCode;
  readonly count: number;
}

/** A shared session; without `entries` it is the server and the selected item only. */
export interface Recording {
  readonly format: typeof recordingFormat;
  readonly server: SharedServer;
  /** The chosen protocol revision; absent for Auto. */
  readonly revision?: string;
  readonly selected?: SharedSelection;
  /** The time 0 of its entries, as an ISO 8601 date with time. */
  readonly startedAt?: string;
  readonly connections?: readonly RecordedConnection[];
  /** In the order of the log. */
  readonly entries?: readonly RecordedEntry[];
  readonly leftOut?: readonly LeftOut[];
}
