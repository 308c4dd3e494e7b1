/** The tool `compare_definitions`. */
import { timedChecks } from "../../commands/timedChecks.ts";
import {
  type AgentContext,
  clientOfConnection,
  definitionsText,
  listsOfServer,
} from "../agentContext.ts";
import {
  type AgentTool,
  connection,
  flagMember,
  listMember,
  numberMember,
  readsServer,
  ToolProblem,
  textArgument,
} from "../agentTool.ts";

/** The items of lists in an answer are compared by their names. */
const asAnswer = (text: string) => `{"result":${text}}`;

export function compareTool({ connections }: AgentContext): AgentTool {
  return {
    name: "compare_definitions",
    title: "Compare definitions",
    description:
      "Says what changed in tools, resources, prompts, instructions and capabilities since the connection was made, or since an earlier start: changes that can break the workflows of clients.",
    input: {
      connection,
      start: {
        type: "integer",
        minimum: 1,
        description: "The start to compare with: 1 is the first one, which is the default",
      },
    },
    output: {
      connection,
      same: flagMember("Whether nothing changed"),
      start: numberMember("The start that was compared with"),
      changes: listMember("Each in fromServer: at (a JSON pointer), before and after as JSON"),
    },
    annotations: readsServer,
    async run(call) {
      const own = connections.get(textArgument(call, "connection"));
      const client = clientOfConnection(own);
      const now = definitionsText(client, await listsOfServer(client, true));
      const { start } = call.args;
      const before =
        start === undefined
          ? own.definitions[0]
          : own.definitions.find((each) => each.start === start);
      if (!before) {
        const known = own.definitions.map((each) => each.start).join(", ");
        throw new ToolProblem("The definitions of this start are not known.", {
          next: `Known are those of: ${known || "none"}.`,
        });
      }
      const compared = await timedChecks(0, "").compare?.(asAnswer(before.text), asAnswer(now), []);
      return {
        connection: own.id,
        same: compared?.isSame === true,
        start: before.start,
        changes: (compared?.changes ?? []).map(({ pointer, before: old, after }) => ({
          fromServer: { at: pointer.replace(/^\/result/, ""), before: old, after },
        })),
      };
    },
  };
}
