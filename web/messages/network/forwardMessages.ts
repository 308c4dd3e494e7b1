/** What went wrong with a request that left from the relay: what happened, why, what to do. */
import type { CertificateFacts, ForwardTrouble } from "../../../shared/core/forwarding.ts";
import type { Words } from "../errorText.ts";

/** @param url where the request was to go */
export function forwardWords(url: string, trouble: ForwardTrouble): Words {
  const { host, origin, hostname } = new URL(url);
  const { reason, address } = trouble;
  const at = address === undefined ? "" : ` (${address})`;
  switch (trouble.code) {
    case "off":
      return {
        what: "This relay forwards no HTTP",
        why: "It is a public one, and whoever runs it has not turned that on.",
        next: ["Choose Route Direct, or use a relay on your own machine: npx mcp-playground."],
      };
    case "not-agreed":
      return {
        what: `The relay may not connect to ${host}`,
        why: "You did not agree to it, so nothing was sent.",
        next: ["Connect again and agree, or choose Route Direct."],
      };
    case "address-refused":
      return {
        what: `The relay does not connect to ${host}`,
        why: `${reason}.`,
        next: ["Choose Route Direct if this machine may reach it, or use another address."],
      };
    case "too-many":
      return {
        what: "Too many requests at once",
        why: `${reason}.`,
        next: ["Wait until some have ended, or cancel them."],
      };
    case "bad-request":
      return {
        what: "This request cannot be written as HTTP",
        why: reason,
        next: [
          "Look at the headers that you set: a name or value has a character that cannot be sent.",
        ],
      };
    case "dns":
      return {
        what: `The name ${hostname} was not found`,
        why: `The relay looked it up: ${reason}.`,
        next: ["Check the spelling, and whether the name is known on the relay's machine."],
      };
    case "refused":
      return {
        what: `Nothing listens at ${host}`,
        why: `The connection was refused${at}.`,
        next: ["Start the server, and check the port."],
      };
    case "unreachable":
      return {
        what: `${host} cannot be reached`,
        why: `${reason}${at}.`,
        next: ["Check the relay's network: VPN, firewall, routes."],
      };
    case "reset":
      return {
        what: `${host} hung up`,
        why: `The connection ended before the answer came: ${reason}.`,
        next: [
          "Look in the server's log for a crash.",
          "A server that speaks https does this when it is spoken to in plain http.",
        ],
      };
    case "timeout":
      return {
        what: `No connection to ${host} in time`,
        why: `${reason}.`,
        next: ["A firewall that drops packets looks like this; check the address and the port."],
      };
    case "certificate":
      return {
        what: `The certificate of ${host} is not trusted`,
        why: `${certificateReason(reason)} Nothing was sent.`,
        ...(trouble.certificate ? { quote: certificateText(trouble.certificate) } : {}),
        next: [
          "Accept this certificate if you know it, for example because you made it yourself: compare its SHA-256.",
          "Or give the authority's certificate in Connection settings.",
        ],
      };
    case "tls":
      return {
        what: `No secure connection to ${host}`,
        why: `TLS failed: ${reason}.`,
        next: [
          "If the server wants a client certificate, give it in Connection settings.",
          "Check that the port speaks TLS: a plain http server fails like this.",
        ],
      };
    case "proxy":
      return {
        what: "The proxy did not let the request through",
        why: `${reason}${at}.`,
        next: ["The relay takes its proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY: check them."],
      };
    case "bad-response":
      return {
        what: `${host} does not speak HTTP`,
        why: `What it answered cannot be read: ${reason}.`,
        next: ["Check the port, and whether the address has to begin with https."],
      };
    case "redirect":
      return {
        what: "A redirect was not followed",
        why: `${origin} answered: ${reason}.`,
        next: ["Connect to where it leads, if that is the server."],
      };
  }
}

/** Why a certificate is not trusted, by Node's code for it. */
function certificateReason(code: string): string {
  switch (code) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return "It signed itself, so no authority vouches for it.";
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return "The authority that signed it is not known here.";
    case "CERT_HAS_EXPIRED":
      return "It has expired.";
    case "CERT_NOT_YET_VALID":
      return "It is not valid yet.";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "It is for other names than this one.";
    default:
      return `The relay says: ${code}.`;
  }
}

/** What a person compares before taking a certificate. */
function certificateText(facts: CertificateFacts): string {
  return [
    `Subject: ${facts.subject}`,
    `Issued by: ${facts.issuer}`,
    `For: ${facts.names}`,
    `Valid: ${facts.validFrom} to ${facts.validTo}`,
    `SHA-256: ${facts.fingerprint}`,
  ].join("\n");
}
