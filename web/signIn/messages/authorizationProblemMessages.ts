/** Error messages for authorization problems: what happened, the likely cause, what to do. */
import { withArticle } from "../../../shared/core/text/shortened.ts";
import type {
  AuthorizationProblem,
  Evidence,
} from "../../../shared/protocol/failures/authorizationProblem.ts";
import type { ErrorText } from "../../messages/errorText.ts";
import { discoveryProblemText } from "./discoveryMessages.ts";
import type { EvidenceReader } from "./evidence.ts";
import { grantProblemText } from "./grantMessages.ts";

/** Returns the message for a problem, written for the developer of the server. */
export function authorizationProblemText(problem: AuthorizationProblem): ErrorText {
  const detail: EvidenceReader = (name) => {
    const value = problem.evidence[name];
    return value === null || value === undefined ? "" : String(value);
  };
  return (
    exchangeProblemText(problem, detail) ??
    discoveryProblemText(problem.code, detail) ??
    grantProblemText(problem.code, detail) ?? {
      what: problem.code,
      why: "The authorization server or the MCP server broke this rule.",
      next: [],
    }
  );
}

/** Returns the message for a problem that any HTTP exchange can have; undefined for another code. */
function exchangeProblemText(
  { code, evidence }: AuthorizationProblem,
  detail: EvidenceReader,
): ErrorText | undefined {
  const url = detail("url");
  switch (code) {
    case "unreachable":
      return unreachableText(url, detail("reason"), evidence);
    case "too-slow":
      return {
        what: `${hostOf(url)} took too long to respond`,
        why: `The complete response did not arrive within ${Math.round(Number(evidence.afterMs ?? 0) / 1000)} s. The endpoint may be overloaded or blocked.`,
        next: [`Try it in a terminal: curl -i ${url}`],
      };
    case "too-large":
      return {
        what: "The response is too large",
        why: `It has more than ${detail("limit")} bytes, so reading stopped. It is probably a web page or a file, not metadata.`,
        next: ["Check what is served at this URL."],
      };
    case "http-status":
      return {
        what: `The response has status ${detail("status")}`,
        why:
          Number(evidence.status) === 404
            ? "There is nothing at this URL. The document may be served at another path."
            : Number(evidence.status) >= 500
              ? "The server failed to handle the request. See its log."
              : "The endpoint refuses this request.",
        next: ["Read the response body below."],
      };
    case "redirected":
      return {
        what: "The URL redirects, and the redirect was not followed",
        why: `${url} redirects to ${detail("from") || "a URL that the browser does not reveal"}. For safety, nothing is sent to a URL that no metadata names. Other clients may follow the redirect or fail.`,
        next: [
          "Respond at this URL without a redirect. Often a trailing slash is missing or superfluous.",
          ...(detail("from") === "" ? [`To see the target of the redirect: curl -sI ${url}`] : []),
        ],
      };
    case "not-json":
      return {
        what: "The response is not JSON",
        why: `Its content type is ${detail("contentType") || "missing"}. Often it is an HTML page that a web application serves for every unknown path.`,
        next: ["Serve JSON at this path, before the catch-all route."],
      };
    case "not-an-object":
      return {
        what: "The response is JSON, but not an object",
        why: `It is ${typeName(detail("found"))}.`,
        next: ["Respond with a JSON object."],
      };
    case "wrong-content-type":
      return {
        what: "The content type is not application/json",
        why: `It is ${detail("contentType") || "missing"}. The response was read as JSON anyway, but other clients may refuse it.`,
        next: ["Send Content-Type: application/json."],
      };
    case "missing-member":
      return {
        what: `${detail("member")} is missing`,
        why: "It is required, but the document does not have it.",
        next: [`Add ${detail("member")} to the response.`],
      };
    case "wrong-type":
      return {
        what: `${detail("member")} has the wrong type`,
        why: `It must be ${typeName(detail("expected"))}, but is ${typeName(detail("found"))}.`,
        next: [`Send ${detail("member")} as ${typeName(detail("expected"))}.`],
      };
    case "unusable-url":
      return {
        what: `${detail("member")} is not a usable URL`,
        why: `${detail("value")}: ${urlProblems[detail("why")] ?? "it cannot be used"}. Nothing was sent there.`,
        next: [
          `Put an https URL into ${detail("member")}. Plain http is allowed for this machine only.`,
        ],
      };
    case "points-inward":
      return {
        what: "A private address was not contacted",
        why: `${detail("member")} names ${detail("value")}, which is on this machine or in a private network, and you declined it.`,
        next: ["Put a public URL into the metadata."],
      };
    case "other-host-declined":
      return {
        what: "Another host was not contacted",
        why: `${detail("member")} names ${detail("value")}, which is on another host than the document, and you declined it.`,
        next: [
          "Serve the endpoint and its metadata from one host, or allow it when you are asked.",
        ],
      };
    case "secret-declined":
      return {
        what: "What you entered was not sent",
        why: `The MCP server chose an authorization server with the endpoint ${detail("value")}, and you declined to send it there.`,
        next: ["Check which authorization server the MCP server's metadata names."],
      };
    case "not-available":
      return {
        what: "This is not available on this page",
        why: detail("what").startsWith("crypto")
          ? "PKCE needs the Web Crypto API, which browsers do not offer to pages on plain http."
          : detail("what"),
        next: ["Open the playground over https, or at localhost.", "Or enter a token in Settings."],
      };
    default:
      return undefined;
  }
}

function unreachableText(url: string, reason: string, evidence: Evidence): ErrorText {
  const host = hostOf(url);
  const isCrossOrigin = evidence.crossOrigin === true;
  const allowOrigin =
    evidence.purpose === "resource-metadata"
      ? `On the MCP server: allow the origin ${pageOrigin()} at its protected resource metadata.`
      : `On the authorization server: allow the origin ${pageOrigin()} at its metadata, registration, token and revocation endpoints.`;
  if (evidence.deniedByCors === true) {
    return {
      what: `${host} does not let this page read its response (CORS)`,
      why: "The server responds, but without Access-Control-Allow-Origin on this endpoint or on the response to its preflight.",
      next: ["Send this step through the relay.", allowOrigin],
    };
  }
  return {
    what: `Could not connect to ${host}`,
    why: `The browser only reports “${reason}”. Possible causes: no server is listening there, the host name does not resolve, or TLS failed.${isCrossOrigin ? "" : " It is not CORS, because the URL has the same origin as this page."}`,
    next: [`Is the server running? Try: curl -i ${url}`],
  };
}

const urlProblems: Readonly<Record<string, string>> = {
  "not-a-url": "it is not an absolute URL",
  scheme: "only https is allowed; other schemes, such as javascript:, could run code in this page",
  "not-https": "plain http would send secrets unencrypted",
  userinfo: "it contains a user name or a password",
  fragment: "it has a fragment",
  query: "it has a query, which an issuer must not have",
  whitespace: "it contains white space",
};

function pageOrigin(): string {
  return globalThis.location?.origin ?? "of this page";
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function typeName(type: string): string {
  if (type === "" || type === "undefined") return "missing";
  return type.includes(" ") ? type : withArticle(type);
}
