/** The parsed arguments of the commands of `mcp-playground`. */

import type { Target } from "../../../shared/config/target.ts";
import type { WithheldCapabilities } from "../../../shared/protocol/clientCapabilities.ts";
import type { ExportFormat } from "../../../shared/recording/export/exportFormats.ts";
import type { ReportFormat } from "../../../shared/report/reportFormats.ts";
import type { KnownClient } from "../../config/knownClients.ts";
import type { NamedServer } from "../../config/serverList.ts";
import type { Flags } from "../flags.ts";

export type Arguments =
  /** Text to print, such as the help. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start"; readonly server: NamedServer | undefined; readonly flags: Flags }
  | { readonly kind: "open"; readonly link: string; readonly flags: Flags }
  | CompletionArguments
  | RequestArguments
  | CheckArguments
  | ConformArguments
  | DoctorArguments
  | ServeArguments
  | ExportArguments
  | RunArguments
  | EvalArguments
  | ReplayArguments
  | TapArguments
  | TapInstallArguments
  /** Invalid arguments; `reason` says what is wrong and what may have been meant. */
  | { readonly kind: "invalid"; readonly reason: string };

/** A command, with the names of its options and whether each takes a value. */
export interface DescribedCommand {
  readonly name: string;
  readonly options: ReadonlyMap<string, boolean>;
}

export interface CompletionArguments {
  readonly kind: "complete-line";
  readonly shell: string;
  /** As far as it is typed, with the program's name. */
  readonly line: string;
  /** The offset of the cursor in it. */
  readonly point: number;
  readonly commands: readonly DescribedCommand[];
}

export interface ServerOptions {
  /** A revision by its name, or `auto`. */
  readonly revision: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly timeoutSeconds: number;
  /** Whether to sign in with the browser without asking. */
  readonly isSignInWanted: boolean;
  /** The file to record the messages to. */
  readonly recordPath: string | undefined;
  /** The client capabilities that are not declared; undefined for the usual ones of the command. */
  readonly withheld: WithheldCapabilities | undefined;
}

/** A server of configuration files. */
export interface ConfiguredTarget {
  readonly kind: "configured";
  /** Undefined for the only one. */
  readonly name: string | undefined;
  readonly files: readonly string[];
}

export type RequestTarget = Target | ConfiguredTarget;

export type RequestCommand = "list" | "call" | "read" | "prompt" | "complete" | "ping";

/** `raw` is the JSON as received, `json` is formatted. */
export type OutputFormat = "text" | "json" | "raw";

export interface RequestArguments extends ServerOptions {
  readonly kind: "request";
  readonly command: RequestCommand;
  readonly target: RequestTarget;
  /** The item and `name=value` words. */
  readonly words: readonly string[];
  /** JSON text of all arguments; `-` for standard input. */
  readonly argumentsText: string | undefined;
  readonly output: OutputFormat;
  /** The file of rules that answer the server's requests. */
  readonly answersPath: string | undefined;
  /** The file to write the content of the answer to. */
  readonly savePath: string | undefined;
}

/** The target of `check`: a server, or the file of a recording. */
export type CheckTarget =
  | RequestTarget
  | {
      readonly kind: "file";
      readonly path: string;
      /** Whether the server that the recording names may be started or contacted. */
      readonly startsServer: boolean;
    };

/** How a report is delivered. */
export interface ReportOptions {
  /** The format on standard output. */
  readonly output: ReportFormat | "text";
  readonly files: readonly { readonly format: ReportFormat; readonly path: string }[];
  /** The file of expected findings. */
  readonly baselinePath: string | undefined;
  /** Whether the file is written from what is found. */
  readonly updatesBaseline: boolean;
}

export interface CheckArguments extends ServerOptions {
  readonly kind: "check";
  readonly target: CheckTarget;
  readonly report: ReportOptions;
}

export interface ConformArguments extends ServerOptions {
  readonly kind: "conform";
  /** Undefined if the scenarios are only listed. */
  readonly target: RequestTarget | undefined;
  /** The ids of the scenarios to run; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** Whether tools are called that do not say that they only read. */
  readonly allowsCalls: boolean;
  /** The collection whose calls may be sent. */
  readonly callsPath: string | undefined;
  /** Whether the official suite runs as well. */
  readonly isOfficial: boolean;
  readonly report: ReportOptions;
}

export interface DoctorArguments extends ServerOptions {
  readonly kind: "doctor";
  readonly target: RequestTarget;
  readonly report: ReportOptions;
  /** The origin of the page that is to connect; undefined if CORS is not required. */
  readonly origin: string | undefined;
  readonly triesPaths: boolean;
  /** Seconds for which streams are watched. */
  readonly watchSeconds: number;
  /** The start of the name of the framework whose fix is printed. */
  readonly framework: string | undefined;
}

export interface ServeArguments {
  readonly kind: "serve";
  /** The file of the recording. */
  readonly path: string;
  /** The port for Streamable HTTP; 0 for any. Undefined for stdio. */
  readonly port: number | undefined;
  readonly mode: "strict" | "lenient";
}

export interface ExportArguments {
  readonly kind: "export";
  /** The file of the recording. */
  readonly path: string;
  readonly format: ExportFormat;
  /** The file to write; undefined for standard output. */
  readonly out: string | undefined;
}

export interface ReplayArguments extends ServerOptions {
  readonly kind: "replay";
  /** The file of the recording. */
  readonly path: string;
  readonly target: RequestTarget;
  readonly isJson: boolean;
  /** The file of rules for volatile values; the default rules if undefined. */
  readonly rulesPath: string | undefined;
  /** The numbers of the first and the last request, from 1. */
  readonly from: number;
  readonly to: number;
  /** Whether tools that may change something are called. */
  readonly isDestructiveAllowed: boolean;
}

export interface RunArguments extends ServerOptions {
  readonly kind: "run";
  /** The file of the collection. */
  readonly path: string;
  readonly target: RequestTarget;
  /** The environment of the collection; none if undefined. */
  readonly environmentName: string | undefined;
  /** Variables that override those of the collection. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly report: ReportOptions;
}

export interface TapArguments {
  readonly kind: "tap";
  /** The server that the client reaches through the tap. */
  readonly target: NamedServer;
  /** The port at which a tap of an HTTP server listens; 0 for any. */
  readonly port: number;
  readonly name: string | undefined;
  /** Whether a tap of an HTTP server passes cookies on. */
  readonly hasCookies: boolean;
}

/** A model of a provider, or the scripted one. */
export interface ModelName {
  readonly provider: "openai" | "anthropic" | "google" | "scripted";
  /** As the provider names it. */
  readonly model: string;
}

export interface EvalArguments extends ServerOptions {
  readonly kind: "eval";
  readonly path: string;
  /** Several may be named of configuration files; without names, those that the suite names. */
  readonly targets: readonly RequestTarget[];
  readonly models: readonly ModelName[];
  /** The provider's own if undefined. */
  readonly baseUrl: string | undefined;
  readonly repeat: number | undefined;
  readonly isDry: boolean;
  /** Tools that are called although they do not say that they only read. */
  readonly allowed: readonly string[] | "all";
  readonly budget: number | undefined;
  /** Judges answers; its judgement decides nothing. */
  readonly judge: ModelName | undefined;
  /** The file that calls are answered from. */
  readonly recordedPath: string | undefined;
  /** The file that answers for the models. */
  readonly frozenPath: string | undefined;
  /** Of a million tokens of requests and of replies. */
  readonly price:
    | { readonly inputPerMillion: number; readonly outputPerMillion: number }
    | undefined;
  readonly maxTokens: number;
  /** Seconds that are waited for one answer where a provider asks for it. */
  readonly waitSeconds: number;
  readonly report: ReportOptions;
  readonly jsonPath: string | undefined;
  readonly markdownPath: string | undefined;
}

/** Puts a tap into the configuration of a client, or takes it out. */
export interface TapInstallArguments {
  readonly kind: "tap-install";
  readonly client: KnownClient;
  /** The name of the server in the configuration. */
  readonly server: string;
  readonly isRemoval: boolean;
}
