/** The settings of connections, and which of them are persisted. */
import type { Target } from "../../../shared/config/target.ts";
import type { Header } from "../../../shared/core/headers.ts";
import { isJsonObject } from "../../../shared/core/jsonObject.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import {
  capabilityNames,
  type WithheldCapabilities,
} from "../../../shared/mcp/clientCapabilities.ts";
import type { Revision } from "../../../shared/mcp/revisions.ts";
import { defaultBodyBytes } from "../../../shared/transport/http/bodyLimit.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";

export interface Settings {
  /** Seconds without a response or progress until a request times out; 0 for never. */
  readonly timeoutSeconds: number;
  /** Seconds until a request times out regardless of progress; 0 for never. */
  readonly maximumSeconds: number;
  readonly revision: Revision | "auto";
  /** The most rounds of input that a server may request in one call. */
  readonly maximumRounds: number;
  /** The size limit of one response after decompression, in megabytes. */
  readonly largestAnswerMegabytes: number;
  /** The log level requested from a modern server; none if undefined. */
  readonly logLevel: string | undefined;
  /** Sent with every HTTP request; kept in memory only. */
  readonly headers: readonly Header[];
  /** `NAME=value` lines for a command; kept in memory only. */
  readonly environment: readonly Header[];
  /** The roots for a server, as `file:` URIs. */
  readonly roots: readonly string[];
  /** Capabilities of this client that are not declared to a server. */
  readonly withheld: WithheldCapabilities;
  /** The same for servers that have no settings yet. */
  readonly withheldAtFirst: WithheldCapabilities;
  /** A session to resume instead of starting a new one; kept in memory only. */
  readonly sessionId: string;
  /** The directory a command is started in; the relay's own if empty. */
  readonly directory: string;
  /** How requests reach an HTTP server: directly from the browser, or through the relay. */
  readonly route: "direct" | "relay";
}

/** The log level that is requested from a server if the user chose none: the demo shows all it logs. */
export function defaultLogLevel(target: Target): string | undefined {
  return target.kind === "http" && target.url === demoUrl ? "debug" : undefined;
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
  withheldAtFirst: [],
  sessionId: "",
  directory: "",
  route: "direct",
};

/** The persisted settings, or the defaults. */
export function readStoredSettings(storage: TextStorage): Settings {
  const kept = readStored(readJson(storage, key));
  return { ...defaults, ...kept, withheld: kept.withheldAtFirst ?? [] };
}

/** Persists the limits and the defaults of capabilities; all other settings stay in memory. */
export function storeSettings(storage: TextStorage, settings: Settings): void {
  const { timeoutSeconds, maximumSeconds, maximumRounds, largestAnswerMegabytes } = settings;
  const { withheldAtFirst } = settings;
  writeJson(storage, key, {
    timeoutSeconds,
    maximumSeconds,
    maximumRounds,
    largestAnswerMegabytes,
    withheldAtFirst,
  });
}

function readStored(value: unknown): Partial<Settings> {
  if (!isJsonObject(value)) return {};
  const { timeoutSeconds, maximumSeconds, maximumRounds, largestAnswerMegabytes } = value;
  const { withheldAtFirst } = value;
  return {
    ...(isSeconds(timeoutSeconds) ? { timeoutSeconds } : {}),
    ...(isSeconds(maximumSeconds) ? { maximumSeconds } : {}),
    ...(isSeconds(maximumRounds) ? { maximumRounds } : {}),
    ...(isSeconds(largestAnswerMegabytes) && largestAnswerMegabytes > 0
      ? { largestAnswerMegabytes }
      : {}),
    ...(Array.isArray(withheldAtFirst)
      ? { withheldAtFirst: capabilityNames.filter((name) => withheldAtFirst.includes(name)) }
      : {}),
  };
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
