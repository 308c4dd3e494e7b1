/** Describes a server's certificate and decides whether it is trusted. */
import tls, { type TLSSocket } from "node:tls";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import type {
  CertificateFacts,
  ForwardFailure,
  TlsFacts,
} from "../../shared/protocol/failures/forwardFacts.ts";

/** Describes the TLS connection and the server's certificate. */
export function tlsFactsOf(socket: TLSSocket): TlsFacts {
  return {
    protocol: socket.getProtocol() ?? "",
    cipher: socket.getCipher()?.standardName ?? "",
    certificate: certificateOf(socket),
  };
}

/**
 * Checks the certificate of a connection over which nothing has been sent yet.
 * @param accepted the fingerprint of a certificate that the user accepted despite its authority
 */
export function certificateFailure(
  socket: TLSSocket,
  accepted: string | undefined,
): ForwardFailure | undefined {
  if (socket.authorized) return undefined;
  const certificate = certificateOf(socket);
  if (accepted !== undefined && certificate.fingerprint === accepted) return undefined;
  const why = socket.authorizationError as unknown;
  const reason = errorMessage(why);
  return { code: "certificate", reason, certificate };
}

/** The authorities that this machine trusts (including NODE_EXTRA_CA_CERTS) and one more. */
export function authoritiesWith(pem: string): string[] {
  // Early versions of Node 22 do not have this export, so it cannot be imported by name.
  const { getCACertificates }: Partial<typeof tls> = tls;
  return [...(getCACertificates?.("default") ?? tls.rootCertificates), pem];
}

function certificateOf(socket: TLSSocket): CertificateFacts {
  const { subject, issuer, subjectaltname, valid_from, valid_to, fingerprint256 } =
    socket.getPeerCertificate();
  return {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    names: subjectaltname ?? "",
    validFrom: valid_from ?? "",
    validTo: valid_to ?? "",
    fingerprint: fingerprint256 ?? "",
  };
}

/** Formats a distinguished name. */
function nameOf(name: object | undefined): string {
  return Object.entries(name ?? {})
    .flatMap(([key, value]) => [value].flat().map((one) => `${key}=${one}`))
    .join(", ");
}
