/** `mcp-playground run`: runs the saved calls of a collection on a server and checks their assertions. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Collection, Environment, Variables } from "../../../shared/collections/collection.ts";
import { readCollection } from "../../../shared/collections/readCollection.ts";
import { hasPassed, runCalls } from "../../../shared/collections/runCalls.ts";
import { variablesFor } from "../../../shared/collections/substitute.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { collectionProblemText } from "../../../shared/messages/collectionText.ts";
import { countText } from "../../../shared/messages/countText.ts";
import { validate } from "../../../shared/schema/validate/validate.ts";
import type { RunArguments } from "../arguments/commandArguments.ts";
import { withServer } from "../connection/commandClient.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { connectSentence } from "../reports/failureSentence.ts";
import { junitXml } from "../reports/junit.ts";
import { junitCaseOf, printResult, type RunResult, resultSentences } from "../reports/runReport.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

/** Runs a collection, and prints each call as it ends. */
export async function runCollection(wanted: RunArguments, terminal: Terminal): Promise<ExitCode> {
  const { path, junitPath } = wanted;
  const collection = collectionAt(path);
  if (typeof collection === "string") return terminal.fail(collection, exitCodes.wrongUsage);
  if (collection.calls.length === 0) {
    return terminal.fail(`${path} holds no calls.`, exitCodes.wrongUsage);
  }
  const variables = variablesOf(wanted, collection);
  if (typeof variables === "string") return terminal.fail(variables, exitCodes.wrongUsage);
  const mask = createMask({ ...wanted, values: secretValues(wanted, collection, variables) });
  const masked = maskedTerminal(terminal, mask);
  const results = await run(wanted, collection, variables, mask, masked);
  if (typeof results === "string") {
    return masked.fail(escapeForTerminal(results), exitCodes.couldNotRun);
  }
  const passed = results.filter(({ result }) => hasPassed(result)).length;
  masked.print("");
  masked.print(`${passed} of ${countText(results.length, "call")} passed`);
  const code = passed === results.length ? exitCodes.passed : exitCodes.violations;
  if (junitPath === undefined) return code;
  try {
    writeFileSync(junitPath, junitXml(collection.name, results.map(junitCaseOf)));
  } catch (error) {
    masked.fail(`${junitPath} cannot be written: ${errorMessage(error)}.`, exitCodes.couldNotRun);
    return code === exitCodes.passed ? exitCodes.couldNotRun : code;
  }
  return code;
}

/** Returns the collection, or an error sentence. */
function collectionAt(path: string): Collection | string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return `The file ${path} cannot be read.`;
  }
  const read = readCollection(text);
  if (read.kind === "collection") return read.collection;
  const where = read.at === undefined ? "" : ` at ${read.at}.`;
  return `${path} is not a collection. ${escapeForTerminal(collectionProblemText[read.problem] + where)}`;
}

/** The variables of the run; secrets are read from this process's environment. */
function variablesOf(wanted: RunArguments, collection: Collection): Variables | string {
  const { environmentName, variables } = wanted;
  let environment: Environment | undefined;
  if (environmentName !== undefined) {
    environment = collection.environments.find(({ name }) => name === environmentName);
    if (!environment) {
      const names = collection.environments.map(({ name }) => name).join(", ");
      return `The collection has no environment ${environmentName}. ${names ? `It has ${escapeForTerminal(names)}.` : "It has none."}`;
    }
  }
  const secrets = (environment?.secrets ?? []).flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, JSON.stringify(value)] as const];
  });
  const given = variables.map(([name, value]) => [name, JSON.stringify(value)] as const);
  return variablesFor(collection, environment, Object.fromEntries([...secrets, ...given]));
}

/** The values of the environment's secrets, wherever they were given. */
function secretValues(
  { environmentName }: RunArguments,
  { environments }: Collection,
  variables: Variables,
): readonly string[] {
  const environment = environments.find(({ name }) => name === environmentName);
  return (environment?.secrets ?? []).flatMap((name) => {
    const value: unknown = Object.hasOwn(variables, name) && JSON.parse(variables[name] ?? "null");
    return typeof value === "string" ? [value] : [];
  });
}

/**
 * Runs the calls and prints each result.
 * @returns the results; a sentence if the server could not be connected to
 */
async function run(
  wanted: RunArguments,
  { calls }: Collection,
  variables: Variables,
  mask: (text: string) => string,
  terminal: Terminal,
): Promise<readonly RunResult[] | string> {
  const timeoutMs = wanted.timeoutSeconds * 1000;
  terminal.showStatus("Connecting…");
  const done = await withServer(
    {
      ...wanted,
      timeoutMs,
      connectionId: "run",
      signIn: { terminal, isWanted: wanted.isSignInWanted },
    },
    async (client) => {
      const results: RunResult[] = [];
      await runCalls({
        client,
        calls,
        variables,
        validate: async (schema, text) =>
          withTimeLimit(() => validate(schema, text), timeoutMs) ?? {
            kind: "unchecked",
            reason: { code: "timeout", limitMs: timeoutMs },
          },
        mask,
        signal: new AbortController().signal,
        onBegin: ({ name }) => terminal.showStatus(`running ${escapeForTerminal(name)}`),
        onEnd: (call, result) => {
          const one = { call, result, sentences: resultSentences(result).map(mask) };
          results.push(one);
          printResult(terminal, one);
        },
      });
      return results;
    },
  );
  return "result" in done ? done.result : connectSentence(done.failure);
}
