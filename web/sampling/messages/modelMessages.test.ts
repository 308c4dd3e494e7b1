import { expect, test } from "vitest";
import type { ModelFailure } from "../../../shared/models/modelFailure.ts";
import { configuredAt } from "../store/models.fixture.ts";
import {
  type FailedRun,
  mayRouteHelp,
  modelChoiceText,
  modelFailureText,
} from "./modelMessages.ts";

const baseUrls = { openai: "http://models.example/v1", anthropic: "", google: "" };
const model = configuredAt({ baseUrls }, "openai");
const page = (protocol: string) =>
  ({ protocol, origin: `${protocol}//playground.example` }) as Location;

const url = "http://models.example/v1/x";

function failed(failure: ModelFailure, more: Partial<FailedRun> = {}): FailedRun {
  return { failure, model, relayFailure: undefined, isReached: false, ...more };
}
const answered = (status: number, message = "") => ({ url, status, message });
const unreachable: ModelFailure<"unreachable"> = {
  code: "unreachable",
  evidence: { url, reason: "Failed to fetch", crossOrigin: true },
};
const wordsOf = (run: FailedRun, protocol = "http:") => {
  const { what, why, quote = "", next } = modelFailureText(run, page(protocol));
  return [what, why, quote, ...next].join("\n");
};

test.each<readonly [ModelFailure, string[]]>([
  [{ code: "unusable-url", evidence: { url: "", why: "query" } }, ["query", "Key"]],
  [{ code: "unusable-key", evidence: {} }, ["header"]],
  [{ code: "unusable-request", evidence: {} }, ["messages"]],
  [unreachable, ["Could not connect to models.example", "Relay"]],
  [{ code: "redirected", evidence: { url, status: 302 } }, ["redirects", "key"]],
  [{ code: "unauthorized", evidence: answered(401, "bad key") }, ["401", "bad key"]],
  [{ code: "not-found", evidence: { ...answered(404, "no m-1"), model: "m-1" } }, ["m-1", "/v1"]],
  [
    { code: "rate-limited", evidence: { ...answered(429), retryAfterSeconds: 20 } },
    ["429", "20 s"],
  ],
  [{ code: "rejected", evidence: answered(400, "no images") }, ["400", "no images", "Traffic"]],
  [
    {
      code: "provider-error",
      evidence: { ...answered(529, "overloaded"), retryAfterSeconds: null },
    },
    ["529", "overloaded"],
  ],
  [
    {
      code: "provider-error",
      evidence: { ...answered(502), contentType: "text/html", retryAfterSeconds: null },
    },
    ["an HTML page"],
  ],
  [{ code: "incomplete", evidence: { receivedBytes: 2500 } }, ["2.5 kB", "use what arrived"]],
  [
    { code: "refused", evidence: { reason: "safety", message: "I cannot" } },
    ["safety", "I cannot"],
  ],
  [
    { code: "malformed-reply", evidence: { reason: "no choices", text: "<html>" } },
    ["no choices", "<html>"],
  ],
  [{ code: "over-limit", evidence: { limit: "timeMs", maximum: 600_000 } }, ["10 min"]],
  [{ code: "over-limit", evidence: { limit: "replyBytes", maximum: 64_000_000 } }, ["64.0 MB"]],
  [{ code: "aborted", evidence: {} }, ["Stopped"]],
  [{ code: "not-available", evidence: { availability: "downloadable" } }, ["not downloaded"]],
  [{ code: "not-recorded", evidence: {} }, ["no further answer"]],
])("$0.code says what happened and what to do", (failure, expected) => {
  const run = failed(failure);
  for (const words of expected) expect(wordsOf(run)).toContain(words);
  expect(modelFailureText(run, page("http:")).next).not.toEqual([]);
  expect(wordsOf(run)).not.toMatch(/undefined|null|NaN/);
});

test("a server that does not allow the page is distinguished from one that does not answer", () => {
  const run = failed(unreachable, { isReached: true });
  expect(wordsOf(run)).toContain("models.example does not allow this page");
  expect(wordsOf(run)).toContain("OLLAMA_ORIGINS=http://playground.example");
  expect(mayRouteHelp(run)).toBe(true);
});

test("a page on https must not connect to plain http, except on this machine", () => {
  const run = failed(unreachable);
  expect(wordsOf(run, "https:")).toContain("mixed content");
  const { evidence } = unreachable;
  const onThisMachine = { ...evidence, url: "http://localhost:11434/v1" };
  const local = failed({ ...unreachable, evidence: onThisMachine });
  expect(wordsOf(local, "https:")).not.toContain("mixed content");
});

test("a failure of the relay has the relay's message", () => {
  const relayFailure = { code: "network", url: "http://127.0.0.1:6280/", reason: "x" } as const;
  const run = failed(unreachable, { relayFailure, model: { ...model, route: "relay" } });
  expect(wordsOf(run)).toContain("127.0.0.1:6280");
  expect(mayRouteHelp(run)).toBe(false);
});

test("a choice is explained by all of its reasons", () => {
  const text = modelChoiceText([
    { code: "hint-without-match", hint: "a" },
    { code: "hint", hint: "b", name: "b-1", matches: 2 },
    { code: "first" },
  ]);
  expect(text).toBe(
    "No model matches the hint “a”. The hint “b” is part of b-1 and of 1 more. No hint of the request distinguishes the models: it is the first in your list.",
  );
});
