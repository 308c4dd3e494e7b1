/** The tool `examine`. */

import { outcomeOfVerdict, sectionOf } from "../../../../shared/conform/conformReport.ts";
import type { SavedToolCall } from "../../../../shared/conform/runConform.ts";
import { problemOf } from "../../../../shared/conform/scenario.ts";
import { scenarios } from "../../../../shared/conform/scenarios.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { revisions } from "../../../../shared/protocol/revisions.ts";
import {
  findingOutcomes,
  isFinding,
  joinRevisions,
  type Outcome,
  type RuleVerdict,
} from "../../../../shared/report/examinationReport.ts";
import { examineServer } from "../../commands/conform.ts";
import { definitionVerdicts } from "../../reports/definitionVerdicts.ts";
import { connectSentence } from "../../reports/failureSentence.ts";
import { maskedTerminal } from "../../terminal.ts";
import type { AgentConnection } from "../agentConnections.ts";
import { type AgentContext, clientOfConnection, itemNamed } from "../agentContext.ts";
import {
  type AgentCall,
  type AgentTool,
  callsServer,
  connection,
  flagMember,
  fromServer,
  listMember,
  numberMember,
  objectMember,
  ToolProblem,
  textArgument,
  textMember,
  textsMember,
} from "../agentTool.ts";

/** Milliseconds until a server counts as silent in an examination. */
const maxTimeoutMs = 10_000;

/** Rules without which another one has nothing to examine. */
const needed: Readonly<Record<string, readonly string[]>> = {
  // calls tools, so that it is known which take long
  "cancel-running": ["tool-result-valid"],
};

export function examineTool(context: AgentContext): AgentTool {
  let count = 0;
  return {
    name: "examine",
    title: "Examine a server",
    description:
      "Tries what the specification asks for, at each revision that the server speaks, on connections of its own, and says what fails, what was expected and how to mend it. Only tools that say that they only read are called, unless call_tools is true, which needs the consent of the person.",
    input: {
      connection,
      revision: {
        enum: revisions,
        description: "Only this revision",
      },
      only: textsMember("The rules of an earlier answer that are examined again"),
      call_tools: flagMember("Whether tools are called that may change something"),
      calls: listMember("Calls of tools with arguments, as { tool, arguments }"),
    },
    output: {
      connection,
      passed: flagMember("Whether nothing has to be mended"),
      revisions: textsMember("The revisions that were examined"),
      counts: objectMember("The number of verdicts of each outcome"),
      verdicts: listMember(
        "What has to be mended, the worst first: rule, outcome, revisions, expected, fix, section, evidence (numbers of entries: traffic shows them) and fromServer: what was seen, and what exactly was expected and mends it",
      ),
      tokens: numberMember(
        "Verdicts about the definitions of tools for models have the rule definition-tokens or fits-…",
      ),
      fromServer,
      code: textMember("Why it could not be examined"),
    },
    annotations: callsServer,
    async run(call) {
      const own = context.connections.get(textArgument(call, "connection"));
      const { only: ids } = call.args as { only?: readonly string[] };
      const unknown = ids?.find((id) => !scenarios.some((each) => each.id === id));
      if (unknown !== undefined) {
        throw new ToolProblem("only names no rule of an examination.", {
          next: "Take the member rule of its verdicts.",
        });
      }
      const allowCalls = call.args.call_tools === true;
      if (allowCalls) await context.consent.toExamine(call, own);
      const savedCalls = await agreedCalls(context, call, own);
      const { log, mask, terminal, timeoutMs } = context;
      const revision = textArgument(call, "revision") ?? "auto";
      const result = await examineServer(
        {
          target: own.target,
          headers: own.headers,
          revision,
          timeoutMs: Math.min(timeoutMs, maxTimeoutMs),
          only: ids && new Set([...ids, ...ids.flatMap((id) => needed[id] ?? [])]),
          allowCalls,
          authorize: false,
          as: undefined,
          withheld: undefined,
        },
        {
          savedCalls,
          usesCredentials: own.isConfigured,
          log,
          mask,
          terminal: { ...maskedTerminal(terminal, mask), showStatus: call.progress },
          signal: call.signal,
          interrupt: context.interrupt,
          mayContact: (origin) => context.consent.mayContact(own.target, origin),
          idPrefix: `${own.id}-examination${++count}`,
        },
      );
      const [newest] = result.facts;
      if (!newest) {
        const failure = result.failures.at(-1)?.failure;
        return {
          connection: own.id,
          passed: false,
          revisions: [],
          code: failure?.code ?? "not-spoken",
          fromServer: { problem: connectSentence(failure) },
          next: "Call diagnose.",
        };
      }
      const verdicts = result.verdicts.map((one): RuleVerdict & { seqs: readonly number[] } => {
        const { scenario, verdict } = one;
        const isFailed = verdict.outcome === "failed";
        return {
          rule: scenario.id,
          outcome: outcomeOfVerdict(one),
          revision: one.revision,
          sentence: verdict.sentence ?? "",
          ...(isFailed && problemOf(scenario, verdict)),
          section: sectionOf(scenario, one.revision),
          evidence: [],
          seqs: isFailed ? verdict.evidence : [],
        };
      });
      const ofDefinitions =
        ids === undefined ? definitionVerdicts(newest.lists.tools ?? [], undefined) : [];
      const found = joinRevisions([...verdicts, ...ofDefinitions].filter(isFinding));
      const counts: Record<string, number> = {};
      for (const { outcome } of verdicts) counts[outcome] = (counts[outcome] ?? 0) + 1;
      return {
        connection: own.id,
        passed: "passed" in counts && !found.some(({ verdict }) => verdict.outcome !== "note"),
        revisions: result.facts.map((facts) => facts.revision),
        counts,
        verdicts: found
          .toSorted((one, other) => rank(one.verdict) - rank(other.verdict))
          .map(({ verdict, revisions }) => {
            const { rule, outcome, expected, fix, section, sentence, seen } = verdict;
            const one = verdicts.find((each) => each === verdict);
            const general = scenarios.find(({ id }) => id === rule);
            return {
              rule,
              outcome,
              ...(revisions.length > 0 && { revisions }),
              ...(general && { expected: general.title, fix: general.fix }),
              // what is said of this server may quote it
              fromServer: {
                text: sentence,
                seen,
                ...(expected !== general?.title && { expected }),
                ...(fix !== general?.fix && { fix }),
              },
              section,
              ...(one && { evidence: one.seqs.slice(-5) }),
            };
          }),
      };
    },
  };
}

const order: readonly Outcome[] = findingOutcomes;
const rank = ({ outcome }: RuleVerdict) => order.indexOf(outcome);

/** Calls that an agent may ask for at once. */
const maxCalls = 20;

/** The calls of the arguments, after the person has agreed to those that may change something. */
async function agreedCalls(
  { consent }: AgentContext,
  call: AgentCall,
  own: AgentConnection,
): Promise<readonly SavedToolCall[]> {
  const given = Array.isArray(call.args.calls) ? call.args.calls : [];
  if (given.length === 0) return [];
  if (given.length > maxCalls) throw new ToolProblem(`Give at most ${maxCalls} calls.`);
  const { items } = await clientOfConnection(own).list("tools/list", "tools", {
    signal: call.signal,
  });
  const calls = new Map<string, SavedToolCall>();
  for (const each of given) {
    const name = getOwn(each, "tool");
    if (typeof name !== "string") throw new ToolProblem("A call needs the name of a tool.");
    const argumentsText = JSON.stringify(getOwn(each, "arguments") ?? {});
    const definition = itemNamed(items, name);
    // equal calls are one
    const key = JSON.stringify([name, argumentsText]);
    if (calls.has(key)) continue;
    const wanted = { server: own, name, definition, argumentsText };
    const { isOnce, covers } = await consent.toCall(call, wanted);
    calls.set(key, { name, argumentsText, isOnce, mayCall: covers });
  }
  return [...calls.values()];
}
