/** Timing, TLS facts and failures of HTTP exchanges that the relay forwards. */

/** Duration of each phase in milliseconds; connection phases are missing if a connection was reused. */
export interface ForwardTiming {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  /** From the first byte of the request to the first byte of the response. */
  readonly waitMs: number;
}

export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  readonly certificate: CertificateFacts;
}

export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Subject alternative names, as one text. */
  readonly names: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256, as hex with colons. */
  readonly fingerprint: string;
}

/** Why forwarding failed. */
export const forwardCodes = [
  "off",
  /** The user has not agreed to this origin. */
  "not-agreed",
  /** The relay does not connect to this address. */
  "address-refused",
  /** The page has too many exchanges in flight. */
  "too-many",
  /** The request is not valid HTTP. */
  "bad-request",
  "dns",
  "refused",
  "unreachable",
  "reset",
  "timeout",
  /** The server's certificate is not trusted. */
  "certificate",
  /** The TLS handshake failed. */
  "tls",
  /** The proxy of the relay refused the request. */
  "proxy",
  /** The response is not valid HTTP. */
  "bad-response",
  /** The redirect cannot be followed. */
  "redirect",
] as const;

export type ForwardCode = (typeof forwardCodes)[number];

/** A failure of forwarding, with its evidence. */
export interface ForwardFailure {
  readonly code: ForwardCode;
  /**
   * The system's error message, or the relay's reason; for `redirect` the status and the location,
   * for `not-agreed` the origin.
   */
  readonly reason: string;
  /** The address that failed, if any. */
  readonly address?: string;
  /** For `certificate`: the untrusted certificate. */
  readonly certificate?: CertificateFacts;
}
