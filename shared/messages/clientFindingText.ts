/** Sentences about how a server works with a client, and how to fix it. */
import type { ClientFact } from "../clients/clientFacts.ts";
import type { ClientProblem, CompatColumn, HandedIn } from "../clients/compat/clientProblem.ts";
import { countText } from "../core/countText.ts";
import { shortened } from "../core/text/shortened.ts";
import { durationText } from "./phrases.ts";

export const compatColumnNames: Readonly<Record<CompatColumn, string>> = {
  reach: "Reach",
  "sign-in": "Sign in",
  list: "List",
  call: "Call",
  result: "Result",
  app: "App",
  directory: "Directory",
};

export interface ClientFindingText {
  /** What happens, without the client's name. */
  readonly sentence: string;
  /** What the author of the server can do. */
  readonly fix: string;
}

const overTexts = {
  "left-out": "leaves the tool out",
  cut: "cuts the name at its end",
  "cut-in-the-middle": "cuts the name in its middle",
  hashed: "replaces the end of the name by a hash",
} as const;

/** How a client can be known to an authorization server. */
export const registrationNames: Readonly<Record<string, string>> = {
  dcr: "dynamic registration",
  cimd: "metadata documents as client ids",
  fixed: "a client id that you enter",
};

const handedInNames: Readonly<Record<HandedIn, string>> = {
  "privacy-policy": "a published privacy policy",
  terms: "terms of service",
  support: "a contact for support",
  "test-account": "a test account if there is a sign-in",
  "domain-proof": "a proof that the domain is yours",
};

const transportNames = { stdio: "stdio", http: "Streamable HTTP", sse: "HTTP+SSE" } as const;

export function clientFindingText(problem: ClientProblem): ClientFindingText {
  switch (problem.code) {
    case "needs-public-address":
      return {
        sentence: "It runs at its vendor, so it cannot reach a server on this machine.",
        fix: "Give the server a public HTTPS address to try it there.",
      };
    case "other-port":
      return {
        sentence: `It connects to port ${problem.expected} only; the server is at port ${problem.port}.`,
        fix: `Serve the endpoint at port ${problem.expected}.`,
      };
    case "other-transport":
      return {
        sentence: `It has no transport ${transportNames[problem.transport]}.`,
        fix:
          problem.transport === "stdio"
            ? "Offer Streamable HTTP as well."
            : "Offer stdio as well, or name a bridge such as mcp-remote.",
      };
    case "starts-late":
      return {
        sentence: `The server answered ${durationText(problem.ms)} after the start; the client waits ${durationText(problem.limitMs)}.`,
        fix: "Answer the first request before anything else is loaded.",
      };
    case "discover-unanswered":
      return {
        sentence:
          "Its first request is server/discover, which the server leaves without an answer.",
        fix: "Answer unknown methods with the error -32601 at once.",
      };
    case "discover-late":
      return {
        sentence: `It waits ${durationText(problem.limitMs)} for server/discover, which the server answered after ${durationText(problem.ms)}.`,
        fix: "Answer server/discover, or refuse it, at once.",
      };
    case "stream-refused":
      return {
        sentence: `The server refuses the GET of the stream with ${problem.status}; the client accepts ${problem.accepted.join(" and ")} and reports everything else as an error.`,
        fix: "Answer a GET that is not supported with 405.",
      };
    case "stray-output":
      return {
        sentence:
          "A line on standard output that is no message ends the connection; this server writes one.",
        fix: "Write logs to standard error.",
      };
    case "revision-refused":
      return {
        sentence:
          problem.answered === undefined
            ? `It offers revision ${problem.offered}, which the server refuses.`
            : `It offers revision ${problem.offered}; the server answers ${problem.answered}, which is newer than the client knows.`,
        fix: "Answer with the revision that the client asks for.",
      };
    case "cannot-register": {
      const ways = problem.ways.map((way) => registrationNames[way] ?? way).join(" or ");
      return {
        sentence: problem.byHand
          ? `The authorization server offers ${ways || "no registration"}, so each user has to enter a client id.`
          : `The authorization server offers ${ways || "no registration"}, which the client cannot use.`,
        fix: "Offer dynamic client registration, and metadata documents as client ids.",
      };
    }
    case "other-resource":
      return {
        sentence: `The metadata names the resource ${problem.resource}, and users enter ${problem.url}.`,
        fix: "Name in the metadata exactly the address that users enter.",
      };
    case "tools-left-out":
      return {
        sentence: `It reads the first page of tools/list only: ${problem.shown} of ${countText(problem.total, "tool")}.`,
        fix: "Send all tools on one page.",
      };
    case "too-many-tools":
      return {
        sentence: `It passes on ${countText(problem.limit, "tool")}; the server has ${problem.count}.`,
        fix: "Offer fewer tools, or sets of them that can be chosen.",
      };
    case "name-too-long":
      return {
        sentence: `With its prefix, the name of ${problem.tool} has ${countText(problem.length, "character")}; above ${problem.limit} it ${overTexts[problem.over]}.`,
        fix: "Shorten the name of the tool to at most 30 characters.",
      };
    case "same-name":
      return {
        sentence: `${problem.tool} and ${problem.other} have the same name there.`,
        fix: "Let the first 20 characters of the names differ.",
      };
    case "array-without-items":
      return {
        sentence: `It refuses ${problem.tool}, whose input schema has an array without items.`,
        fix: "Give every array in the schema its items.",
      };
    case "root-union-removed":
      return {
        sentence: `It removes ${problem.keyword} from the top of the input schema of ${problem.tool}.`,
        fix: "Describe the arguments as one object, and check combinations in the tool.",
      };
    case "description-missing":
      return {
        sentence: `It leaves ${problem.tool} out, which has no description.`,
        fix: "Describe the tool.",
      };
    case "changes-ignored":
      return {
        sentence: "It does not list again when the server says that its tools changed.",
        fix: "Keep tools that existed working, and tell users how to refresh the list.",
      };
    case "no-tools":
      return {
        sentence: "It reports a server without tools and prompts as an error.",
        fix: "Offer at least one tool.",
      };
    case "call-too-long":
      return {
        sentence: `A call of ${problem.tool} took ${durationText(problem.ms)}; the client gives up after ${durationText(problem.limitMs)}.`,
        fix: "Return a task or an id at once, and let another tool ask for the result.",
      };
    case "result-too-large":
      return {
        sentence: `A result of ${problem.tool} has ${problem.size.toLocaleString("en")} ${problem.unit}; the client takes ${problem.limit.toLocaleString("en")}.`,
        fix: "Return pages, with a limit that is small by default.",
      };
    case "structured-unseen":
      return {
        sentence: `Its model gets the content of a result only, and that of ${problem.tool} does not say everything that structuredContent does.`,
        fix: "Put the whole answer into content, too.",
      };
    case "content-unseen":
      return {
        sentence: `Its model gets structuredContent only, and the content of ${problem.tool} says more.`,
        fix: "Put the whole answer into structuredContent, too.",
      };
    case "images-unseen":
      return {
        sentence: `The images of ${problem.tool} are lost, because the result has structuredContent.`,
        fix: "Return no structuredContent with images.",
      };
    case "app-not-shown":
      return {
        sentence: `It shows no apps, so the result of ${problem.tool} has to be enough.`,
        fix: "Let the content of the result say what the app shows.",
      };
    case "app-domain":
      return {
        sentence: `The app ${problem.uri} asks for the domain ${problem.domain}; for this address only ${problem.expected} is accepted.`,
        fix: "Leave ui.domain out, or compute it from the address that users enter.",
      };
    case "app-policy-ignored":
      return {
        sentence: `${problem.members.join(", ")} of the app ${problem.uri} have no effect.`,
        fix: "Do without nested frames and other bases there.",
      };
    case "app-only-tool-shown":
      return {
        sentence: `Its model sees ${problem.tool}, which is for the app only.`,
        fix: "Let the tool refuse what a model must not do.",
      };
    case "titles-missing":
      return {
        sentence: `Its directory requires a title for every tool; ${toolsText(problem.tools)} none.`,
        fix: "Give each tool a title.",
      };
    case "hints-missing":
      return {
        sentence: `Its directory requires the annotation ${problem.hints.join(" or ")} on every tool; ${toolsText(problem.tools)} none.`,
        fix: "Say with annotations what each tool changes.",
      };
    case "listed-names-too-long":
      return {
        sentence: `Its directory allows names of at most ${countText(problem.limit, "character")}; ${toolsText(problem.tools)} a longer one.`,
        fix: "Shorten the names.",
      };
    case "app-member-missing":
      return {
        sentence: `Its directory asks every app for ui.${problem.member}, which ${shortened(problem.uri, 200)} does not have.`,
        fix:
          problem.member === "csp"
            ? "Name in ui.csp the origins that the app uses, with empty lists if there are none."
            : "Name in ui.domain an origin of its own for the app.",
      };
    case "also-handed-in":
      return {
        sentence: `Its directory also asks for what no message shows: ${problem.things.map((thing) => handedInNames[thing]).join(", ")}.`,
        fix: "Prepare these before the server is submitted.",
      };
  }
}

/** Tools that are named, the others are counted, and the characters of a name. */
const [maxNamed, maxName] = [5, 70];

/** For example `echo has`, or `32 tools have (echo, add, pay, …)`. */
function toolsText(tools: readonly string[]): string {
  const names = tools.slice(0, maxNamed).map((name) => shortened(name, maxName));
  if (tools.length === 1) return `${names[0]} has`;
  const named = names.join(", ");
  return `${tools.length} tools (${named}${tools.length > maxNamed ? ", …" : ""}) have`;
}

/** How a fact is known, for example `thread awslabs/mcp#1283, 2026-02`. */
export function factSourceText({ source, date, confidence }: Omit<ClientFact, "value">): string {
  return `${confidence} ${source}, ${date}`;
}
