/** Sentences about what the client of a tap did. */

import { countText } from "../core/countText.ts";
import { type DeprecatedFeature, deprecations } from "../protocol/deprecations.ts";
import type { ClientAct, ClientActCode, ClientActState } from "../taps/acts/clientAct.ts";
import { type CauseStatement, causeStatements } from "./clients/silenceCauseText.ts";
import { deprecatedWhen } from "./deprecationText.ts";
import { durationText } from "./phrases.ts";

/** One statement about the client. */
export interface ActStatement {
  readonly state: ClientActState;
  /** Without a full stop. */
  readonly sentence: string;
  /** What was seen, in numbers. */
  readonly detail: string;
  readonly seqs: readonly number[];
  /** Known causes of what is missing. */
  readonly causes?: readonly CauseStatement[];
}

const listNames: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resource templates",
};

/** What an act would have shown, of one that was not seen. */
const subjects: Readonly<Record<ClientActCode, string>> = {
  "listed-again": "lists after “list changed”",
  listens: "subscriptions to changes",
  "follows-pages": "lists of several pages",
  answered: "answers to requests of the server",
  "in-time": "prompt answers",
  "no-errors": "errors",
  "known-ids": "ids of its answers",
  "declared-used": "declared capabilities",
  "server-declared": "capabilities of the server",
  "request-state": "request state",
  cancelled: "cancellation",
  "cancels-own": "what it cancels",
  waited: "late answers",
  "asked-again": "repeated requests",
  progress: "progress",
  "progress-tokens": "progress tokens",
  "in-order": "the order of the handshake",
  initialized: "the end of the handshake",
  "unique-ids": "ids",
  "valid-messages": "messages",
  "revision-kept": "the revision over HTTP",
  "session-kept": "the session id",
  "session-renewed": "a lost session",
  "token-renewed": "a refused token",
  "reads-metadata": "discovery",
  registers: "registration",
  "gets-token": "the exchange of a token",
  "signs-in": "sign-in",
  "goes-on": "what follows the sign-in",
  calls: "calls of tools",
  "falls-back": "what follows server/discover",
  "deprecated-feature": "deprecated features",
};

export const actSubject = (code: ClientActCode): string => subjects[code];

/** @param clientId the client's id in the catalogue, if it is known: other clients' causes are left out */
export function actStatement(act: ClientAct, clientId?: string): ActStatement {
  const { state, seqs, missing = [] } = act;
  const causes = causeStatements(missing, clientId);
  return {
    state,
    sentence: sentenceOf(act),
    detail: detailOf(act),
    seqs,
    ...(causes.length > 0 ? { causes } : {}),
  };
}

type Words = readonly [ok: string, wrong: string, open?: string];

/** What it did; what it did not, or should not have; what it has not done yet. */
const texts: Readonly<Record<ClientActCode, (method: string) => Words>> = {
  "listed-again": (method) => {
    const lists = listNames[method] ?? method;
    return [
      `It listed the ${lists} again after “list changed”`,
      `It never listed the ${lists} again after “list changed”`,
      `It has not listed the ${lists} again yet`,
    ];
  },
  listens: () => [
    "It listens for changes (subscriptions/listen)",
    "It does not listen for changes (subscriptions/listen), so the server cannot tell it of them",
  ],
  "follows-pages": (method) => [
    `It asked ${method} for the next page`,
    `It read only the first page of ${method}`,
  ],
  answered: (method) => [
    `It answered ${method}`,
    `It did not answer ${method}`,
    `It has not answered ${method} yet`,
  ],
  "in-time": (method) => [`It answered ${method} at once`, `It answered ${method} late`],
  "no-errors": (method) => ["It answered without errors", `It answered ${method} with an error`],
  "known-ids": () => [
    "It answered only what was asked, and once",
    "It answered what nobody had asked, or twice",
  ],
  "declared-used": (method) => [
    `It does what it declared: ${method}`,
    `What it declared and what it does differ: ${method}`,
  ],
  "server-declared": (method) => [
    "It asks only for what the server declared",
    `It sent ${method}, for which the server declares no capability`,
  ],
  "request-state": (method) => [
    `It continued ${method} with the state unchanged`,
    `It continued ${method} with another state than the server’s`,
  ],
  cancelled: (method) => [`It cancelled ${method || "a request"}`, ""],
  "cancels-own": (method) => [
    "It cancels only its own requests",
    method === ""
      ? "It cancelled a request that it had not sent"
      : `It cancelled ${method}, which nobody may cancel`,
  ],
  waited: (method) => [`It waited for a late answer to ${method}`, ""],
  "asked-again": (method) => [`It asked again for ${method}, with the same arguments`, ""],
  progress: () => ["It got the progress that it asked for", ""],
  "progress-tokens": () => [
    "Its progress tokens are unique",
    "It used a progress token twice while the first request waited",
  ],
  "in-order": (method) => [
    "It waited for the answer to initialize",
    `It sent ${method} before the server had answered initialize`,
  ],
  initialized: () => [
    "It said that it is initialized",
    "It never said that it is initialized",
    "It has not said that it is initialized yet",
  ],
  "unique-ids": () => ["Its requests have ids of their own", "It used an id twice"],
  "valid-messages": () => [
    "What it sends are JSON-RPC messages",
    "It sent what is no JSON-RPC message",
  ],
  "revision-kept": (method) => [
    "Its requests name the revision that was agreed on",
    `It sent requests whose MCP-Protocol-Version is not ${method}`,
  ],
  "session-kept": () => [
    "Its requests have the session id",
    "It sent requests without the session id that the server gave it",
  ],
  "session-renewed": () => [
    "It began another session after the server had lost its own",
    "It did not begin another session after the server had lost its own",
    "It has not begun another session yet",
  ],
  "token-renewed": () => [
    "It came with another token after the server had refused one",
    "It never came with another token after the server had refused one",
    "It has not come with another token yet",
  ],
  "reads-metadata": () => [
    "It read the server’s metadata when it was asked for a token",
    "It never read the server’s metadata after it had been asked for a token",
    "It has not read the server’s metadata yet",
  ],
  registers: () => ["It registered itself", "Its registration was refused"],
  "gets-token": () => ["It got a token", "It was refused a token"],
  "signs-in": () => [
    "It came with a token when it was asked for one",
    "It never came with a token after it had been asked for one",
    "It has not come with a token yet",
  ],
  "goes-on": (greeting) =>
    greeting === ""
      ? [
          "It used the server after it had signed in",
          "It signed in and has asked for nothing since",
          "It has signed in, and asked for nothing yet",
        ]
      : [
          "It used the server after the handshake",
          "It asked for nothing after the handshake",
          "It has asked for nothing since the handshake",
        ],
  calls: () => [
    "It called a tool after it had listed the tools",
    "It listed the tools and has called none yet",
  ],
  "falls-back": () => [
    "It went on when the server did not know server/discover",
    "It asked for nothing after the server had refused server/discover",
    "It has asked for nothing yet since the server refused server/discover",
  ],
  "deprecated-feature": (method) => [
    "It uses no deprecated feature",
    `It uses a deprecated feature: ${features[method as DeprecatedFeature] ?? method}`,
  ],
};

const features: Readonly<Record<DeprecatedFeature, string>> = {
  "client-registration": "dynamic client registration",
  "http-sse": "the HTTP+SSE transport",
  "include-context": "includeContext",
  logging: "log messages of the protocol",
  roots: "roots",
  sampling: "sampling",
};

function sentenceOf({ code, state, method }: ClientAct): string {
  if (state === "not-seen") return `Not seen: ${subjects[code]}`;
  const [ok, wrong, open = wrong] = texts[code](method);
  if (state === "ok") return ok;
  return state === "open" ? open : wrong;
}

/** What is counted, of codes that say something about all of one kind. */
const counted: { readonly [Code in ClientActCode]?: string } = {
  "unique-ids": "request",
  "in-order": "request",
  "server-declared": "request",
  "revision-kept": "request",
  "session-kept": "request",
  "valid-messages": "message",
  "known-ids": "answer",
  "no-errors": "answer",
  "progress-tokens": "token",
  progress: "notification",
};

function detailOf({ code, state, method, count, ms }: ClientAct): string {
  if (state === "not-seen") return "not seen";
  const noun = counted[code];
  if (noun !== undefined) return countText(count, noun);
  if (code === "deprecated-feature") {
    return state === "warning" && Object.hasOwn(deprecations, method)
      ? deprecatedWhen(method as DeprecatedFeature)
      : "";
  }
  if (isPending(code) && (state === "failed" || state === "open")) {
    return `pending ${durationText(ms ?? 0)}`;
  }
  const times = count > 1 ? countText(count, "time") : "";
  if (ms === undefined) return times;
  const time = isAfterwards.has(code) ? `${durationText(ms)} later` : durationText(ms);
  return times === "" ? time : `${times}, the last ${time}`;
}

const isAfterwards: ReadonlySet<ClientActCode> = new Set([
  "listed-again",
  "asked-again",
  "session-renewed",
  "token-renewed",
  "reads-metadata",
  "signs-in",
  "goes-on",
  "calls",
  "falls-back",
]);

/** Whether a statement can be about what has not happened. */
const isPending = (code: ClientActCode) => texts[code]("").length > 2;

/** @returns for example “3 not seen: cancellation, progress and late answers” */
export function notSeenText(acts: readonly ClientAct[]): string {
  const names = acts.filter(({ state }) => state === "not-seen").map(({ code }) => subjects[code]);
  return names.length === 0 ? "" : `${names.length} not seen: ${names.join(", ")}`;
}
