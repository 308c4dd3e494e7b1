/** `mcp-playground eval`: lets models choose tools of a server, and checks what they chose. */

import { writeFileSync } from "node:fs";
import { readAppTool } from "../../../shared/apps/appTool.ts";
import type { Connected } from "../../../shared/client/connected.ts";
import { startCall } from "../../../shared/collections/runCalls.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { evalServer, missingServers } from "../../../shared/evals/evalServers.ts";
import { countRuns, readSuite } from "../../../shared/evals/evalSuite.ts";
import { type EvalRun, runSuite, wasNotAsked } from "../../../shared/evals/runSuite.ts";
import { withSkillCases } from "../../../shared/evals/skillCases.ts";
import { skillReader } from "../../../shared/evals/skillReader.ts";
import { summarizeSuite } from "../../../shared/evals/summary.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import { modelFailureSentence } from "../../../shared/messages/evalSentences.ts";
import {
  type OfferedTool,
  offerTools,
  type ToolSource,
} from "../../../shared/models/agent/offeredTools.ts";
import { type ToolCallEnd, toolCallEnd } from "../../../shared/models/agent/toolResults.ts";
import { defaultTurnLimits, type ToolUse } from "../../../shared/models/agent/turn.ts";
import { validate } from "../../../shared/schema/validate/validate.ts";
import type { EvalArguments } from "../arguments/evalArguments.ts";
import { evalModels } from "../connection/evalModels.ts";
import { type ConnectedServer, suiteServers, withServers } from "../connection/suiteServers.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import { deliverReport } from "../reports/deliverReport.ts";
import {
  evalJson,
  evalMarkdown,
  evalVerdict,
  printBaseline,
  printRun,
  printSummary,
} from "../reports/evalReport.ts";
import { connectSentence, failureSentence } from "../reports/failureSentence.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import { frozenRunsAt, recordedCallsAt } from "./evalRecordings.ts";
import { readInputFile } from "./inputFiles.ts";
import { lintLog } from "./lintLog.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

export async function evaluate(wanted: EvalArguments, terminal: Terminal): Promise<ExitCode> {
  const suite = suiteAt(wanted.path);
  const control = new AbortController();
  const { models, judge, keys } = evalModels(wanted, {
    signal: control.signal,
    onWait: (model, seconds) =>
      terminal.note(escapeForTerminal(`${model} limits requests: waits ${seconds} s.`)),
  });
  const { recorded: recordedPath, frozen: frozenPath } = wanted;
  const recordedCalls =
    recordedPath === undefined ? undefined : await recordedCallsAt(recordedPath);
  const frozen = frozenPath === undefined ? undefined : frozenRunsAt(frozenPath);
  const servers = await suiteServers(wanted, suite, terminal);
  const mask = createMask({
    target: servers.map(({ target }) => target),
    headers: servers.flatMap(({ headers }) => headers),
    values: keys,
  });
  const masked = maskedTerminal(terminal, mask);
  const isText = wanted.report.output === "text";
  const startedAt = new Date();
  const runs: EvalRun[] = [];
  const names = models.map(({ name }) => name);
  masked.showStatus("Connecting…");
  const done = await withServers(
    wanted,
    { servers, terminal: masked, mask },
    async (connected, log) => {
      const known = connected.map(({ id, name, client }) => ({
        ...evalServer(id, name, client.agreement.serverInfo),
        client,
      }));
      const missing = missingServers(suite, known);
      if (missing.length > 0) throw new CommandError(missingText(missing), exitCodes.couldNotRun);
      const tools = await toolsOfServers(connected);
      const compared = await withSkillCases(suite, skillReader(known, control.signal));
      const [unread] = compared.unread;
      if (unread !== undefined) {
        throw new CommandError(
          escapeForTerminal(
            `The skill ${unread} could not be read as text that a server lists and that is what its entry says.`,
          ),
          exitCodes.couldNotRun,
        );
      }
      const total = countRuns(compared.suite, names, wanted.repeat);
      const end = await runSuite({
        suite: compared.suite,
        models,
        tools,
        servers: known,
        repeat: wanted.repeat,
        isDry: wanted.dry,
        maxTokens: wanted.maxTokens,
        limits: defaultTurnLimits,
        budget: wanted.budget,
        call: (use) => callTool(connected, use, { kind: "eval", id: suite.name }),
        allowed: wanted.allowed,
        recordedCalls,
        frozen,
        judge,
        // a pattern of a suite may take forever
        fits: (schema, value) =>
          withTimeLimit(() => isValid(schema, JSON.stringify(value)), 1000) ?? false,
        findings: async () =>
          (await lintLog(log)).filter(({ severity }) => severity !== "note").length,
        now: systemClock.now,
        signal: control.signal,
        onBegin(run) {
          const at = `${runs.length + 1} of ${total}`;
          masked.showStatus(escapeForTerminal(`${at}: ${run.case.name}, ${run.model}`));
        },
        onRun(run) {
          runs.push(run);
          if (isText) printRun(masked, run);
        },
      });
      return { end, tools, clients: connected.map(({ client }) => client) };
    },
  );
  if (!("result" in done)) {
    const { name } = done.server;
    const sentence = `${name === undefined ? "" : `${name}: `}${connectSentence(done.failure)}`;
    return masked.fail(escapeForTerminal(sentence), exitCodes.couldNotRun);
  }
  const { end, tools, clients } = done.result;
  const summary = summarizeSuite(runs, tools);
  if (isText) printSummary(masked, summary);
  write(wanted.json, () => evalJson(suite, runs, summary, mask));
  write(wanted.markdown, () => mask(evalMarkdown(suite, summary)));
  const report = reportOfCommand({
    examination: "eval",
    title: suite.name,
    startedAt,
    server: serverFacts(clients),
    verdicts: runs.map(evalVerdict),
    mask,
  });
  const code = deliverReport(report, wanted.report, {
    terminal,
    artifact: encodeURI(wanted.path),
    printText: ({ verdicts }) => printBaseline(masked, verdicts),
  });
  const failed = runs.find(wasNotAsked);
  if (failed?.end.kind === "failed") {
    const { failure } = failed.end;
    const sentence = `${failed.model}: ${modelFailureSentence(failure)}`;
    return masked.fail(escapeForTerminal(sentence), exitCodes.couldNotRun);
  }
  if (end.kind === "budget") {
    return masked.fail("The budget is used up; some cases have not run.", exitCodes.couldNotRun);
  }
  return code;
}

/** @throws CommandError if there is no suite */
function suiteAt(path: string) {
  const read = readSuite(readInputFile(path));
  if (read.kind === "suite") return read.suite;
  const where = read.at === "" ? "" : ` at ${read.at}`;
  throw new CommandError(
    escapeForTerminal(`${path} is not a suite of evals${where}: ${read.reason}`),
  );
}

function missingText(names: readonly string[]): string {
  return escapeForTerminal(
    `Cases need servers that are not connected: ${names.join(", ")}. Name them with --config and --server.`,
  );
}

/** Of several servers, the names and versions. */
function serverFacts(clients: readonly Connected[]) {
  const infos = clients.map(({ agreement }) => agreement.serverInfo);
  const [first] = clients;
  return {
    name: infos.map(({ name }) => name).join(", "),
    version: infos.map(({ version }) => version).join(", "),
    revision: first?.agreement.revision,
    transport: first?.transport.kind,
  };
}

/** @throws CommandError if a server does not list its tools */
async function toolsOfServers(
  servers: readonly ConnectedServer[],
): Promise<readonly OfferedTool[]> {
  const sources: ToolSource[] = [];
  for (const { id, name, client } of servers) {
    const pages = await client.list("tools/list", "tools");
    if (pages.kind !== "complete") {
      const why = pages.outcome.kind === "failed" ? failureSentence(pages.outcome.failure) : "";
      const sentence = escapeForTerminal(`${name ?? "The server"} does not list its tools. ${why}`);
      throw new CommandError(sentence, exitCodes.couldNotRun);
    }
    const definitions = pages.items.filter((tool) => readAppTool(tool).isForModel);
    sources.push({ serverId: id, serverName: name ?? id, definitions });
  }
  return offerTools(sources);
}

async function callTool(
  servers: readonly ConnectedServer[],
  { tool, input }: ToolUse & { readonly tool: OfferedTool },
  initiator: Initiator,
): Promise<ToolCallEnd> {
  const client = servers.find(({ id }) => id === tool.serverId)?.client;
  if (!client) return { kind: "none", text: "The server of this tool is not connected." };
  const call = { kind: "tool", item: tool.name, argumentsText: JSON.stringify(input) } as const;
  return toolCallEnd(await startCall(client, call, tool.definition, { initiator }).done);
}

function isValid(schema: unknown, text: string): boolean {
  const verdict = validate(schema, text);
  return (
    verdict.kind === "checked" &&
    verdict.problems.length === 0 &&
    verdict.schemaProblems.length === 0
  );
}

/** @throws CommandError if the file cannot be written */
function write(path: string | undefined, text: () => string): void {
  if (path === undefined) return;
  try {
    writeFileSync(path, text());
  } catch (error) {
    const sentence = `${path} cannot be written: ${errorMessage(error)}.`;
    throw new CommandError(sentence, exitCodes.couldNotRun);
  }
}
