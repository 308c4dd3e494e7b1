/** Facts and failures of an HTTP exchange that the relay carried out. */

/** Milliseconds of each phase; those of a connection are missing where it was open already. */
export interface ForwardTiming {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  /** From the request's first byte to the response's. */
  readonly waitMs: number;
}

export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  readonly certificate: CertificateFacts;
}

/** What a person needs to tell one certificate from another. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Names and addresses that it is for. */
  readonly names: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256, as hex with colons. */
  readonly fingerprint: string;
}

/** Why an exchange failed. */
export const forwardCodes = [
  /** This relay forwards nothing. */
  "off",
  /** The person has not agreed to this origin. */
  "not-agreed",
  /** The address is one that the relay never connects to, or not this relay. */
  "address-refused",
  /** More exchanges at once than the relay carries for one page. */
  "too-many",
  /** The request cannot be written as HTTP. */
  "bad-request",
  "dns",
  "refused",
  "unreachable",
  "reset",
  "timeout",
  /** The server's certificate is not trusted. */
  "certificate",
  /** The two ends did not come to terms over TLS. */
  "tls",
  /** The proxy of the relay's environment did not let it through. */
  "proxy",
  /** What came is no HTTP. */
  "bad-response",
  /** A redirect that cannot be followed. */
  "redirect",
] as const;

export type ForwardCode = (typeof forwardCodes)[number];

/** What went wrong with an exchange, and the evidence. */
export interface ForwardTrouble {
  readonly code: ForwardCode;
  /** In the system's own words, or the relay's where it refused. */
  readonly reason: string;
  /** The address in question, where there is one. */
  readonly address?: string;
  /** With `certificate`: the one that is not trusted. */
  readonly certificate?: CertificateFacts;
}
