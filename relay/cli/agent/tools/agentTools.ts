/** All tools of `mcp-playground mcp`, in the order in which they are usually called. */
import type { AgentContext } from "../agentContext.ts";
import type { AgentTool } from "../agentTool.ts";
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

export const createAgentTools = (context: AgentContext): readonly AgentTool[] =>
  [
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
  ].map((create) => create(context));
