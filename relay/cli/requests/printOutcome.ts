/** Prints the outcome of a request. */
import { writeFileSync } from "node:fs";
import type { RequestOutcome } from "../../../shared/client/session/outcome.ts";
import { countText } from "../../../shared/core/countText.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import {
  connectSentence,
  failureAdvice,
  failureQuote,
  failureSentence,
} from "../reports/failureSentence.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { contentToSave, printContent } from "./printContent.ts";
import { printJson, printRaw } from "./printJson.ts";
import type { RequestContext } from "./requestContext.ts";

/** Prints the answer in the chosen format, or why there is none. */
export function printOutcome(
  { wanted, terminal }: RequestContext,
  outcome: RequestOutcome,
): ExitCode {
  if (outcome.kind === "failed" || outcome.kind === "cancelled")
    return printFailed(terminal, outcome);
  const { text, path } = outcome.answer;
  if (wanted.output === "raw") printRaw(terminal, text);
  if (outcome.kind === "error") {
    if (wanted.output !== "json") return printFailed(terminal, outcome);
    printJson(terminal, prettyText(`{"error":${textAt(text, ["error"]) ?? "null"}}`));
    return exitCodes.violations;
  }
  const { value } = outcome;
  const code = getOwn(value, "isError") === true ? exitCodes.violations : exitCodes.passed;
  if (wanted.save !== undefined) {
    const saved = save(terminal, wanted.save, value);
    if (saved !== undefined) return saved;
  } else if (wanted.output === "json") {
    printJson(terminal, prettyText(textAt(text, path) ?? text));
  } else if (wanted.output === "text") printContent(terminal, value);
  if (code === exitCodes.violations) terminal.printError("The tool reported an error.");
  return code;
}

/** Prints why a request has no result. */
export function printFailed(
  terminal: Terminal,
  outcome: Exclude<RequestOutcome, { readonly kind: "result" }>,
): ExitCode {
  if (outcome.kind === "error") {
    const { code, message } = outcome.error;
    const number = Number.isNaN(code) ? "that is not JSON-RPC" : code;
    terminal.printError(`The server answered with error ${number}: ${escapeForTerminal(message)}`);
    return exitCodes.violations;
  }
  if (outcome.kind === "cancelled")
    return terminal.fail("It was cancelled.", exitCodes.couldNotRun);
  printFailure(terminal, outcome.failure);
  return outcome.failure.code === "undeclared" ? exitCodes.violations : exitCodes.couldNotRun;
}

/** @param failure undefined if connecting was cancelled */
export function printFailure(terminal: Terminal, failure: Failure | undefined): void {
  terminal.printError(
    escapeForTerminal(failure ? failureSentence(failure) : connectSentence(failure)),
  );
  const quote = failure && failureQuote(failure);
  if (quote) terminal.note(quote.title);
  for (const line of quote?.lines ?? []) terminal.note(`  ${escapeForTerminal(line)}`);
  const advice = failure && failureAdvice(failure);
  if (advice) terminal.note(escapeForTerminal(advice));
}

/** Writes the content of a result; returns an exit code if that is not possible. */
function save(terminal: Terminal, path: string, result: unknown): ExitCode | undefined {
  const content = contentToSave(result);
  if (!content) return terminal.fail("The result has no content to save.", exitCodes.violations);
  const { bytes, othersCount } = content;
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    return terminal.fail(
      `${path} cannot be written: ${errorMessage(error)}.`,
      exitCodes.couldNotRun,
    );
  }
  terminal.note(
    `${bytes.byteLength.toLocaleString("en")} bytes were written to ${escapeForTerminal(path)}.`,
  );
  if (othersCount > 0) {
    terminal.note(`${countText(othersCount, "other block")} not saved: --output json has all.`);
  }
  return undefined;
}
