/** Checks that every error message says what happened, why, and what to do. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  authorizationViolation,
  type ProblemCode,
} from "../../shared/protocol/failures/authorizationProblem.ts";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import { forwardCodes } from "../../shared/protocol/failures/forwardFacts.ts";
import type { RevisionRefusal } from "../../shared/protocol/failures/refusal.ts";
import { startProblems } from "../../shared/protocol/failures/startProblem.ts";
import type { ErrorText } from "../messages/errorText.ts";
import { failureText } from "../messages/failureMessages.ts";
import { forwardErrorText } from "../messages/network/forwardMessages.ts";
import type { RelayState } from "../relay/store/relayState.ts";
import { relayStateText } from "../servers/messages/relayMessages.ts";
import { relayStatus } from "../servers/messages/relayStatus.ts";
import { openErrorText } from "../sessions/messages/openMessages.ts";
import type { OpenProblem } from "../sessions/store/openedRecording.ts";
import { authorizationProblemText } from "../signIn/messages/authorizationProblemMessages.ts";

const url = "http://127.0.0.1:3001/mcp";
const body = "<html>";

const refusals: readonly RevisionRefusal[] = [
  { kind: "error", code: -32601, message: "Method not found" },
  { kind: "error", code: Number.NaN, message: "" },
  { kind: "status", status: 400 },
  { kind: "unsupported", supported: ["2025-11-25"] },
  { kind: "unsupported", supported: [] },
  { kind: "no-revision" },
  { kind: "timeout" },
  { kind: "network", reason: "Failed to fetch" },
  { kind: "exited" },
  { kind: "no-mcp", failure: "not-json" },
];

const failures: readonly Failure[] = [
  { code: "network", url, reason: "Failed to fetch" },
  ...[400, 401, 403, 404, 405, 406, 415, 500, 503].map((status) => ({
    code: "http-status" as const,
    status,
    statusText: "",
    url,
    body,
  })),
  { code: "not-mcp", status: 200, contentType: "", url, body },
  { code: "not-json", reason: "Unexpected end of JSON input.", body },
  { code: "no-answer", status: 200 },
  { code: "stream-broken", reason: "network error." },
  { code: "stream-broken" },
  { code: "session-lost", status: 404 },
  { code: "line-break" },
  { code: "no-endpoint", url },
  { code: "no-endpoint", url, afterMs: 10_000 },
  { code: "foreign-endpoint", url, endpoint: "http://evil.example/messages" },
  { code: "timeout", afterMs: 60_000 },
  ...startProblems.map((problem) => ({
    code: "not-started" as const,
    command: "nod",
    problem,
    reason: "There is no program named nod on the relay's PATH",
  })),
  { code: "exited", exitCode: 3, signal: null, stderr: "I need a key." },
  ...[0, 1, 126, 127].map((exitCode) => ({
    code: "exited" as const,
    exitCode,
    signal: null,
    stderr: "",
  })),
  ...["SIGTERM", "SIGINT", "SIGHUP", "SIGSEGV", "SIGABRT", "SIGXCPU"].map((signal) => ({
    code: "exited" as const,
    exitCode: null,
    signal,
    stderr: "",
  })),
  { code: "exited", exitCode: null, signal: "SIGKILL", stderr: "" },
  { code: "relay-unreachable", reason: "" },
  { code: "relay-refused", reason: "The token is not valid." },
  { code: "relay-refused", reason: "" },
  { code: "relay-refused", reason: "", closeCode: 4001 },
  { code: "stray-output", text: "Listening on port 80" },
  { code: "stray-output", text: "Listening on port 80", afterMs: 60_000 },
  { code: "credentials", url, reason: "The database is closing." },
  ...refusals.map((refusal) => ({ code: "handshake" as const, refusal })),
  { code: "process-gone", command: "npx" },
  { code: "process-taken" },
  ...[true, false].map((mayHideSession) => ({
    code: "initialized-refused" as const,
    status: 400,
    statusText: "Bad Request",
    url,
    body,
    mayHideSession,
  })),
  ...refusals.map((refusal) => ({
    code: "revision-not-supported" as const,
    revision: "2026-07-28",
    refusal,
  })),
  { code: "too-many-rounds", rounds: 10 },
  { code: "input-refused", method: "roots/list" },
  { code: "closed" },
];

const address = "http://127.0.0.1:6280/";
const version = "1.2.3";

const relayStates: readonly RelayState[] = [
  { kind: "idle", address },
  { kind: "permission-needed", address },
  { kind: "permission-denied", address },
  { kind: "not-running", address },
  { kind: "wrong-version", address, version, isOlder: true },
  { kind: "wrong-version", address, version, isOlder: false },
  { kind: "pairing-needed", address, isOwnPage: true, version, reason: undefined },
  { kind: "pairing-needed", address, isOwnPage: true, version, reason: "The relay was restarted" },
  { kind: "pairing-needed", address, isOwnPage: true, version, reason: undefined, link: "used" },
  { kind: "pairing-needed", address, isOwnPage: true, version, reason: undefined, link: "unknown" },
  ...(["not-through-proxy", "identity-ambiguous", "role-missing", "may-only-look"] as const).map(
    (link) => ({
      kind: "pairing-needed" as const,
      address,
      isOwnPage: true,
      version,
      reason: undefined,
      link,
    }),
  ),
  { kind: "no-sessions", address, version },
  { kind: "reconnecting", address, attempt: 2 },
];

/** A value for every piece of evidence that messages quote. */
const evidence: Record<string, string> = Object.fromEntries(
  ["algorithm", "announced", "asked", "claim", "contentType", "description", "error", "expected"]
    .concat(["found", "from", "granted", "header", "issuer", "member", "parameter", "place"])
    .concat(["position", "reason", "scope", "tried", "value", "wanted", "what"])
    .map((name) => [name, `the sent ${name}`] as const),
);

/** The members of a union of string literals in a source file, each on a line of its own. */
function codesIn<Code extends string>(path: string, pattern = /^ {2}\| "([a-z-]+)"/gm): Code[] {
  const source = readFileSync(new URL(path, import.meta.url), "utf8");
  return [...source.matchAll(pattern)].map(([, code]) => code as Code);
}

const authorizationCodes = codesIn<ProblemCode>(
  "../../shared/protocol/failures/authorizationProblem.ts",
);
const openCodes = codesIn<OpenProblem["code"]>(
  "../sessions/messages/openMessages.ts",
  /^ {2}"?([a-z-]+)"?:(?= |$)/gm,
).filter((code) => !["link", "sealed", "file", "live"].includes(code));

const rows: readonly (readonly [code: string, text: ErrorText])[] = [
  ...failures.map((failure) => [failure.code, failureText(failure)] as const),
  ...authorizationCodes.map((code) => {
    const problem = authorizationViolation(code, "token-error", {
      ...evidence,
      url,
      why: "no-secret",
    });
    return [code, authorizationProblemText(problem)] as const;
  }),
  ...relayStates.map((state) => [state.kind, relayStateText(state)] as const),
  ...forwardCodes.map((code) => {
    return [code, forwardErrorText(url, { code, reason: "It was refused" })] as const;
  }),
  ...(["link", "sealed", "file", "live"] as const).flatMap((source) =>
    openCodes.map((code) => [`${source} ${code}`, openErrorText({ source, code })] as const),
  ),
];

test.each(rows)("%s says what happened, why, and what to do", (code, { what, why, next }) => {
  expect(what).toMatch(/^[\w“].*[^.]$/);
  expect(what).not.toBe(code);
  expect(why).toMatch(/\S+ \S+ \S+/);
  expect(next.length).toBeGreaterThan(0);
  for (const step of next) expect(step).toMatch(/^[A-Z].*[\w.?)/]$/);
  expect([what, why, ...next].join(" ")).not.toMatch(/undefined|null(?!\.)|NaN|\[object/);
});

test("the table has the codes that the sources declare", () => {
  expect(authorizationCodes.length).toBeGreaterThan(40);
  expect(openCodes.length).toBeGreaterThan(15);
});

test("every state of the relay has a status of its own", () => {
  const words = new Set(relayStates.map(relayStatus));
  expect(words.size).toBe(new Set(relayStates.map(({ kind }) => kind)).size);
  expect([...words].join(" ")).not.toMatch(/undefined|null|NaN/);
});
