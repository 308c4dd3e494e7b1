/** Reports the progress of the journeys (`playwright test --reporter`). */
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from "@playwright/test/reporter";
import { createProgress } from "./progress.ts";

/** Environment variable: why the journeys are only listed, and counted as skipped. */
export const skipReasonVariable = "SKIP_JOURNEYS";

export default class PlaywrightReporter implements Reporter {
  readonly #progress = createProgress("journeys");

  onBegin(_config: FullConfig, suite: Suite) {
    const tests = suite.allTests();
    this.#progress.begin(tests.length);
    const reason = process.env[skipReasonVariable];
    if (reason) for (const test of tests) this.#progress.skipped(titleOf(test), reason);
  }

  onTestBegin(test: TestCase) {
    this.#progress.started(titleOf(test));
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const title = titleOf(test);
    const skip = test.annotations.find(({ type }) => type === "skip");
    if (result.status === "skipped") this.#progress.skipped(title, skip?.description);
    else if (test.ok()) this.#progress.passed();
    else this.#progress.failed(title, detailsOf(result));
    this.#progress.ended(title);
  }

  onError(error: TestError) {
    this.#progress.failed("an error outside of the journeys", textOf(error));
  }

  onEnd() {
    this.#progress.end();
  }
}

/** The file with the line, and the titles below it. */
function titleOf(test: TestCase): string {
  const [, , file, ...titles] = test.titlePath();
  return [`${file}:${test.location.line}`, ...titles].join(" > ");
}

function detailsOf({ errors, attachments }: TestResult): string {
  const files = attachments.flatMap(({ name, path }) => (path ? [`${name}: ${path}`] : []));
  return [...errors.map(textOf), ...files].join("\n");
}

function textOf({ stack, message, snippet }: TestError): string {
  return [stack ?? message, snippet].filter(Boolean).join("\n");
}
