/** The state of an app beside the result of a call: how far it came, and what it did. */
import type { AppFinding } from "../../../shared/apps/appFinding.ts";
import type { AppResource } from "../../../shared/apps/appResource.ts";
import type { AppEvent } from "../../../shared/apps/bridgeTypes.ts";
import type { DeclaredDomains } from "../../../shared/apps/declaredDomains.ts";
import type { AppPolicy, BlockedRequest, PolicyProfile } from "../../../shared/apps/policy.ts";
import type { SandboxPlace } from "../../../shared/apps/sandbox.ts";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { AppModelContext } from "./appAnswers.ts";
import type { HostChoices } from "./hostChoices.ts";
import type { ResourceRead } from "./readUiResource.ts";

/** When a step was reached, in milliseconds since the document was handed over. */
export type AppMoment = "loaded" | "initialize" | "initialized" | "input" | "result" | "painted";

/** A frame that the page shows. */
export interface AppFrame {
  /** Another one each time that the app is loaded. */
  readonly generation: number;
  readonly place: SandboxPlace;
  /** The `allow` attribute. */
  readonly allow: string;
}

export interface ConsoleLine {
  readonly level: "error" | "warn";
  readonly text: string;
}

export interface AppState {
  readonly read: ResourceRead | undefined;
  readonly resource: AppResource | undefined;
  readonly policy: AppPolicy | undefined;
  readonly frame: AppFrame | undefined;
  readonly moments: Readonly<Partial<Record<AppMoment, number>>>;
  /** Whether it did not send `ui/initialize` in time. */
  readonly isLate: boolean;
  /** What it said about itself. */
  readonly app:
    | {
        readonly name: string;
        readonly version: string;
        /** Whether it registers tools. */
        readonly hasTools: boolean;
        /** Whether it may be shown in full screen. */
        readonly isFullScreenAllowed: boolean;
      }
    | undefined;
  /** Uncaught errors too. */
  readonly console: readonly ConsoleLine[];
  readonly blocked: readonly BlockedRequest[];
  readonly findings: readonly AppFinding[];
  /** Height of its content in pixels, as it reports it. */
  readonly height: number | undefined;
  /** Tools that it registered, as items of the explorer. */
  readonly tools: readonly Item[];
  /** The content of its messages to the chat. */
  readonly messages: readonly (readonly unknown[])[];
  /** What it told the model last. */
  readonly modelContext: AppModelContext | undefined;
  /** It asked to be closed, left its document, or took the focus while the user typed. */
  readonly ended: "asked" | "navigated" | "focus" | undefined;
  readonly profile: PolicyProfile;
  /** Domains that the user tries, beside those that the server declares. */
  readonly tried: DeclaredDomains;
  /** What the app is told of the host. */
  readonly choices: HostChoices;
}

/** The members that begin anew with each load. */
export const started = {
  frame: undefined,
  moments: {},
  isLate: false,
  app: undefined,
  console: [],
  blocked: [],
  findings: [],
  height: undefined,
  tools: [],
  ended: undefined,
} as const;

/** What an app says about itself. */
export function describeApp({ app, capabilities }: Extract<AppEvent, { kind: "initialize" }>) {
  const { tools, availableDisplayModes: modes } = capabilities;
  return {
    ...app,
    hasTools: isJsonObject(tools),
    isFullScreenAllowed: !Array.isArray(modes) || modes.includes("fullscreen"),
  };
}

/** Entries that are kept of what an app can repeat without end. */
const keptEntries = 50;

/** The first errors are the causes of later ones. */
export function first<T>(entries: readonly T[]): readonly T[] {
  return entries.slice(0, keptEntries);
}

export function last<T>(entries: readonly T[]): readonly T[] {
  return entries.slice(-keptEntries);
}
