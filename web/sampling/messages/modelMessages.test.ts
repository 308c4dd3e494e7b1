import { expect, test } from "vitest";
import type { ModelFailure } from "../../../shared/models/model.ts";
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

function failed(
  code: ModelFailure["code"],
  evidence: ModelFailure["evidence"] = {},
  more: Partial<FailedRun> = {},
): FailedRun {
  const failure = { code, evidence: { url: "http://models.example/v1/x", ...evidence } };
  return { failure, model, relayFailure: undefined, isReached: false, ...more };
}
const wordsOf = (run: FailedRun, protocol = "http:") => {
  const { what, why, quote = "", next } = modelFailureText(run, page(protocol));
  return [what, why, quote, ...next].join("\n");
};

test.each<[ModelFailure["code"], ModelFailure["evidence"], string[]]>([
  ["unusable-url", { why: "query" }, ["query", "Key"]],
  ["unusable-key", {}, ["header"]],
  ["unusable-request", {}, ["messages"]],
  ["unreachable", { reason: "Failed to fetch" }, ["Could not connect to models.example", "Relay"]],
  ["redirected", { status: 302 }, ["redirects", "key"]],
  ["unauthorized", { status: 401, message: "bad key" }, ["401", "bad key"]],
  ["not-found", { model: "m-1", message: "no m-1" }, ["m-1", "/v1"]],
  ["rate-limited", { retryAfterSeconds: 20 }, ["429", "20 s"]],
  ["rejected", { status: 400, message: "no images" }, ["400", "no images", "Traffic"]],
  ["provider-error", { status: 529, message: "overloaded" }, ["529", "overloaded"]],
  ["provider-error", { status: 502, message: "", contentType: "text/html" }, ["an HTML page"]],
  ["incomplete", { receivedBytes: 2500 }, ["2.5 kB", "Use what arrived".toLowerCase()]],
  ["refused", { reason: "safety", message: "I cannot" }, ["safety", "I cannot"]],
  ["malformed-reply", { reason: "no choices", text: "<html>" }, ["no choices", "<html>"]],
  ["over-limit", { limit: "timeMs", maximum: 600_000 }, ["10 min"]],
  ["over-limit", { limit: "replyBytes", maximum: 64_000_000 }, ["64.0 MB"]],
  ["aborted", {}, ["Stopped"]],
  ["not-available", { availability: "downloadable" }, ["not downloaded"]],
])("%s says what happened and what to do", (code, evidence, expected) => {
  const run = failed(code, evidence);
  for (const words of expected) expect(wordsOf(run)).toContain(words);
  expect(modelFailureText(run, page("http:")).next).not.toEqual([]);
  expect(wordsOf(run)).not.toMatch(/undefined|null|NaN/);
});

test("a server that does not allow the page is distinguished from one that does not answer", () => {
  const run = failed("unreachable", { reason: "Failed to fetch" }, { isReached: true });
  expect(wordsOf(run)).toContain("models.example does not allow this page");
  expect(wordsOf(run)).toContain("OLLAMA_ORIGINS=http://playground.example");
  expect(mayRouteHelp(run)).toBe(true);
});

test("a page on https must not connect to plain http, except on this machine", () => {
  const run = failed("unreachable", { reason: "Failed to fetch" });
  expect(wordsOf(run, "https:")).toContain("mixed content");
  const local = failed("unreachable", { url: "http://localhost:11434/v1", reason: "x" });
  expect(wordsOf(local, "https:")).not.toContain("mixed content");
});

test("a failure of the relay has the relay's message", () => {
  const relayFailure = { code: "network", url: "http://127.0.0.1:6280/", reason: "x" } as const;
  const run = failed("unreachable", {}, { relayFailure, model: { ...model, route: "relay" } });
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
