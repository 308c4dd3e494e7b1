/** Error messages for HTTP requests that the relay forwards. */
import type {
  CertificateFacts,
  ForwardFailure,
} from "../../../shared/protocol/failures/forwardFacts.ts";
import type { ErrorText } from "../errorText.ts";

/**
 * Returns the error message for a request that the relay could not forward.
 * @param url the target of the request
 */
export function forwardErrorText(url: string, failure: ForwardFailure): ErrorText {
  const { host, origin, hostname } = new URL(url);
  const { reason, address } = failure;
  const at = address === undefined ? "" : ` (${address})`;
  switch (failure.code) {
    case "off":
      return {
        what: "This relay does not forward HTTP requests",
        why: "It is a public relay, and its operator has not enabled forwarding.",
        next: ["Choose Route Direct, or use a relay on your own machine: npx mcp-playground."],
      };
    case "not-agreed":
      return {
        what: `The relay may not connect to ${host}`,
        why: "You did not allow it, so nothing was sent.",
        next: ["Connect again and allow it, or choose Route Direct."],
      };
    case "address-refused":
      return {
        what: `The relay does not connect to ${host}`,
        why: `${reason}.`,
        next: [
          "If this machine can reach the address, choose Route Direct. Otherwise use another address.",
        ],
      };
    case "too-many":
      return {
        what: "Too many requests at once",
        why: `${reason}.`,
        next: ["Wait until some of them have ended, or cancel them."],
      };
    case "bad-request":
      return {
        what: "This request cannot be sent over HTTP",
        why: reason,
        next: [
          "Check the headers that you set: a name or a value has a character that HTTP does not allow.",
        ],
      };
    case "dns":
      return {
        what: `The name ${hostname} was not found`,
        why: `DNS lookup on the relay's machine failed: ${reason}.`,
        next: ["Check the spelling, and whether the relay's machine can resolve the name."],
      };
    case "refused":
      return {
        what: `No server is listening at ${host}`,
        why: `The connection was refused${at}.`,
        next: ["Start the server. Check the port."],
      };
    case "unreachable":
      return {
        what: `${host} cannot be reached`,
        why: `${reason}${at}.`,
        next: ["Check the relay's network: VPN, firewall, routes."],
      };
    case "reset":
      return {
        what: `${host} closed the connection`,
        why: `The connection ended before the response arrived: ${reason}.`,
        next: [
          "Check the server's log for a crash.",
          "If the server expects https, use an https URL.",
        ],
      };
    case "timeout":
      return {
        what: `The connection to ${host} timed out`,
        why: `${reason}.`,
        next: ["Check the address and the port. A firewall may be dropping the packets."],
      };
    case "certificate":
      return {
        what: `The certificate of ${host} is not trusted`,
        why: `${certificateReason(reason)} Nothing was sent.`,
        ...(failure.certificate ? { quote: certificateText(failure.certificate) } : {}),
        next: [
          "Accept this certificate only if you know it, for example because you created it. Compare the SHA-256.",
          "Or add the certificate of its authority (CA) in Connection options.",
        ],
      };
    case "tls":
      return {
        what: `No secure connection to ${host}`,
        why: `TLS failed: ${reason}.`,
        next: [
          "If the server requires a client certificate, add it in Connection options.",
          "Check that the server uses TLS on this port. If it does not, use an http URL.",
        ],
      };
    case "proxy":
      return {
        what: "The proxy refused the request",
        why: `${reason}${at}.`,
        next: ["Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the relay's environment."],
      };
    case "bad-response":
      return {
        what: `${host} did not send a valid HTTP response`,
        why: `The response cannot be read: ${reason}.`,
        next: ["Check the port, and whether the URL must begin with https."],
      };
    case "redirect":
      return {
        what: "A redirect was not followed",
        why: `${origin} answered with a redirect (${reason}).`,
        next: ["If the redirect leads to the server, connect to that URL."],
      };
  }
}

/** @param code error code of Node's TLS module */
function certificateReason(code: string): string {
  switch (code) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return "It is self-signed: no certificate authority vouches for it.";
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return "It is signed by a certificate authority that the relay does not know.";
    case "CERT_HAS_EXPIRED":
      return "It has expired.";
    case "CERT_NOT_YET_VALID":
      return "It is not valid yet.";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "It was issued for other host names.";
    default:
      return `The relay says: ${code}.`;
  }
}

/** Formats what the user compares before accepting a certificate. */
function certificateText(facts: CertificateFacts): string {
  const lines = [
    ["Subject", facts.subject],
    ["Issued by", facts.issuer],
    ["For", facts.names],
    ["Valid", `${facts.validFrom} to ${facts.validTo}`],
    ["SHA-256", facts.fingerprint],
  ] as const;
  // a certificate may have no subject, or name no host
  return lines.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`])).join("\n");
}
