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

/** Bytes of messages that a session keeps. */
const maxLogBytes = 512 * 1024 * 1024;

export function createAgentTools(context: AgentContext): readonly AgentTool[] {
  const { log } = context;
  let [count, bytes] = [0, 0];
  const isFull = () => {
    const { entries, length } = log.snapshot();
    for (; count < length; count++) bytes += entries[count]?.size ?? 0;
    return bytes > maxLogBytes;
  };
  return toolFactories.map((create) => {
    const tool = create(context);
    return {
      ...tool,
      async run(call) {
        if (!tool.annotations.openWorldHint || !isFull()) return tool.run(call);
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
