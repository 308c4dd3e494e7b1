/** Maps errors of network, TLS and HTTP to the failure codes of forwarding. */
import type { ForwardCode, ForwardFailure } from "../../shared/protocol/failures/forwardFacts.ts";

/** A failure as an error, for callbacks and rejections. */
export class ForwardError extends Error {
  readonly failure: ForwardFailure;

  constructor(failure: ForwardFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

const codes: Readonly<Record<string, ForwardCode>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  ECONNREFUSED: "refused",
  ENETUNREACH: "unreachable",
  EHOSTUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
  ETIMEDOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ECONNABORTED: "reset",
  EPROTO: "tls",
  ERR_INVALID_CHAR: "bad-request",
  ERR_INVALID_HTTP_TOKEN: "bad-request",
  ERR_UNESCAPED_CHARACTERS: "bad-request",
  ERR_HTTP_INVALID_HEADER_VALUE: "bad-request",
  ERR_HTTP_TRAILER_INVALID: "bad-request",
};

/** Converts an error of Node's network, TLS or HTTP modules. */
export function forwardFailureOf(error: unknown): ForwardFailure {
  if (error instanceof ForwardError) return error.failure;
  // Node throws an AggregateError when all addresses of a name have failed.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code = "", message = String(first) } = first as NodeJS.ErrnoException;
  const address = addressOf(first as { address?: string; port?: number });
  const failure = { code: codeOf(code), reason: message || code };
  return address === undefined ? failure : { ...failure, address };
}

function codeOf(code: string): ForwardCode {
  if (code.startsWith("HPE_")) return "bad-response";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code.startsWith("ERR_OSSL_")) {
    return "tls";
  }
  return codes[code] ?? "reset";
}

function addressOf({ address, port }: { address?: string; port?: number }): string | undefined {
  if (address === undefined) return undefined;
  return port === undefined ? address : hostAndPort(address, port);
}

/** Joins an address and a port as in a URL. */
export function hostAndPort(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
