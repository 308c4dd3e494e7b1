/** Defines the causes that the connection doctor can name, and the result of its probes. */
import type { Severity } from "../protocol/severity.ts";

/** Every cause with its severity where it explains a failure; its text is in `shared/messages`. */
export const causes = {
  // the URL, and what the browser allows
  "url-unspecified": "violation",
  "url-port-blocked": "violation",
  "mixed-content": "violation",
  "local-network-denied": "violation",
  // the way to the server
  "name-not-found": "violation",
  "nothing-listens": "violation",
  "address-family": "violation",
  "wrong-interface": "violation",
  "not-reachable": "violation",
  "connect-timeout": "violation",
  "connection-reset": "violation",
  "not-http": "violation",
  "proxy-refused": "violation",
  "no-answer": "violation",
  // TLS
  "tls-expected": "violation",
  "plain-http": "violation",
  "tls-failed": "violation",
  "certificate-expired": "violation",
  "certificate-not-yet-valid": "violation",
  "certificate-self-signed": "violation",
  "certificate-authority": "violation",
  "certificate-name": "violation",
  "certificate-untrusted": "violation",
  // what answers
  redirect: "violation",
  "login-redirect": "violation",
  "login-page": "violation",
  "html-page": "violation",
  firewall: "violation",
  "gateway-error": "violation",
  "wrong-path": "violation",
  "path-not-found": "violation",
  "origin-refused": "violation",
  "host-refused": "violation",
  forbidden: "violation",
  "rate-limited": "violation",
  "not-acceptable": "violation",
  "server-error": "violation",
  "status-refused": "violation",
  "content-type": "violation",
  "invalid-json": "violation",
  "not-mcp": "violation",
  "empty-answer": "violation",
  "http-sse": "note",
  // CORS
  "cors-origin-missing": "violation",
  "cors-origin": "violation",
  "cors-preflight-status": "violation",
  "cors-method": "violation",
  "cors-headers": "violation",
  "cors-response": "violation",
  "expose-session": "violation",
  "expose-authenticate": "warning",
  // authorization
  "token-refused": "violation",
  "auth-no-challenge": "violation",
  "auth-no-metadata": "violation",
  "auth-resource-mismatch": "violation",
  "auth-no-servers": "violation",
  "auth-metadata-invalid": "violation",
  "auth-server-no-metadata": "violation",
  "auth-issuer-mismatch": "violation",
  "auth-no-pkce": "violation",
  "auth-no-registration": "warning",
  "auth-metadata-cors": "warning",
  "sign-in-needed": "note",
  // the protocol
  "revision-unsupported": "violation",
  "initialize-refused": "violation",
  "initialize-invalid": "violation",
  "initialized-refused": "violation",
  "not-answered": "violation",
  "session-not-kept": "violation",
  // streams
  "stream-delayed": "warning",
  "stream-compressed": "warning",
  "stream-closed": "warning",
  "clock-skew": "warning",
  // commands
  "program-not-found": "violation",
  "file-not-found": "violation",
  "not-executable": "violation",
  "directory-missing": "violation",
  "not-started": "violation",
  "node-version": "violation",
  "module-not-found": "violation",
  "package-not-found": "violation",
  "port-in-use": "violation",
  "setting-missing": "violation",
  crashed: "violation",
  "exited-silently": "violation",
  "http-server": "violation",
  "stdout-noise": "violation",
  silent: "violation",
  // nothing above fits
  unexplained: "violation",
} as const satisfies Readonly<Record<string, Severity>>;

export type DoctorCause = keyof typeof causes;

/** Whether a code of a finding is one of the doctor's. */
export function isCause(code: string): code is DoctorCause {
  return Object.hasOwn(causes, code);
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

export type CauseEvidence = Readonly<Record<string, string | number | boolean | null>>;

/** A cause that a probe has found. */
export interface DoctorFinding {
  readonly code: DoctorCause;
  readonly severity: Severity;
  readonly evidence: CauseEvidence;
  /** The log entries that show it. */
  readonly seqs: readonly number[];
}

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
