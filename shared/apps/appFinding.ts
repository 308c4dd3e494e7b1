/** Defines the findings about apps: a stable code, how serious it is, and the evidence. */

import { type AppSpecSection, appSpecUrl } from "../protocol/appExtension.ts";
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

export type AppFindingCode = keyof typeof rules;

export interface AppFinding {
  readonly code: AppFindingCode;
  readonly severity: Severity;
  /** The facts that `shared/messages` needs for the sentence. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly specUrl: string;
  /** The place in the message, as an RFC 6901 JSON pointer. */
  readonly pointer?: string;
}

/** Maximum length of a text in evidence, in UTF-16 code units: it comes from the app or its server. */
const maxLength = 300;

/** Creates a finding; texts in the evidence are cut. */
export function appFinding(
  code: AppFindingCode,
  evidence: Readonly<Record<string, unknown>> = {},
  pointer?: string,
): AppFinding {
  const [severity, section] = rules[code];
  const facts = Object.entries(evidence).map(([name, fact]) => [
    name,
    typeof fact === "string" ? fact.slice(0, maxLength) : fact,
  ]);
  return {
    code,
    severity,
    evidence: Object.fromEntries(facts),
    specUrl: appSpecUrl(section),
    ...(pointer === undefined ? {} : { pointer }),
  };
}
