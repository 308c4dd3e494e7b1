/** Defines the causes that the connection doctor can name, and the result of its probes. */
import { type FactKinds, type FactsOf, readFacts } from "../core/facts.ts";
import type { Severity } from "../protocol/severity.ts";

/** The facts about a response. */
const response = {
  url: "string",
  status: "number",
  server: "string?",
  contentType: "string",
  body: "string",
} as const;
const searched = { ...response, isSearched: "boolean?" } as const;
const refusal = { origin: "string", host: "string", status: "number" } as const;
const unreachable = { host: "string", reason: "string", address: "string?" } as const;
const certificate = {
  host: "string",
  reason: "string",
  subject: "string?",
  issuer: "string?",
  names: "string?",
  validFrom: "string?",
  validTo: "string?",
  fingerprint: "string?",
} as const;
const elsewhere = { asked: "string", found: "string" } as const;
const hidden = { header: "string", origin: "string" } as const;
const mismatch = { url: "string", expected: "string", found: "string" } as const;
const command = { command: "string", reason: "string" } as const;
const printed = { command: "string", line: "string" } as const;
const ended = { command: "string", exitCode: "number or null", signal: "string or null" } as const;
const endedWith = { ...ended, line: "string" } as const;

/**
 * Every cause with its severity where it explains a failure, and the facts behind it. Its text is in
 * `shared/messages`. No rule of `shared/lint` has the same code: both are codes of findings.
 */
export const causes = {
  // the URL, and what the browser allows
  "url-unspecified": ["violation", { host: "string" }],
  "url-port-blocked": ["violation", { port: "number" }],
  "mixed-content": ["violation", { url: "string" }],
  "local-network-denied": ["violation", { host: "string" }],
  // the way to the server
  "name-not-found": ["violation", unreachable],
  "nothing-listens": ["violation", unreachable],
  "address-family": ["violation", elsewhere],
  "wrong-interface": ["violation", elsewhere],
  /** `protocol` where the page could not read why. */
  "not-reachable": ["violation", { ...unreachable, protocol: "string?" }],
  "connect-timeout": ["violation", unreachable],
  "connection-reset": ["violation", unreachable],
  "not-http": ["violation", unreachable],
  "proxy-refused": ["violation", unreachable],
  "no-answer": ["violation", { host: "string" }],
  // TLS
  "tls-expected": ["violation", { host: "string" }],
  "plain-http": ["violation", unreachable],
  "tls-failed": ["violation", unreachable],
  "certificate-expired": ["violation", certificate],
  "certificate-not-yet-valid": ["violation", certificate],
  "certificate-self-signed": ["violation", certificate],
  "certificate-authority": ["violation", certificate],
  "certificate-name": ["violation", certificate],
  "certificate-untrusted": ["violation", certificate],
  // what answers
  /** A page cannot read status and location. */
  redirect: [
    "violation",
    { url: "string", status: "number?", location: "string?", isOtherOrigin: "boolean?" },
  ],
  "login-redirect": ["violation", { url: "string", status: "number", location: "string" }],
  "login-page": ["violation", response],
  "html-page": ["violation", searched],
  firewall: ["violation", response],
  "gateway-error": ["violation", response],
  "wrong-path": ["violation", { ...response, found: "string", namedBy: "string?" }],
  "path-not-found": ["violation", searched],
  "origin-refused": ["violation", refusal],
  "host-refused": ["violation", refusal],
  forbidden: ["violation", response],
  "rate-limited": ["violation", response],
  "not-acceptable": ["violation", response],
  "server-error": ["violation", response],
  "status-refused": ["violation", response],
  "content-type": ["violation", response],
  "invalid-json": ["violation", response],
  "not-json-rpc": ["violation", response],
  "empty-response": ["violation", response],
  "http-sse": ["note", { url: "string" }],
  // CORS
  "cors-origin-missing": ["violation", { origin: "string", status: "number?", names: "string?" }],
  "cors-origin": [
    "violation",
    { origin: "string", status: "number", found: "string", names: "string" },
  ],
  "cors-preflight-status": ["violation", { origin: "string", status: "number", names: "string" }],
  "cors-method": ["violation", { origin: "string", method: "string" }],
  "cors-headers": ["violation", { origin: "string", names: "string" }],
  "cors-response": ["violation", { origin: "string", status: "number?", found: "string?" }],
  "expose-session": ["violation", hidden],
  "expose-authenticate": ["warning", hidden],
  // authorization
  "token-refused": ["violation", { url: "string", why: "string?" }],
  "auth-no-challenge": ["violation", { url: "string", found: "string?" }],
  "auth-no-metadata": ["violation", { tried: "number", isHidden: "boolean?" }],
  "auth-resource-mismatch": ["violation", mismatch],
  "auth-no-servers": ["violation", { url: "string" }],
  "auth-metadata-invalid": ["violation", { url: "string", code: "string", member: "string?" }],
  "auth-server-no-metadata": ["violation", { tried: "number", issuer: "string" }],
  "auth-issuer-mismatch": ["violation", mismatch],
  "auth-no-pkce": ["violation", { url: "string", found: "string?" }],
  "auth-no-registration": ["warning", { url: "string", issuer: "string" }],
  "auth-metadata-cors": ["warning", { url: "string", origin: "string" }],
  "sign-in-needed": ["note", { url: "string", issuer: "string" }],
  // the protocol
  "revision-unsupported": ["violation", { asked: "string?", supported: "string" }],
  /** `code` and `message` of an error response, or the status. */
  "initialize-refused": [
    "violation",
    { asked: "string?", code: "number?", message: "string?", status: "number?" },
  ],
  "initialize-invalid": ["violation", { asked: "string?", why: "string" }],
  "initialized-refused": ["violation", { status: "number", body: "string" }],
  "not-answered": ["violation", { why: "string" }],
  "session-not-kept": ["violation", { status: "number" }],
  // streams
  "stream-delayed": ["warning", { ms: "number", server: "string?" }],
  "stream-compressed": ["warning", { encoding: "string", server: "string?" }],
  "stream-closed": ["warning", { ms: "number", server: "string?" }],
  "clock-skew": ["warning", { seconds: "number" }],
  // commands
  "program-not-found": ["violation", command],
  "file-not-found": ["violation", command],
  "not-executable": ["violation", command],
  "directory-missing": ["violation", command],
  "not-started": ["violation", command],
  "node-version": ["violation", endedWith],
  "module-not-found": ["violation", endedWith],
  "package-not-found": ["violation", endedWith],
  "port-in-use": ["violation", endedWith],
  "setting-missing": ["violation", endedWith],
  crashed: ["violation", endedWith],
  /** `output`: a line of standard output that is no message. */
  "exited-silently": ["violation", { ...ended, output: "string?" }],
  "http-server": ["violation", printed],
  "stdout-noise": ["violation", printed],
  silent: ["violation", { command: "string", ms: "number", line: "string?" }],
  // nothing above fits
  unexplained: ["violation", { code: "string", reason: "string?" }],
} as const satisfies Readonly<Record<string, readonly [Severity, FactKinds]>>;

export type DoctorCause = keyof typeof causes;

/** The facts behind a cause. */
export type CauseEvidence<Cause extends DoctorCause> = {
  readonly [Each in Cause]: FactsOf<(typeof causes)[Each][1]>;
}[Cause];

/** A cause with its facts. */
export type KnownCause<Cause extends DoctorCause = DoctorCause> = {
  readonly [Each in Cause]: { readonly code: Each; readonly evidence: CauseEvidence<Each> };
}[Cause];

function isCause(code: string): code is DoctorCause {
  return Object.hasOwn(causes, code);
}

/** Whether a finding is one of the doctor's. */
export function isKnownCause<Found extends { readonly code: string }>(
  found: Found,
): found is Extract<Found, { readonly code: DoctorCause }> {
  return isCause(found.code);
}

/** Reads a cause of a log, which may be of a file; undefined for other codes and other facts. */
export function readCause(code: string, evidence: unknown): KnownCause | undefined {
  if (!isCause(code)) return undefined;
  const facts = readFacts(causes[code][1], evidence);
  return facts && ({ code, evidence: facts } as KnownCause);
}

const sections: readonly (readonly [RegExp, string])[] = [
  [/^(cors|expose)-/, "https://fetch.spec.whatwg.org/#http-cors-protocol"],
  [/^mixed-content$/, "https://www.w3.org/TR/mixed-content/"],
  [/^local-network/, "https://wicg.github.io/local-network-access/"],
  [/^url-port/, "https://fetch.spec.whatwg.org/#port-blocking"],
  [
    /^(auth|sign-in|token)-/,
    "https://modelcontextprotocol.io/specification/latest/basic/authorization",
  ],
  [
    /^(initialize|revision)/,
    "https://modelcontextprotocol.io/specification/latest/basic/lifecycle",
  ],
];

/** The URL of the section that a cause is about. */
export function causeSection(code: DoctorCause): string {
  const found = sections.find(([pattern]) => pattern.test(code));
  return found?.[1] ?? "https://modelcontextprotocol.io/specification/latest/basic/transports";
}

/** A cause that a probe has found. */
export type DoctorFinding = KnownCause & {
  readonly severity: Severity;
  /** The log entries that show it. */
  readonly seqs: readonly number[];
};

/** What the probes examine, in this order; each stops the ones after it if it explains the failure. */
const probeNames = [
  "url",
  "network",
  "answer",
  "cors",
  "authorization",
  "protocol",
  "stream",
  "clock",
  "process",
] as const;

export type ProbeName = (typeof probeNames)[number];

export interface ProbeResult {
  readonly probe: ProbeName;
  /**
   * `skipped`: it does not apply to this connection, or an earlier probe has explained the failure.
   * `unmeasured`: the server did nothing that it could examine.
   */
  readonly outcome: "passed" | "found" | "skipped" | "unmeasured";
  readonly findings: readonly DoctorFinding[];
}

export interface Diagnosis {
  readonly results: readonly ProbeResult[];
  /** Requests that were sent, as method and URL. */
  readonly requests: readonly string[];
}

/** The most severe finding of the first probe that has one: the sentence to show first. */
export function mainFinding({ results }: Diagnosis): DoctorFinding | undefined {
  const all = results.flatMap(({ findings }) => findings);
  return (["violation", "warning", "note"] as const)
    .map((severity) => all.find((finding) => finding.severity === severity))
    .find((finding) => finding !== undefined);
}
