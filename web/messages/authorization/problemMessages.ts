/** What each problem on the way to a token is called: what happened, its likely cause, what to do. */
import type { Evidence, Problem } from "../../../shared/core/failures/authorizationProblem.ts";
import type { Words } from "../errorText.ts";
import { discoveryProblemWords } from "./discoveryMessages.ts";
import type { Said } from "./evidence.ts";
import { grantProblemWords } from "./grantMessages.ts";

/** Words for the one who writes the server: `why` is the likely cause in one sentence. */
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
      why: "The rule named here was broken.",
      next: [],
    }
  );
}

/** Problems that any exchange can have. */
function exchangeProblemWords({ code, evidence }: Problem, said: Said): Words | undefined {
  const url = said("url");
  switch (code) {
    case "unreachable":
      return unreachableWords(url, said("reason"), evidence);
    case "too-slow":
      return {
        what: `No answer from ${hostOf(url)} in time`,
        why: `It was not there in full within ${Math.round(Number(evidence.afterMs ?? 0) / 1000)} s; the endpoint hangs, or waits for something that it does not get.`,
        next: [`Try it in a terminal: curl -i ${url}`],
      };
    case "too-large":
      return {
        what: "The answer is larger than such a document can be",
        why: `It has more than ${said("limit")} bytes and was not read to its end: this is probably a page or a file, and no metadata.`,
        next: ["Check what is served at this address."],
      };
    case "http-status":
      return {
        what: `The answer is ${said("status")}`,
        why:
          Number(evidence.status) === 404
            ? "There is nothing at this address; the document may be served at another path."
            : Number(evidence.status) >= 500
              ? "The server failed while it answered; its own log says why."
              : "The endpoint refuses this request.",
        next: ["Read the body of the answer below."],
      };
    case "redirected":
      return {
        what: "The address redirects, and is not followed",
        why: `${url} redirects to ${said("from") || "a place that a page is not told"}. What it leads to was named by nobody, so nothing is sent there; other clients may follow, or give up.`,
        next: [
          "Answer at this very address; a missing or needless last slash is the usual cause.",
          ...(said("from") === "" ? [`To see where it leads: curl -sI ${url}`] : []),
        ],
      };
    case "not-json":
      return {
        what: "The answer is not JSON",
        why: `It is ${said("contentType") || "of no content type"}: often a page of the web application, which answers every path it does not know.`,
        next: ["Serve JSON at this path, before the route that catches all others."],
      };
    case "not-an-object":
      return {
        what: "The answer is JSON, but no object",
        why: `It is ${withArticle(said("found"))}.`,
        next: ["Answer with a JSON object."],
      };
    case "wrong-content-type":
      return {
        what: "The content type is not application/json",
        why: `It is ${said("contentType") || "not said"}; the text was read as JSON all the same, other clients may not do so.`,
        next: ["Send Content-Type: application/json."],
      };
    case "missing-member":
      return {
        what: `${said("member")} is missing`,
        why: "The member is required, and the document does not have it.",
        next: [`Add ${said("member")} to the answer.`],
      };
    case "wrong-type":
      return {
        what: `${said("member")} has the wrong type`,
        why: `It must be ${withArticle(said("expected"))}, and is ${withArticle(said("found"))}.`,
        next: [`Send ${said("member")} as ${withArticle(said("expected"))}.`],
      };
    case "unusable-url":
      return {
        what: `${said("member")} is no URL to go to`,
        why: `${said("value")}: ${urlTroubles[said("why")] ?? "it cannot be used"}. Nothing was sent there.`,
        next: [`Put an https URL into ${said("member")}; plain http is for this machine only.`],
      };
    case "points-inward":
      return {
        what: "A private address was not contacted",
        why: `${said("member")} names ${said("value")}, an address of this machine or of a private network, and you declined it.`,
        next: ["Have the metadata name a public address."],
      };
    case "other-host-declined":
      return {
        what: "Another host was not contacted",
        why: `${said("member")} names ${said("value")}, which is not the host of the document, and you declined it.`,
        next: ["Serve the endpoint and its metadata from one host, or agree when you are asked."],
      };
    case "not-available":
      return {
        what: "This page cannot do that here",
        why: said("what").startsWith("crypto")
          ? "A page on plain http at a network address has no cryptography, and PKCE needs it."
          : said("what"),
        next: [
          "Open the playground over https, or at localhost.",
          "Or enter a token that you have by hand, under Settings.",
        ],
      };
    default:
      return undefined;
  }
}

function unreachableWords(url: string, reason: string, evidence: Evidence): Words {
  const host = hostOf(url);
  const isCrossOrigin = evidence.crossOrigin === true;
  const places =
    evidence.purpose === "resource-metadata"
      ? `On the MCP server: allow the origin ${pageOrigin()} at its protected resource metadata.`
      : `On the authorization server: allow the origin ${pageOrigin()} at its metadata, registration, token and revocation endpoints.`;
  if (reason.includes("(CORS)")) {
    return {
      what: `${host} does not let this page read its answer (CORS)`,
      why: "The server answers; what is missing is Access-Control-Allow-Origin on this endpoint, or the answer to the preflight before it.",
      next: ["Send this step through the relay.", places],
    };
  }
  return {
    what: `No answer from ${host}`,
    why: `The browser says “${reason}” and no more: nothing may listen there, the name may not resolve, or TLS may have failed${isCrossOrigin ? "" : "; it is not CORS, for this is the page's own origin"}.`,
    next: [`Is it running? Try: curl -i ${url}`],
  };
}

const urlTroubles: Readonly<Record<string, string>> = {
  "not-a-url": "it is no absolute URL",
  scheme: "only https leads to an authorization server, and a URL like javascript: would run here",
  "not-https": "plain http would send secrets in the clear",
  userinfo: "it carries a name or a password",
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
