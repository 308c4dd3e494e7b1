/** The settings of one server, and the values with which a new server starts. */
import { createStore } from "zustand/vanilla";
import type { Implementation } from "../../../shared/client/negotiation/agreement.ts";
import type { TraceSettings } from "../../../shared/client/traceContext.ts";
import type { Target } from "../../../shared/config/target.ts";
import { isJsonObject, type JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import {
  capabilityNames,
  type WithheldCapabilities,
} from "../../../shared/protocol/clientCapabilities.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { logLevels } from "../../../shared/protocol/logLevels.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { defaultBodyBytes } from "../../../shared/transport/http/bodyLimit.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import { type EditLoopSettings, usualSettings } from "../../watch/settings/editLoopSettings.ts";

/** Another client, from its profile. */
export interface AdoptedClient {
  readonly clientInfo: Implementation;
  readonly capabilities: JsonObject;
}

/** Everything that can be set for one server. */
export interface ServerSettings {
  /** Seconds without a response or progress until a request times out; 0 for never. */
  readonly timeoutSeconds: number;
  /** Seconds until a request times out regardless of progress; 0 for never. */
  readonly maximumSeconds: number;
  readonly revision: Revision | "auto";
  /** The most rounds of input that the server may request in one call. */
  readonly maximumRounds: number;
  /** The size limit of one response after decompression, in megabytes. */
  readonly largestAnswerMegabytes: number;
  /** The log level that the server is asked for; undefined leaves the choice to the server. */
  readonly logLevel: string | undefined;
  /** Sent with every HTTP request; kept in memory only. */
  readonly headers: readonly Header[];
  /** Variables of a command; their values are kept in memory only. */
  readonly environment: readonly Header[];
  /** The roots, as `file:` URIs. */
  readonly roots: readonly string[];
  /** Capabilities of this client that are not declared to the server. */
  readonly withheld: WithheldCapabilities;
  /** The client as which this one connects. */
  readonly actsAs: AdoptedClient | undefined;
  /** JSON text of extensions to declare, as typed. */
  readonly extensions: string;
  /** Whether the draft of events is switched on. */
  readonly hasEvents: boolean;
  /** Whether servers may have forms shown as apps, by a draft. */
  readonly hasAppElicitation: boolean;
  /** The trace context of each request. */
  readonly trace: TraceSettings;
  /** A session to resume instead of starting a new one; kept in memory only. */
  readonly sessionId: string;
  /** The directory a command is started in; the relay's own if empty. */
  readonly directory: string;
  /** How requests reach an HTTP server: directly from the browser, or through the relay. */
  readonly route: "direct" | "relay";
  readonly watch: EditLoopSettings;
  /** The tools whose results the user wants as content; those of others are shown as their app. */
  readonly toolsWithoutApp: readonly string[];
}

/** The settings that the user can choose for all new servers. */
type ServerDefaults = Pick<
  ServerSettings,
  | "timeoutSeconds"
  | "maximumSeconds"
  | "maximumRounds"
  | "largestAnswerMegabytes"
  | "logLevel"
  | "withheld"
>;

/** They hold for servers that are new from then on; a change affects no other server. */
export interface ServerDefaultsStore extends ReadableStore<ServerDefaults> {
  change(defaults: Partial<ServerDefaults>): void;
}

/** The log level that is requested from a server if the user chose none: the demo shows all it logs. */
export function defaultLogLevel(target: Target): string | undefined {
  return target.kind === "http" && target.url === demoUrl ? "debug" : undefined;
}

const key = "mcp-playground.settings";

const builtIn: ServerDefaults = {
  timeoutSeconds: 60,
  maximumSeconds: 600,
  maximumRounds: 10,
  largestAnswerMegabytes: defaultBodyBytes / 1_000_000,
  logLevel: undefined,
  withheld: [],
};

/** @param storage local storage */
export function createServerDefaults(storage: TextStorage): ServerDefaultsStore {
  const stored = readDefaults(readJson(storage, key));
  const store = createStore<ServerDefaults>(() => ({ ...builtIn, ...stored }));
  store.subscribe((defaults) => writeJson(storage, key, defaults));
  return { ...toReadable(store), change: (defaults) => store.setState(defaults) };
}

/** The settings of a server for which nothing was set. */
export function newSettings(defaults: ServerDefaults, route: ServerSettings["route"]) {
  const settings: ServerSettings = {
    ...defaults,
    revision: "auto",
    headers: [],
    environment: [],
    roots: [],
    actsAs: undefined,
    extensions: "",
    hasEvents: false,
    hasAppElicitation: false,
    trace: { parent: "", state: "" },
    sessionId: "",
    directory: "",
    route,
    watch: usualSettings,
    toolsWithoutApp: [],
  };
  return settings;
}

/** A command with the directory and the environment of its settings. */
export function withSettings(
  target: Target,
  { directory, environment }: Pick<ServerSettings, "directory" | "environment">,
): Target {
  if (target.kind === "http") return target;
  const given = environment.filter(([, value]) => value !== "");
  const env = { ...Object.fromEntries(given), ...target.env };
  return {
    ...target,
    ...(directory ? { cwd: directory } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
}

function readDefaults(value: unknown): Partial<ServerDefaults> {
  if (!isJsonObject(value)) return {};
  const { timeoutSeconds, maximumSeconds, maximumRounds, largestAnswerMegabytes } = value;
  const { withheld } = value;
  const logLevel = logLevels.find((level) => level === value.logLevel);
  return {
    ...(isLimit(timeoutSeconds) ? { timeoutSeconds } : {}),
    ...(isLimit(maximumSeconds) ? { maximumSeconds } : {}),
    ...(isLimit(maximumRounds) ? { maximumRounds } : {}),
    ...(isLimit(largestAnswerMegabytes) && largestAnswerMegabytes > 0
      ? { largestAnswerMegabytes }
      : {}),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(Array.isArray(withheld)
      ? { withheld: capabilityNames.filter((name) => withheld.includes(name)) }
      : {}),
  };
}

function isLimit(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
