/** Reports the progress of the unit and component tests (`vitest --reporter`). */
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from "vitest/node";
import { projectRoot } from "../runScript.ts";
import { createProgress } from "./progress.ts";

type Errors = Parameters<NonNullable<Reporter["onTestRunEnd"]>>[1];

export default class VitestReporter implements Reporter {
  readonly #progress = createProgress("files");
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart(files: readonly unknown[]) {
    this.#progress.begin(files.length);
  }

  onTestModuleStart(module: TestModule) {
    this.#progress.started(pathOf(module));
  }

  onTestCaseResult(test: TestCase) {
    const result = test.result();
    const title = `${pathOf(test.module)} > ${test.fullName}`;
    if (result.state === "passed") this.#progress.passed();
    else if (result.state === "skipped") this.#progress.skipped(title, result.note);
    else this.#fail(title, result.errors ?? []);
  }

  onTestSuiteResult(suite: TestSuite) {
    const errors = suite.errors();
    if (errors.length > 0) this.#fail(`${pathOf(suite.module)} > ${suite.fullName}`, errors);
  }

  onTestModuleEnd(module: TestModule) {
    const errors = module.errors();
    if (errors.length > 0) this.#fail(pathOf(module), errors);
    this.#progress.ended(pathOf(module));
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: Errors) {
    if (errors.length > 0) this.#fail("an error outside of the tests", errors);
    this.#progress.end();
  }

  #fail(title: string, errors: Errors) {
    const format = (error: unknown) =>
      this.#vitest?.logger.formatError(error, { showCodeFrame: true }).output ?? String(error);
    this.#progress.failed(title, errors.map(format).join("\n"));
  }
}

function pathOf(module: TestModule): string {
  return relative(projectRoot, module.moduleId);
}
