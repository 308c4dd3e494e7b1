/** Error messages for authorization problems: what happened, the likely cause, what to do. */
import type { Evidence, Problem } from "../../../shared/core/failures/authorizationProblem.ts";
import type { Words } from "../errorText.ts";
import { discoveryProblemWords } from "./discoveryMessages.ts";
import type { Said } from "./evidence.ts";
import { grantProblemWords } from "./grantMessages.ts";

/** Returns the message for a problem, written for the developer of the server. */
export function authorizationProblemWords(problem: Problem): Words {
  const said: Said = (name) => {
    const value = problem.evidence[name];
    return value === null || value === undefined ? "" : String(value);
  };
  return (
    exchangeProblemWords(problem, said) ??
    discoveryProblemWords(problem.code, said) ??
    grantProblemWords(problem.code, said) ?? {
      what: problem.code,
      why: "The authorization server or the MCP server broke this rule.",
      next: [],
    }
  );
}

/** Returns the message for a problem that any HTTP exchange can have; undefined for another code. */
function exchangeProblemWords({ code, evidence }: Problem, said: Said): Words | undefined {
  const url = said("url");
  switch (code) {
    case "unreachable":
      return unreachableWords(url, said("reason"), evidence);
    case "too-slow":
      return {
        what: `${hostOf(url)} took too long to respond`,
        why: `The complete response did not arrive within ${Math.round(Number(evidence.afterMs ?? 0) / 1000)} s. The endpoint may be overloaded or blocked.`,
        next: [`Try it in a terminal: curl -i ${url}`],
      };
    case "too-large":
      return {
        what: "The response is too large",
        why: `It has more than ${said("limit")} bytes, so reading stopped. It is probably a web page or a file, not metadata.`,
        next: ["Check what is served at this URL."],
      };
    case "http-status":
      return {
        what: `The response has status ${said("status")}`,
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
        why: `${url} redirects to ${said("from") || "a URL that the browser does not reveal"}. For safety, nothing is sent to a URL that no metadata names. Other clients may follow the redirect or fail.`,
        next: [
          "Respond at this URL without a redirect. Often a trailing slash is missing or superfluous.",
          ...(said("from") === "" ? [`To see the target of the redirect: curl -sI ${url}`] : []),
        ],
      };
    case "not-json":
      return {
        what: "The response is not JSON",
        why: `Its content type is ${said("contentType") || "missing"}. Often it is an HTML page that a web application serves for every unknown path.`,
        next: ["Serve JSON at this path, before the catch-all route."],
      };
    case "not-an-object":
      return {
        what: "The response is JSON, but not an object",
        why: `It is ${withArticle(said("found"))}.`,
        next: ["Respond with a JSON object."],
      };
    case "wrong-content-type":
      return {
        what: "The content type is not application/json",
        why: `It is ${said("contentType") || "missing"}. The response was read as JSON anyway, but other clients may refuse it.`,
        next: ["Send Content-Type: application/json."],
      };
    case "missing-member":
      return {
        what: `${said("member")} is missing`,
        why: "It is required, but the document does not have it.",
        next: [`Add ${said("member")} to the response.`],
      };
    case "wrong-type":
      return {
        what: `${said("member")} has the wrong type`,
        why: `It must be ${withArticle(said("expected"))}, but is ${withArticle(said("found"))}.`,
        next: [`Send ${said("member")} as ${withArticle(said("expected"))}.`],
      };
    case "unusable-url":
      return {
        what: `${said("member")} is not a usable URL`,
        why: `${said("value")}: ${urlProblems[said("why")] ?? "it cannot be used"}. Nothing was sent there.`,
        next: [
          `Put an https URL into ${said("member")}. Plain http is allowed for this machine only.`,
        ],
      };
    case "points-inward":
      return {
        what: "A private address was not contacted",
        why: `${said("member")} names ${said("value")}, which is on this machine or in a private network, and you declined it.`,
        next: ["Put a public URL into the metadata."],
      };
    case "other-host-declined":
      return {
        what: "Another host was not contacted",
        why: `${said("member")} names ${said("value")}, which is on another host than the document, and you declined it.`,
        next: [
          "Serve the endpoint and its metadata from one host, or allow it when you are asked.",
        ],
      };
    case "not-available":
      return {
        what: "This is not available on this page",
        why: said("what").startsWith("crypto")
          ? "PKCE needs the Web Crypto API, which browsers do not offer to pages on plain http."
          : said("what"),
        next: ["Open the playground over https, or at localhost.", "Or enter a token in Settings."],
      };
    default:
      return undefined;
  }
}

function unreachableWords(url: string, reason: string, evidence: Evidence): Words {
  const host = hostOf(url);
  const isCrossOrigin = evidence.crossOrigin === true;
  const allowOrigin =
    evidence.purpose === "resource-metadata"
      ? `On the MCP server: allow the origin ${pageOrigin()} at its protected resource metadata.`
      : `On the authorization server: allow the origin ${pageOrigin()} at its metadata, registration, token and revocation endpoints.`;
  if (reason.includes("(CORS)")) {
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

function withArticle(type: string): string {
  if (type === "" || type === "undefined") return "missing";
  if (type.includes(" ") || type === "null") return type;
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}
