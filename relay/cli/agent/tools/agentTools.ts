/** All tools of `mcp-playground mcp`, in the order in which they are usually called. */
import type { AgentContext } from "../agentContext.ts";
import { type AgentTool, ToolProblem } from "../agentTool.ts";
import { callingTool, readingTool } from "./callTools.ts";
import { compareTool } from "./compareTool.ts";
import { connectTool, disconnectTool, restartTool } from "./connectTools.ts";
import { diagnoseTool } from "./diagnoseTool.ts";
import { dryRunTool } from "./dryRunTool.ts";
import { examineTool } from "./examineTool.ts";
import { findingsTool } from "./findingsTool.ts";
import { listTool } from "./listTool.ts";
import { pageTool } from "./pageTool.ts";
import { savedTool } from "./savedTool.ts";
import { trafficTool } from "./trafficTool.ts";

export function createAgentTools(context: AgentContext): readonly AgentTool[] {
  const { full } = context;
  return toolFactories.map((create) => {
    const tool = create(context);
    return {
      ...tool,
      async run(call) {
        if (!tool.annotations.openWorldHint) return tool.run(call);
        try {
          // what fills the memory also ends what is under way
          const signal = AbortSignal.any([call.signal, full]);
          const result = signal.aborted ? undefined : await tool.run({ ...call, signal });
          if (result && !full.aborted) return result;
        } catch (error) {
          if (!full.aborted) throw error;
        }
        throw new ToolProblem("The messages of this session fill the memory.", {
          next: "Call open_in_page. The person can then restart this server.",
        });
      },
    };
  });
}

const toolFactories = [
  connectTool,
  listTool,
  callingTool,
  readingTool,
  restartTool,
  findingsTool,
  examineTool,
  diagnoseTool,
  trafficTool,
  compareTool,
  savedTool,
  dryRunTool,
  pageTool,
  disconnectTool,
] as const;
