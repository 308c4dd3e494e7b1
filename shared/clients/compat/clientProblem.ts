/** What goes wrong between a server and a client: codes with their evidence. */
import type { ClientFacts, FactName } from "../clientFacts.ts";

/** What a user wants of a server in a client, in this order. */
export const compatColumns = [
  "reach",
  "sign-in",
  "list",
  "call",
  "result",
  "app",
  "directory",
] as const;

export type CompatColumn = (typeof compatColumns)[number];

export type ClientProblem =
  | { readonly code: "needs-public-address" }
  | { readonly code: "other-port"; readonly port: number; readonly expected: number }
  | { readonly code: "other-transport"; readonly transport: "stdio" | "http" | "sse" }
  /** Times are in milliseconds. */
  | { readonly code: "starts-late"; readonly ms: number; readonly limitMs: number }
  | { readonly code: "discover-unanswered" }
  | { readonly code: "discover-late"; readonly ms: number; readonly limitMs: number }
  | {
      readonly code: "stream-refused";
      readonly status: number;
      readonly accepted: readonly number[];
    }
  | { readonly code: "stray-output" }
  /** `answered`: the newer revision that the client refuses; undefined if the server refused. */
  | {
      readonly code: "revision-refused";
      readonly offered: string;
      readonly answered: string | undefined;
    }
  | { readonly code: "cannot-register"; readonly ways: readonly string[]; readonly byHand: boolean }
  | { readonly code: "other-resource"; readonly resource: string; readonly url: string }
  | { readonly code: "tools-left-out"; readonly shown: number; readonly total: number }
  | { readonly code: "too-many-tools"; readonly count: number; readonly limit: number }
  | {
      readonly code: "name-too-long";
      readonly tool: string;
      readonly length: number;
      readonly limit: number;
      readonly over: "left-out" | "cut" | "cut-in-the-middle" | "hashed";
    }
  | { readonly code: "same-name"; readonly tool: string; readonly other: string }
  | { readonly code: "array-without-items"; readonly tool: string }
  | { readonly code: "root-union-removed"; readonly tool: string; readonly keyword: string }
  | { readonly code: "description-missing"; readonly tool: string }
  | { readonly code: "changes-ignored" }
  | { readonly code: "no-tools" }
  | {
      readonly code: "call-too-long";
      readonly tool: string;
      readonly ms: number;
      readonly limitMs: number;
    }
  | {
      readonly code: "result-too-large";
      readonly tool: string;
      readonly size: number;
      readonly limit: number;
      readonly unit: "tokens" | "characters";
    }
  | { readonly code: "structured-unseen"; readonly tool: string }
  | { readonly code: "content-unseen"; readonly tool: string }
  | { readonly code: "images-unseen"; readonly tool: string }
  | { readonly code: "app-not-shown"; readonly tool: string }
  | {
      readonly code: "app-domain";
      readonly uri: string;
      readonly domain: string;
      readonly expected: string;
    }
  | {
      readonly code: "app-policy-ignored";
      readonly uri: string;
      readonly members: readonly string[];
    }
  | { readonly code: "app-only-tool-shown"; readonly tool: string }
  /** What a directory asks of every tool is said once, with the tools that do not meet it. */
  | { readonly code: "titles-missing"; readonly tools: readonly string[] }
  /** `hints`: of several, any one is enough. */
  | {
      readonly code: "hints-missing";
      readonly hints: readonly string[];
      readonly tools: readonly string[];
    }
  | {
      readonly code: "listed-names-too-long";
      readonly limit: number;
      readonly tools: readonly string[];
    }
  | { readonly code: "app-member-missing"; readonly uri: string; readonly member: string }
  | { readonly code: "also-handed-in"; readonly things: readonly HandedIn[] };

/** What a directory wants to have beside the server. */
export type HandedIn = NonNullable<ClientFacts["directory"]>["value"]["handedIn"][number];

/** Whether a finding says what cannot be known from here, which is no fault of the server. */
export function isNoFault({ code }: ClientProblem): boolean {
  return code === "needs-public-address" || code === "also-handed-in";
}

/** A problem with the fact that decides it, and where it shows. */
export interface ClientFinding {
  readonly column: CompatColumn;
  readonly fact: FactName;
  readonly problem: ClientProblem;
  /** Whether the client cannot do it at all; otherwise something is lost. */
  readonly isFailure: boolean;
  /** The entry of the log; undefined if none shows it. */
  readonly seq?: number | undefined;
}
