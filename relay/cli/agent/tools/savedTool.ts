/** The tool `run_saved`. */
import { statSync } from "node:fs";
import type { SavedCall, Variables } from "../../../../shared/collections/collection.ts";
import { runCalls } from "../../../../shared/collections/runCalls.ts";
import { substituteText, variablesFor } from "../../../../shared/collections/substitute.ts";
import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { needsConsent } from "../../../../shared/protocol/toolHints.ts";
import { readCollectionFile } from "../../commands/inputFiles.ts";
import { timedChecks } from "../../commands/timedChecks.ts";
import { CommandError } from "../../exitCode.ts";
import { type RunResult, resultSentences, runVerdict } from "../../reports/runReport.ts";
import type { AgentConnection } from "../agentConnections.ts";
import type { CallConsent } from "../agentConsent.ts";
import { type AgentContext, clientOfConnection, itemNamed } from "../agentContext.ts";
import {
  type AgentCall,
  type AgentTool,
  callsServer,
  connection,
  flagMember,
  listMember,
  numberMember,
  objectMember,
  ToolProblem,
  textArgument,
  textMember,
} from "../agentTool.ts";

/** Bytes of a collection, and milliseconds that the check of one answer may take. */
const [maxBytes, checkLimitMs] = [8 * 1024 * 1024, 2000];

export function savedTool(context: AgentContext): AgentTool {
  return {
    name: "run_saved",
    title: "Run saved calls",
    description:
      "Sends the calls of a collection (a file that the playground has saved) to a server, and checks their assertions: whether it still answers as it did. Tools that may change something need the consent of the person.",
    input: {
      connection,
      file: textMember("The file of the collection, inside of the folder of this session"),
      variables: objectMember("The values of its variables, which are texts"),
    },
    required: ["file"],
    output: {
      connection,
      passed: flagMember("Whether each call was answered and all assertions hold"),
      count: numberMember("The number of calls"),
      calls: listMember("Those that have not passed: name, outcome, entry, and fromServer: why"),
    },
    annotations: callsServer,
    async run(call) {
      const own = context.connections.get(textArgument(call, "connection"));
      const client = clientOfConnection(own);
      const collection = collectionOf(context, textArgument(call, "file") ?? "");
      const raw = collection.calls.find(({ kind }) => kind === "request");
      if (raw) {
        throw new ToolProblem(
          "The collection has requests of any method, which an agent may not send.",
          {
            next: "The person can run it: mcp-playground run.",
          },
        );
      }
      const given = Object.entries(membersOf(call.args.variables));
      // the environment of this process is not an agent's to send
      const variables = variablesFor(
        collection,
        undefined,
        Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)])),
      );
      const agreed = await agreedCalls(context, call, own, { calls: collection.calls, variables });
      const results: RunResult[] = [];
      await runCalls({
        client,
        calls: collection.calls,
        variables,
        ...timedChecks(checkLimitMs),
        mask: context.mask,
        signal: call.signal,
        maySend(tool, saved) {
          const isAgreed = agreed.get(saved)?.covers(tool) === true;
          // an agreement is for one send
          agreed.delete(saved);
          return isAgreed || !needsConsent(tool, "foreign");
        },
        onBegin: ({ name }) => call.progress(name),
        onEnd: (one, result) =>
          results.push({ call: one, result, sentences: resultSentences(result) }),
      });
      const verdicts = await Promise.all(
        results.map(async (one) => ({
          ...(await runVerdict(one, async () => [])),
          entry: "seq" in one.result ? one.result.seq : undefined,
        })),
      );
      const left = verdicts.filter(({ outcome }) => outcome !== "passed");
      return {
        connection: own.id,
        passed: left.length === 0 && results.length === collection.calls.length,
        count: results.length,
        calls: left.map(({ subject, outcome, sentence, entry }) => ({
          name: subject,
          outcome,
          entry,
          fromServer: { text: sentence },
        })),
      };
    },
  };
}

function collectionOf({ folder }: AgentContext, path: string) {
  const file = folder.existing(path);
  if (statSync(file).size > maxBytes) throw new ToolProblem("The file is too large.");
  try {
    const collection = readCollectionFile(file);
    if (collection.calls.length > 0) return collection;
  } catch (error) {
    if (error instanceof CommandError) throw new ToolProblem(error.message);
    throw error;
  }
  throw new ToolProblem("The collection has no calls.");
}

/**
 * Asks for all calls before the first one is sent: an answer may start this one again.
 * @returns those that may be sent once each, as long as their tools are what was agreed to
 */
async function agreedCalls(
  { consent }: AgentContext,
  call: AgentCall,
  own: AgentConnection,
  { calls, variables }: { calls: readonly SavedCall[]; variables: Variables },
): Promise<Map<SavedCall, CallConsent>> {
  const named = calls.filter(({ kind }) => kind === "tool");
  if (named.length === 0) return new Map();
  const { items } = await clientOfConnection(own).list("tools/list", "tools", {
    signal: call.signal,
  });
  const agreed = new Map<SavedCall, CallConsent>();
  for (const [nth, saved] of named.entries()) {
    const { argumentsText = "{}" } = saved;
    const item = substituteText(saved.item, variables);
    const name = item.kind === "text" ? item.text : saved.item;
    const definition = itemNamed(items, name);
    if (definition === undefined) continue;
    const filled = argumentsText.includes("{{")
      ? `${argumentsText}, where the variables are ${JSON.stringify(variables)}`
      : argumentsText;
    const wanted = { server: own, name, definition, argumentsText: filled, nth };
    agreed.set(saved, await consent.toCall(call, wanted));
  }
  return agreed;
}
