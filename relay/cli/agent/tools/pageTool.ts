/** The tool `open_in_page`. */
import { relative } from "node:path";
import { quoteWord } from "../../../../shared/config/commandLine.ts";
import { CommandError } from "../../exitCode.ts";
import type { AgentContext } from "../agentContext.ts";
import { type AgentTool, flagMember, ToolProblem, textArgument, textMember } from "../agentTool.ts";
import { recordConnections } from "../recordConnections.ts";

export function pageTool(context: AgentContext): AgentTool {
  const { connections, folder } = context;
  /** The files that this session has written may be written again. */
  const written = new Set<string>();
  return {
    name: "open_in_page",
    title: "Write the session for the person",
    description:
      "Writes the messages of all connections so far into a file, with secrets masked, and says the command with which the person sees them in the playground's page.",
    input: {
      file: textMember(
        "The file, inside of the folder of this session; mcp-session.json by default",
      ),
      replace: flagMember("Whether a file of this name is replaced"),
    },
    output: {
      file: textMember("The file that was written"),
      command: textMember("The command for the person"),
    },
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    async run(call) {
      const all = connections.all();
      if (all.length === 0)
        throw new ToolProblem("There is no connection.", { next: "Call connect." });
      const name = textArgument(call, "file") ?? "mcp-session.json";
      if (!name.endsWith(".json"))
        throw new ToolProblem("The name of the file must end with .json.");
      const file = folder.writable(name);
      if (folder.has(file) && call.args.replace !== true && !written.has(file)) {
        throw new ToolProblem("There is a file of this name.", {
          next: "Choose another name, or replace it with replace: true.",
        });
      }
      try {
        await recordConnections(context, all, file);
      } catch (error) {
        if (error instanceof CommandError) throw new ToolProblem(error.message);
        throw error;
      }
      written.add(file);
      return {
        file,
        command: `npx mcp-playground open ${quoteWord(relative(process.cwd(), file))}`,
      };
    },
  };
}
