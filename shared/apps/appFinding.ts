/** Defines the findings about apps: a stable code, how serious it is, and the evidence. */

import { cutFacts, type Every } from "../core/facts.ts";
import { type AppSpecSection, appSpecUrl } from "../protocol/appExtension.ts";
import type { JsonRpcId } from "../protocol/jsonRpc.ts";
import type { Severity } from "../protocol/severity.ts";

/** Every rule about apps: how serious a breach is, and the section that states it. */
const rules = {
  "app-blocked": ["warning", "4-content-security-policy-enforcement"],
  "app-changed": ["note", "resource-discovery"],
  "app-content-missing": ["violation", "content-requirements"],
  "app-content-not-base64": ["violation", "content-requirements"],
  "app-content-not-utf8": ["violation", "content-requirements"],
  "app-content-too-large": ["violation", "content-requirements"],
  "app-content-large": ["note", "content-requirements"],
  "app-content-without-html": ["warning", "content-requirements"],
  "app-dedicated-domain": ["note", "ui-resource-format"],
  "app-domain-invalid": ["violation", "ui-resource-format"],
  "app-domain-local": ["warning", "ui-resource-format"],
  "app-domain-unencrypted": ["warning", "ui-resource-format"],
  "app-domain-wide": ["warning", "ui-resource-format"],
  "app-external-undeclared": ["warning", "4-content-security-policy-enforcement"],
  "app-in-result": ["warning", "resource-discovery"],
  "app-initialized-late": ["warning", "lifecycle"],
  "app-initialized-twice": ["note", "lifecycle"],
  "app-message-before-initialize": ["violation", "lifecycle"],
  "app-message-invalid": ["violation", "transport-layer"],
  "app-message-of-sandbox": ["violation", "sandbox-proxy"],
  "app-message-too-large": ["warning", "transport-layer"],
  "app-messages-dropped": ["warning", "transport-layer"],
  "app-metadata-differs": ["note", "ui-resource-format"],
  "app-metadata-type": ["violation", "ui-resource-format"],
  "app-method-unknown": ["warning", "mcp-apps-specific-messages"],
  "app-mime-type": ["violation", "content-requirements"],
  "app-params-invalid": ["violation", "mcp-apps-specific-messages"],
  "app-permission-undeclared": ["warning", "ui-resource-format"],
  "app-request-id-reused": ["violation", "transport-layer"],
  "app-resource-refused": ["violation", "resource-discovery"],
  "app-response-unknown-id": ["violation", "transport-layer"],
  "app-size-loop": ["warning", "container-dimensions"],
  "app-teardown-unanswered": ["warning", "lifecycle"],
  "app-tool-metadata-deprecated": ["warning", "resource-discovery"],
  "app-tool-metadata-ignored": ["warning", "resource-discovery"],
  "app-tool-refused": ["violation", "visibility"],
  "app-tool-without-text": ["warning", "clientserver-capability-negotiation"],
  "app-undeclared-extension": ["note", "clientserver-capability-negotiation"],
  "app-uri-not-ui": ["violation", "content-requirements"],
  "app-version-unknown": ["note", "app-capabilities-in-ui-initialize"],
  "app-visibility-invalid": ["violation", "visibility"],
} as const satisfies Readonly<Record<string, readonly [Severity, AppSpecSection]>>;

type Nothing = Readonly<Record<never, never>>;

interface OfDocument {
  readonly uri: string;
}

/** A server may give it a name of any type. */
interface OfTool {
  readonly name: unknown;
}

interface OfMessage {
  readonly method: string;
}

/** What a server declares as a domain, of any type. */
interface OfSource {
  readonly source: unknown;
}

/** The facts of each rule. */
interface AppEvidence {
  readonly "app-blocked": {
    readonly url: string;
    readonly directive: string;
    readonly disposition: "enforce" | "report";
  };
  readonly "app-changed": {
    readonly name: string;
    readonly before: string;
    readonly uri: string;
  };
  readonly "app-content-missing": OfDocument;
  readonly "app-content-not-base64": OfDocument;
  readonly "app-content-not-utf8": OfDocument;
  /** Without the number of bytes where they were not read. */
  readonly "app-content-too-large": OfDocument & {
    readonly bytes?: number;
    readonly limit?: number;
  };
  readonly "app-content-large": OfDocument & { readonly bytes: number; readonly limit: number };
  readonly "app-content-without-html": OfDocument;
  readonly "app-dedicated-domain": { readonly domain: string };
  readonly "app-domain-invalid": OfSource & {
    readonly reason: "syntax" | "too-many" | "local-range";
  };
  readonly "app-domain-local": OfSource;
  readonly "app-domain-unencrypted": OfSource;
  readonly "app-domain-wide": OfSource;
  readonly "app-external-undeclared": OfDocument & {
    readonly url: string;
    readonly origin: string;
  };
  readonly "app-in-result": OfTool & { readonly uri: string };
  /** Milliseconds. */
  readonly "app-initialized-late": { readonly limit: number };
  readonly "app-initialized-twice": Nothing;
  readonly "app-message-before-initialize": OfMessage;
  readonly "app-message-invalid": { readonly reason: string };
  readonly "app-message-of-sandbox": OfMessage;
  readonly "app-message-too-large": { readonly length: number; readonly limit: number };
  /** With the method of a request that was refused. */
  readonly "app-messages-dropped": {
    readonly count: number;
    readonly limit: number;
    readonly method?: string;
  };
  readonly "app-metadata-differs": OfDocument & { readonly members: string };
  readonly "app-metadata-type": { readonly expected: string; readonly name?: unknown };
  readonly "app-method-unknown": OfMessage;
  readonly "app-mime-type": OfDocument & { readonly mimeType: unknown; readonly expected: string };
  readonly "app-params-invalid": OfMessage & { readonly reason: string; readonly url?: string };
  readonly "app-permission-undeclared": { readonly feature: string };
  readonly "app-request-id-reused": OfMessage & { readonly id: JsonRpcId };
  readonly "app-resource-refused": OfDocument & {
    readonly code: unknown;
    readonly message: unknown;
  };
  readonly "app-response-unknown-id": { readonly id: JsonRpcId | null | undefined };
  readonly "app-size-loop": { readonly count: number; readonly ms: number };
  /** Milliseconds. */
  readonly "app-teardown-unanswered": { readonly limit: number };
  readonly "app-tool-metadata-deprecated": OfTool;
  readonly "app-tool-metadata-ignored": OfTool & { readonly member: string };
  readonly "app-tool-refused": OfTool & { readonly reason: string };
  readonly "app-tool-without-text": OfTool & { readonly uri: string };
  readonly "app-undeclared-extension": OfTool;
  /** Of any type in the metadata of a tool, which has the name. */
  readonly "app-uri-not-ui": { readonly uri: unknown; readonly name?: unknown };
  readonly "app-version-unknown": { readonly version: unknown; readonly known: string };
  readonly "app-visibility-invalid": OfTool;
}

export type AppFindingCode = keyof typeof rules;

/** A code with its facts, for a sentence. */
export type KnownAppFinding<Code extends AppFindingCode = AppFindingCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly evidence: AppEvidence[Each] };
}[Code];

export type AppFinding = KnownAppFinding & {
  readonly severity: Severity;
  readonly specUrl: string;
  /** The place in the message, as an RFC 6901 JSON pointer. */
  readonly pointer?: string;
};

/** The facts of a code; of each one, if it may be one of several. */
export type AppEvidenceOf<Code extends AppFindingCode> = Every<AppEvidence[Code]> & object;

/** Maximum length of a text in evidence, in UTF-16 code units: it comes from the app or its server. */
const maxLength = 300;

/** Creates a finding; texts in the evidence are cut. */
export function appFinding<Code extends AppFindingCode>(
  code: Code,
  evidence: AppEvidenceOf<Code>,
  pointer?: string,
): AppFinding {
  const [severity, section] = rules[code];
  return {
    code,
    severity,
    evidence: cutFacts(evidence, maxLength),
    specUrl: appSpecUrl(section),
    ...(pointer === undefined ? {} : { pointer }),
  } as unknown as AppFinding;
}
