/** Defines what the bridge needs from the page, and what it tells it. */
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { JsonRpcError, MessageHead } from "../protocol/jsonRpc.ts";
import type { AppFinding } from "./appFinding.ts";
import type { AppRequest } from "./appRequests.ts";
import type { AppPermission } from "./appResource.ts";
import type { HostContext } from "./hostContext.ts";
import type { AppPolicy } from "./policy.ts";
import type { SandboxReport } from "./sandboxReports.ts";

/** The answer to a request: JSON text of the result, so that numbers keep their digits, or an error. */
export type AppAnswer = { readonly resultText: string } | { readonly error: JsonRpcError };

export interface AppLimits {
  /** UTF-16 code units of one message. */
  readonly messageLength: number;
  readonly messagesPerSecond: number;
  /** Requests of the app that are answered at the same time. */
  readonly outstanding: number;
  /** Milliseconds that a request of the app to its server may take. */
  readonly callMs: number;
  /** UTF-16 code units of the server's answer to a request of the app. */
  readonly answerLength: number;
  /** Milliseconds from the document until `ui/initialize`, after which there is a finding. */
  readonly initializeMs: number;
  /** Milliseconds that a request to the app waits. */
  readonly requestMs: number;
  /** Milliseconds that an elicitation waits for a person at the app. */
  readonly elicitMs: number;
  readonly teardownMs: number;
  /** Reports of the sandbox page that are read. */
  readonly reports: number;
  /** Size changes that are followed within {@link sizeLoopMs}. */
  readonly sizeChanges: number;
  readonly sizeLoopMs: number;
}

export const defaultAppLimits: AppLimits = {
  messageLength: 10_000_000,
  messagesPerSecond: 1000,
  outstanding: 50,
  callMs: 30_000,
  answerLength: 10_000_000,
  initializeMs: 5000,
  requestMs: 30_000,
  elicitMs: 3_600_000,
  teardownMs: 2000,
  reports: 200,
  sizeChanges: 20,
  sizeLoopMs: 2000,
};

export interface AppBridgeOptions {
  readonly clock: Clock;
  /** Posts JSON text to the frame with the sandbox page. */
  readonly post: (text: string) => void;
  /**
   * Records a message, before it is interpreted or sent.
   * @param direction `in` from the app, `out` to it
   */
  readonly record: (direction: "in" | "out", text: string, heads: readonly MessageHead[]) => void;
  readonly hostInfo: { readonly name: string; readonly version: string; readonly title?: string };
  /** `McpUiHostCapabilities`: only what {@link answer} does; the bridge adds `sandbox`. */
  readonly hostCapabilities: JsonObject;
  readonly hostContext: HostContext;
  /** The tool that the app's own server lists under a name. */
  readonly toolOf: (name: string) => unknown;
  /**
   * Answers a request; the bridge has refused those that no page may answer.
   * @param signal aborted if the app cancels the request or is closed
   */
  readonly answer: (request: AppRequest, signal: AbortSignal) => Promise<AppAnswer>;
  readonly onEvent: (event: AppEvent) => void;
  readonly limits?: Partial<AppLimits>;
}

/** What happened in the app or in the conversation with it. */
export type AppEvent =
  | Exclude<SandboxReport, { readonly kind: "feature-blocked" | "too-large" }>
  | { readonly kind: "sandbox-ready" }
  | {
      readonly kind: "initialize";
      readonly app: { readonly name: string; readonly version: string; readonly title?: string };
      readonly capabilities: JsonObject;
      readonly protocolVersion: string;
    }
  | { readonly kind: "initialized" | "input-sent" | "result-sent" }
  /** In pixels. */
  | { readonly kind: "size"; readonly width?: number; readonly height?: number }
  | { readonly kind: "log"; readonly level: string; readonly text: string }
  | { readonly kind: "tools-changed" | "teardown-requested" }
  | { readonly kind: "finding"; readonly finding: AppFinding };

export interface AppBridge {
  /** Takes the data of a `message` event whose source is the frame and whose origin is the sandbox's. */
  receive(data: unknown): void;
  /** Loads the document once the sandbox page is ready. */
  load(document: {
    readonly html: string;
    /** Those that the user granted. */
    readonly permissions: readonly AppPermission[];
    readonly policy: AppPolicy;
  }): void;
  /** The call that the app shows, as JSON text; sent once the app is initialized, in the order of the calls. */
  sendPartialInput(argumentsText: string): void;
  /** Sends the arguments, once: later ones are ignored. */
  sendInput(argumentsText: string): void;
  sendResult(resultText: string): void;
  sendCancelled(reason: string): void;
  /** Sends the members that differ from what the app knows. */
  setHostContext(context: HostContext): void;
  notifyListChanged(list: "tools" | "resources" | "prompts"): void;
  /** Asks for the tools that the app registered. */
  listTools(): Promise<AppAnswer>;
  callTool(name: string, argumentsText: string): Promise<AppAnswer>;
  /**
   * Passes a server's elicitation on, by the draft SEP-3118.
   * @param paramsText as the server sent them
   * @returns the app's answer; an error if it is not initialized, or has not declared that it can
   */
  elicit(paramsText: string): Promise<AppAnswer>;
  /** Tells the app that it is about to be removed, waits for its answer, and closes. */
  teardown(reason: string): Promise<"answered" | "timeout" | "not-initialized">;
  /** Ignores everything from now on. */
  close(): void;
}
