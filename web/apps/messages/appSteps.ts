/** The steps from a result to an app that is seen, as far as it came: why it stays blank. */
import type { AppFinding } from "../../../shared/apps/appFinding.ts";
import { type AppPolicy, allowingLine, type BlockedRequest } from "../../../shared/apps/policy.ts";
import {
  type AppSpecSection,
  appMimeType,
  appSpecUrl,
} from "../../../shared/protocol/appExtension.ts";
import { failureText } from "../../messages/failureMessages.ts";
import { formatCount, formatMs, formatSize } from "../../messages/quantities.ts";
import type { State } from "../../ui/primitives/StateGlyph.tsx";
import type { AppMoment, AppState } from "../store/appState.ts";

export interface AppStep {
  readonly label: string;
  readonly state: State;
  readonly evidence: string;
  /** The section of the specification. */
  readonly href: string;
}

/** What both sides declared. */
export interface Declared {
  readonly byPage: boolean;
  readonly byServer: boolean;
}

export function appSteps(state: AppState, declared: Declared, uri: string): readonly AppStep[] {
  const { resource, policy, blocked, console, frame, isLate, moments } = state;
  const document = resource?.kind === "document" ? resource.document : undefined;
  const step = (
    label: string,
    section: AppSpecSection,
    [is, evidence]: readonly [State, string],
  ) => ({
    label,
    state: is,
    evidence,
    href: appSpecUrl(section),
  });
  const reached = (moment: AppMoment): readonly [State, string] => {
    const ms = moments[moment];
    if (ms !== undefined) return ["ok", formatMs(ms)];
    return frame && !isLate ? ["running", ""] : ["not-applicable", ""];
  };
  const enforced = blocked.filter(({ disposition }) => disposition === "enforce");
  return [
    step("Extension declared", "clientserver-capability-negotiation", declaredBy(declared)),
    step("Resource read", "resource-discovery", readResult(state, uri)),
    step("MIME type", "content-requirements", mimeType(state)),
    step(
      "Size",
      "content-requirements",
      document
        ? [document.bytes > largeBytes ? "warning" : "ok", formatSize(document.bytes)]
        : unusable(state),
    ),
    step("Policy applied", "host-behavior", [
      policy ? (policy.profile === "lax" ? "warning" : "ok") : "not-applicable",
      policy ? policyText(policy) : "",
    ]),
    step("Document loaded", "sandbox-proxy", reached("loaded")),
    step(
      "ui/initialize seen",
      "lifecycle",
      isLate && moments.initialize === undefined
        ? ["failed", "not within 5 s"]
        : reached("initialize"),
    ),
    step("Initialized", "lifecycle", reached("initialized")),
    step("Input sent", "mcp-apps-specific-messages", reached("input")),
    step("Result sent", "mcp-apps-specific-messages", reached("result")),
    step("First paint", "lifecycle", reached("painted")),
    step("Console", "transport-layer", [
      consoleState(state),
      (console.find(({ level }) => level === "error") ?? console[0])?.text ??
        (frame ? "no errors" : ""),
    ]),
    step("Blocked by policy", "4-content-security-policy-enforcement", [
      enforced.length > 0 ? blockedState(enforced) : frame ? "ok" : "not-applicable",
      enforced.length > 0 ? formatCount(enforced.length, "request") : frame ? "nothing" : "",
    ]),
  ];
}

/** What the app may contact. */
export function policyText({ profile, domains = {} }: AppPolicy): string {
  const declared = [...new Set(Object.values(domains).flat())];
  const contacted = declared.length > 0 ? `contacts ${declared.join(", ")}` : "contacts nothing";
  return profile === "lax" ? `lax, ${contacted}` : contacted;
}

/** Libraries try whether they may use `eval`, and go on without it. */
function blockedState(blocked: readonly BlockedRequest[]): State {
  return blocked.every(({ url }) => url === "eval") ? "warning" : "failed";
}

/** Documents that are larger take noticeably long. */
const largeBytes = 2_000_000;

const unknown = ["not-applicable", ""] as const;

/** What is wrong with the content itself, such as that there is none. */
function unusable({ resource }: AppState): readonly [State, string] {
  const isType = resource?.findings.at(-1)?.code === "app-mime-type";
  return resource && !isType ? ["failed", "not usable"] : unknown;
}

function declaredBy({ byPage, byServer }: Declared): readonly [State, string] {
  if (byPage && byServer) return ["ok", "by both"];
  if (byPage) return ["ok", "by this page"];
  return ["warning", "switched off in the connection options"];
}

function readResult({ read }: AppState, uri: string): readonly [State, string] {
  switch (read?.kind) {
    case undefined:
      return ["running", uri];
    case "read":
      return ["ok", `${formatMs(read.ms)} · ${uri}`];
    case "error":
      return ["failed", `${read.error.code} ${read.error.message}`];
    case "failed":
      return ["failed", failureText(read.failure).what];
    case "none":
      return ["failed", "the recording has no answer"];
  }
}

function mimeType({ resource }: AppState): readonly [State, string] {
  if (!resource) return unknown;
  if (resource.kind === "document") return ["ok", appMimeType];
  // the last finding is the reason; the findings state it in a sentence
  const reason = resource.findings.at(-1);
  return reason?.code === "app-mime-type"
    ? ["failed", `${reason.evidence.mimeType ?? "none"}`]
    : ["ok", appMimeType];
}

/** What was blocked, with what would allow it, once for each. */
export interface BlockedFix {
  readonly blocked: BlockedRequest;
  readonly count: number;
  /** The line of `_meta.ui.csp`. */
  readonly line: string | undefined;
}

export function blockedFixes(all: readonly BlockedRequest[]): readonly BlockedFix[] {
  const fixes = new Map<string, BlockedFix>();
  for (const blocked of all) {
    const key = `${blocked.disposition} ${blocked.directive} ${blocked.url}`;
    const count = (fixes.get(key)?.count ?? 0) + 1;
    fixes.set(key, { blocked, count, line: allowingLine(blocked) });
  }
  return [...fixes.values()];
}

/** Each finding once, with how often it was made; what was blocked is shown with its fix. */
export function distinctFindings({
  findings,
}: AppState): readonly { readonly finding: AppFinding; readonly count: number }[] {
  const others = findings.filter(({ code }) => code !== "app-blocked");
  const byText = Map.groupBy(others, ({ code, evidence }) => code + JSON.stringify(evidence));
  return [...byText.values()].flatMap(([finding, ...more]) =>
    finding ? [{ finding, count: more.length + 1 }] : [],
  );
}

function consoleState({ console, frame }: AppState): State {
  if (console.some(({ level }) => level === "error")) return "failed";
  if (console.length > 0) return "warning";
  return frame ? "ok" : "not-applicable";
}
