/** The tool `dry_run`. */
import { readAppTool } from "../../../../shared/apps/appTool.ts";
import { systemClock } from "../../../../shared/core/clock.ts";
import { modelFailureSentence } from "../../../../shared/messages/evalSentences.ts";
import { type OfferedTool, offerTools } from "../../../../shared/models/agent/offeredTools.ts";
import { defaultTurnLimits, runTurn } from "../../../../shared/models/agent/turn.ts";
import { type AgentContext, clientOfConnection } from "../agentContext.ts";
import {
  type AgentTool,
  connection,
  fromServer,
  listMember,
  readsServer,
  ToolProblem,
  textArgument,
  textMember,
} from "../agentTool.ts";

/** Requests to the model of one session, which the person pays for, and tokens of a reply. */
const [maxRuns, maxTokens] = [50, 2048];

export function dryRunTool({ connections, model }: AgentContext): AgentTool {
  let runs = 0;
  return {
    name: "dry_run",
    title: "Which tool would a model take",
    description:
      "Gives a message and the tools of a server to the model that the person has configured, and says which tools it would call with which arguments. Nothing is called.",
    input: {
      connection,
      message: textMember("What somebody says to the model"),
    },
    required: ["message"],
    output: {
      model: textMember("The model that was asked"),
      chosen: listMember("The tools that it would call, each in fromServer: tool and arguments"),
      fromServer,
    },
    annotations: readsServer,
    async run(call) {
      const own = connections.get(textArgument(call, "connection"));
      if (!model) {
        throw new ToolProblem("No model is configured.", {
          next: "The person can start mcp-playground mcp with --model, such as openai:gpt-5, and its key in the environment.",
        });
      }
      if (++runs > maxRuns) {
        throw new ToolProblem(`The model was asked ${maxRuns} times in this session: that is all.`);
      }
      const { items } = await clientOfConnection(own).list("tools/list", "tools", {
        signal: call.signal,
      });
      const definitions = items.filter((item) => readAppTool(item).isForModel);
      const tools: readonly OfferedTool[] = offerTools([
        { serverId: own.id, serverName: own.name, definitions },
      ]);
      const content = { type: "text", text: textArgument(call, "message") ?? "" };
      const turn = runTurn({
        messages: [{ role: "user", content }],
        systemPrompt: "",
        maxTokens,
        tools,
        limits: defaultTurnLimits,
        isDry: true,
        signal: call.signal,
        now: systemClock.now,
        generate: model.generate,
        call: async () => ({ kind: "none", text: "Nothing is called." }),
      });
      const chosen: object[] = [];
      let said: readonly unknown[] = [];
      for (;;) {
        const step = await turn.next();
        if (step.done) {
          const end = step.value;
          if (end.kind !== "failed") break;
          throw new ToolProblem("The model did not answer.", {
            fromServer: { problem: modelFailureSentence(end.failure) },
          });
        }
        if (step.value.kind !== "reply") continue;
        said = step.value.content.flatMap(({ type, text }) => (type === "text" ? [text] : []));
        for (const { name, input } of step.value.uses) {
          chosen.push({ fromServer: { tool: name, arguments: input } });
        }
      }
      return { model: model.name, chosen, fromServer: { said } };
    },
  };
}
