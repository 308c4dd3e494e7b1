/** What can be set for connections, and which of it is stored from visit to visit. */
import type { Header } from "../../../shared/core/headers.ts";
import type { Revision } from "../../../shared/mcp/revisions.ts";
import { defaultBodyBytes } from "../../../shared/transport/http/bodyLimit.ts";
import type { WithheldCapabilities } from "../requests/capabilities.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";

export interface Settings {
  /** Seconds without an answer or progress after which a request is given up; 0 for never. */
  readonly timeoutSeconds: number;
  /** Seconds after which a request is given up whatever progress it makes; 0 for never. */
  readonly maximumSeconds: number;
  readonly revision: Revision | "auto";
  /** How many rounds of input a server may ask for in one call. */
  readonly maximumRounds: number;
  /** Megabytes that are read of one answer, after decompression. */
  readonly largestAnswerMegabytes: number;
  /** The level of log messages that a modern server is asked for; none where undefined. */
  readonly logLevel: string | undefined;
  /** Sent with every HTTP request; in this tab's memory only. */
  readonly headers: readonly Header[];
  /** `NAME=value` lines for a command; in this tab's memory only. */
  readonly environment: readonly Header[];
  /** The directories and files that a server may work in, as `file:` URIs; none are declared where empty. */
  readonly roots: readonly string[];
  /** The capabilities that are not declared to a server although this client has them. */
  readonly withheld: WithheldCapabilities;
  /** A session to go on with instead of beginning one; in this tab's memory only. */
  readonly sessionId: string;
  /** The directory a command is started in; the relay's own where empty. */
  readonly directory: string;
  /** How requests get to a server over HTTP: from the browser, or from the relay. */
  readonly route: "direct" | "relay";
}

const key = "mcp-playground.settings";

const defaults: Settings = {
  timeoutSeconds: 60,
  maximumSeconds: 600,
  revision: "auto",
  maximumRounds: 10,
  largestAnswerMegabytes: defaultBodyBytes / 1_000_000,
  logLevel: undefined,
  headers: [],
  environment: [],
  roots: [],
  withheld: [],
  sessionId: "",
  directory: "",
  route: "direct",
};

/** The settings that were stored, else the defaults. */
export function readStoredSettings(storage: TextStorage): Settings {
  return { ...defaults, ...readKept(readJson(storage, key)) };
}

/** Stores the limits; everything else is for this tab's memory only. */
export function storeSettings(storage: TextStorage, settings: Settings): void {
  const { timeoutSeconds, maximumSeconds, maximumRounds, largestAnswerMegabytes } = settings;
  writeJson(storage, key, {
    timeoutSeconds,
    maximumSeconds,
    maximumRounds,
    largestAnswerMegabytes,
  });
}

function readKept(value: unknown): Partial<Settings> {
  if (typeof value !== "object" || value === null) return {};
  const { timeoutSeconds, maximumSeconds, maximumRounds, largestAnswerMegabytes } = value as Record<
    string,
    unknown
  >;
  return {
    ...(isSeconds(timeoutSeconds) ? { timeoutSeconds } : {}),
    ...(isSeconds(maximumSeconds) ? { maximumSeconds } : {}),
    ...(isSeconds(maximumRounds) ? { maximumRounds } : {}),
    ...(isSeconds(largestAnswerMegabytes) && largestAnswerMegabytes > 0
      ? { largestAnswerMegabytes }
      : {}),
  };
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
