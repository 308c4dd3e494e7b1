/** Writes results as JUnit XML, which CI systems read. */

/** A call or a case with its result. */
export interface JunitCase {
  readonly name: string;
  /** A failure is an expectation that does not hold, an error one that could not be checked. */
  readonly outcome: "passed" | "failure" | "error";
  readonly milliseconds: number;
  /** Why it has not passed, without secrets. */
  readonly sentences: readonly string[];
}

/**
 * @param suite the name of the collection or suite
 * @see https://github.com/testmoapp/junitxml
 */
export function junitXml(suite: string, results: readonly JunitCase[]): string {
  const of = (kind: JunitCase["outcome"]) =>
    results.filter(({ outcome }) => outcome === kind).length;
  const counts = `tests="${results.length}" failures="${of("failure")}" errors="${of("error")}"`;
  const seconds = results.reduce((sum, result) => sum + secondsOf(result), 0);
  const cases = results.map((result) => {
    const { name, outcome, sentences } = result;
    const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}" time="${secondsOf(result)}"`;
    if (outcome === "passed") return `${head} />`;
    const [first = "", ...more] = sentences;
    const body = [first, ...more].map(escaped).join("\n");
    return `${head}>\n      <${outcome} message="${escaped(first)}">${body}</${outcome}>\n    </testcase>`;
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

function secondsOf({ milliseconds }: JunitCase): number {
  return Math.round(milliseconds) / 1000;
}

/** XML 1.0 has no way to write most control characters, so they are replaced. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
