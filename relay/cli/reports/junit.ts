/** Writes the results of saved calls as JUnit XML, which CI systems read. */

import type { SavedCall } from "../../../shared/collections/collection.ts";
import { type CallResult, hasPassed } from "../../../shared/collections/runCalls.ts";

export interface RunResult {
  readonly call: SavedCall;
  readonly result: CallResult;
  /** Why it has not passed, without secrets. */
  readonly sentences: readonly string[];
}

/**
 * Writes one test case for each call.
 * @param suite the name of the collection
 * @see https://github.com/testmoapp/junitxml
 */
export function junitXml(suite: string, results: readonly RunResult[]): string {
  const of = (kind: Kind) => results.filter(({ result }) => kindOf(result) === kind).length;
  const counts = `tests="${results.length}" failures="${of("failure")}" errors="${of("error")}"`;
  const seconds = results.reduce((sum, { result }) => sum + secondsOf(result), 0);
  const cases = results.map(({ call, result, sentences }) => {
    const head = `    <testcase name="${escaped(call.name)}" classname="${escaped(suite)}" time="${secondsOf(result)}"`;
    const kind = kindOf(result);
    if (kind === "passed") return `${head} />`;
    const [first = "", ...more] = sentences;
    const body = [first, ...more].map(escaped).join("\n");
    return `${head}>\n      <${kind} message="${escaped(first)}">${body}</${kind}>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts} time="${seconds}">`,
    `  <testsuite name="${escaped(suite)}" ${counts} time="${seconds}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

type Kind = "passed" | "failure" | "error";

/** A failure is an assertion that does not hold, an error a call without an answer. */
function kindOf(result: CallResult): Kind {
  if (hasPassed(result)) return "passed";
  return result.kind === "answered" ? "failure" : "error";
}

function secondsOf(result: CallResult): number {
  return result.kind === "answered" ? Math.round(result.ms) / 1000 : 0;
}

/** XML 1.0 has no way to write most control characters, so they are replaced. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
