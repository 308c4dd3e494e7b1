/** Sentences about what the client of a tap did. */
import type { ClientAct, ClientActCode } from "../../../shared/taps/clientActs.ts";
import type { FaultEvent, FaultOutcome } from "../../../shared/taps/faultSummary.ts";
import { formatCount, formatMs } from "../../messages/quantities.ts";

/** One statement about the client. */
export interface ActStatement {
  readonly state: ClientAct["state"];
  readonly sentence: string;
  /** What was seen, in numbers. */
  readonly detail: string;
  readonly seqs: readonly number[];
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
  answered: "answers to requests of the server",
  cancelled: "cancellation",
  waited: "late answers",
  "unique-ids": "ids",
  initialized: "the end of the handshake",
  progress: "progress",
};

export function actStatement(act: ClientAct): ActStatement {
  return { state: act.state, sentence: sentenceOf(act), detail: detailOf(act), seqs: act.seqs };
}

function sentenceOf({ code, state, method }: ClientAct): string {
  const isOk = state === "ok";
  switch (code) {
    case "listed-again": {
      const lists = listNames[method] ?? method;
      if (isOk) return `It listed the ${lists} again after “list changed”`;
      return state === "open"
        ? `It has not listed the ${lists} again yet`
        : `It never listed the ${lists} again after “list changed”`;
    }
    case "answered":
      if (isOk) return `It answered ${method}`;
      return state === "open" ? `It has not answered ${method} yet` : `It did not answer ${method}`;
    case "cancelled":
      return `It cancelled ${method || "a request"}`;
    case "waited":
      return `It waited for a late answer to ${method}`;
    case "unique-ids":
      return isOk ? "Its requests have ids of their own" : "It used an id twice";
    case "initialized":
      if (isOk) return "It said that it is initialized";
      return state === "open"
        ? "It has not said that it is initialized yet"
        : "It never said that it is initialized";
    case "progress":
      return "It got the progress that it asked for";
  }
}

function detailOf({ code, state, count, ms = 0 }: ClientAct): string {
  if (state === "not-seen") return "not seen";
  if (code === "unique-ids") return formatCount(count, "request");
  if (code === "progress") return formatCount(count, "notification");
  if (state !== "ok") return `pending ${formatMs(ms)}`;
  if (code === "initialized") return "";
  const time = code === "listed-again" ? `${formatMs(ms)} later` : formatMs(ms);
  return count > 1 ? `${formatCount(count, "time")}, the last ${time}` : time;
}

/** @returns for example “3 not seen: cancellation, progress and late answers” */
export function notSeenText(acts: readonly ClientAct[]): string {
  const names = acts.filter(({ state }) => state === "not-seen").map(({ code }) => subjects[code]);
  return names.length === 0 ? "" : `${names.length} not seen: ${names.join(", ")}`;
}

const faultSentences: Readonly<Record<FaultOutcome, string>> = {
  retried: "It retried after a fault",
  reconnected: "It connected again after a fault",
  "gave-up": "It gave up after a fault",
  corrupted: "It sent errors after a fault",
  "went-on": "It went on with something else after a fault",
  answered: "It got an answer in spite of a fault",
  ended: "Its session ended after a fault, and it sent nothing more",
  hung: "It sent nothing for 10 s after a fault",
  waiting: "It has sent nothing since a fault",
};

const faultStates: { readonly [K in FaultOutcome]?: ClientAct["state"] } = {
  corrupted: "failed",
  hung: "failed",
  waiting: "open",
};

/** What the client did after faults with the same outcome; the newest one proves it. */
export function faultStatement(events: readonly FaultEvent[]): ActStatement | undefined {
  const last = events.at(-1);
  if (!last) return undefined;
  const { outcome, againMs, seqs } = last;
  const times = events.length > 1 ? [formatCount(events.length, "time")] : [];
  const again = againMs === undefined ? [] : [`same arguments ${formatMs(againMs)} later`];
  return {
    state: faultStates[outcome] ?? "ok",
    sentence: faultSentences[outcome],
    detail: [...times, ...again].join(", "),
    seqs,
  };
}
