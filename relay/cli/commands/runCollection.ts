/** `mcp-playground run`: runs the saved calls of a collection on a server and checks their assertions. */
import type { Collection, Environment, Variables } from "../../../shared/collections/collection.ts";
import { runCalls } from "../../../shared/collections/runCalls.ts";
import { variablesFor } from "../../../shared/collections/substitute.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import type { RunArguments } from "../arguments/runArguments.ts";
import { withServer } from "../connection/commandClient.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { deliverReport } from "../reports/deliverReport.ts";
import { connectSentence } from "../reports/failureSentence.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import {
  printResult,
  printRunReport,
  type RunResult,
  resultSentences,
  runVerdict,
} from "../reports/runReport.ts";
import { createMask, type SecretMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import { readCollectionFile } from "./inputFiles.ts";
import { timedChecks } from "./timedChecks.ts";

/** Runs a collection, prints each call as it ends, and reports the results. */
export async function runCollection(wanted: RunArguments, terminal: Terminal): Promise<ExitCode> {
  const { path, report: options } = wanted;
  const collection = readCollectionFile(path);
  if (collection.calls.length === 0) {
    return terminal.fail(`${path} holds no calls.`, exitCodes.wrongUsage);
  }
  const variables = variablesOf(wanted, collection);
  if (typeof variables === "string") return terminal.fail(variables, exitCodes.wrongUsage);
  const server = await serverOfCommand(wanted, terminal);
  const mask = createMask({ ...server, values: secretValues(wanted, collection, variables) });
  const masked = maskedTerminal(terminal, mask);
  const startedAt = new Date();
  const { results, failure, agreement, transport, log } = await run(wanted, collection, {
    server,
    variables,
    mask,
    terminal: masked,
  });
  const evidenceOf = createEvidence(log, mask);
  const verdicts = await Promise.all(results.map((result) => runVerdict(result, evidenceOf)));
  const unreached: RuleVerdict = {
    rule: "connects",
    outcome: "could-not-run",
    sentence: connectSentence(failure),
    evidence: [],
  };
  const report = reportOfCommand({
    examination: "run",
    title: collection.name,
    startedAt,
    server: agreement && { ...agreement.serverInfo, revision: agreement.revision, transport },
    verdicts: agreement ? verdicts : [unreached],
    mask,
  });
  return deliverReport(report, options, {
    terminal,
    artifact: encodeURI(path),
    printText: (each) => printRunReport(masked, each),
  });
}

/** The variables of the run; secrets are read from this process's environment. */
function variablesOf(wanted: RunArguments, collection: Collection): Variables | string {
  const { environment: environmentName, variables } = wanted;
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
  { environment: environmentName }: RunArguments,
  { environments }: Collection,
  variables: Variables,
): readonly string[] {
  const environment = environments.find(({ name }) => name === environmentName);
  return (environment?.secrets ?? []).flatMap((name) => {
    const value: unknown = Object.hasOwn(variables, name) && JSON.parse(variables[name] ?? "null");
    return typeof value === "string" ? [value] : [];
  });
}

interface RunContext {
  readonly server: ResolvedServer;
  readonly variables: Variables;
  readonly mask: SecretMask;
  readonly terminal: Terminal;
}

/** Runs the calls; as text, prints each result. */
async function run(
  wanted: RunArguments,
  { calls }: Collection,
  { server, variables, mask, terminal }: RunContext,
) {
  const { timeoutMs } = wanted;
  const results: RunResult[] = [];
  terminal.showStatus("Connecting…");
  const options = {
    ...wanted,
    ...server,
    connectionId: "run",
    signIn: { terminal, isWanted: wanted.authorize, mask },
  };
  const done = await withServer(options, async (client) => {
    await runCalls({
      client,
      calls,
      variables,
      ...timedChecks(timeoutMs),
      mask,
      signal: new AbortController().signal,
      onBegin: ({ name }) => terminal.showStatus(`running ${escapeForTerminal(name)}`),
      onEnd: (call, result) => {
        const one = { call, result, sentences: resultSentences(result).map(mask) };
        results.push(one);
        if (wanted.report.output === "text") printResult(terminal, one);
      },
    });
    return client;
  });
  const { log } = done;
  if ("failure" in done) {
    return { log, results, failure: done.failure, agreement: undefined, transport: undefined };
  }
  const { agreement, transport } = done.result;
  return { log, results, failure: undefined, agreement, transport: transport.kind };
}
