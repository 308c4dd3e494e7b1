/** `mcp-playground run`: runs the saved calls of a collection on a server and checks their assertions. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Collection, Environment, Variables } from "../../../shared/collections/collection.ts";
import { readCollection } from "../../../shared/collections/readCollection.ts";
import { hasPassed, runCalls } from "../../../shared/collections/runCalls.ts";
import { variablesFor } from "../../../shared/collections/substitute.ts";
import { errorMessage } from "../../../shared/core/failures/errorMessage.ts";
import { isRevision, revisions } from "../../../shared/mcp/revisions.ts";
import { collectionProblemText } from "../../../shared/messages/collectionText.ts";
import { countText } from "../../../shared/messages/countText.ts";
import type { RunArguments } from "../arguments/commandArguments.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, fail, say } from "../terminal.ts";
import { createCommandClient } from "./commandClient.ts";
import { failureSentence } from "./failureSentence.ts";
import { junitXml, type RunResult } from "./junit.ts";
import { limitedValidate } from "./limitedValidate.ts";
import { printResult, resultSentences } from "./runReport.ts";

/** Runs a collection; exit code 1 if a call has not passed or the server cannot be reached. */
export async function runCollection(wanted: RunArguments): Promise<void> {
  const { path, revision, junitPath } = wanted;
  if (revision !== "auto" && !isRevision(revision)) {
    return fail(`Unknown revision ${revision}. Known revisions: auto, ${revisions.join(", ")}.`, 2);
  }
  const collection = collectionAt(path);
  if (typeof collection === "string") return fail(collection, 2);
  if (collection.calls.length === 0) return fail(`${path} holds no calls.`, 2);
  const variables = variablesOf(wanted, collection);
  if (typeof variables === "string") return fail(variables, 2);
  const mask = createMask(wanted.headers, secretValues(wanted, collection, variables));
  const results = await run(wanted, collection, variables, mask);
  if (typeof results === "string") return fail(escapeForTerminal(results));
  const passed = results.filter(({ result }) => hasPassed(result)).length;
  say("");
  say(`${passed} of ${countText(results.length, "call")} passed`);
  process.exitCode = passed === results.length ? 0 : 1;
  if (junitPath === undefined) return;
  try {
    writeFileSync(junitPath, junitXml(collection.name, results));
  } catch (error) {
    fail(`${junitPath} cannot be written: ${errorMessage(error)}.`);
  }
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
): Promise<readonly RunResult[] | string> {
  const timeoutMs = wanted.timeoutSeconds * 1000;
  const { client, closeLink } = createCommandClient({ ...wanted, timeoutMs, connectionId: "run" });
  try {
    const connected = await client.connect();
    if (connected.kind !== "connected") {
      return connected.kind === "failed"
        ? mask(failureSentence(connected.failure))
        : "It was cancelled.";
    }
    const results: RunResult[] = [];
    await runCalls({
      client: connected,
      calls,
      variables,
      validate: async (schema, text) => limitedValidate(schema, text, timeoutMs),
      mask,
      signal: new AbortController().signal,
      onEnd: (call, result) => {
        const one = { call, result, sentences: resultSentences(result).map(mask) };
        results.push(one);
        printResult(one);
      },
    });
    return results;
  } finally {
    await client.close();
    await closeLink();
  }
}
