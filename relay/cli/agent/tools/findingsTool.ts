/** The tool `findings`. */
import { findingText } from "../../../../shared/messages/findingText.ts";
import { withMethods } from "../../commands/lintLog.ts";
import { type AgentContext, writtenOutput } from "../agentContext.ts";
import {
  type AgentTool,
  connection,
  listMember,
  numberMember,
  reads,
  textArgument,
} from "../agentTool.ts";

const order = ["violation", "warning", "note"] as const;

export function findingsTool({ connections, findings, log }: AgentContext): AgentTool {
  return {
    name: "findings",
    title: "What is wrong in the messages",
    description:
      "Lists what breaks the specification in the messages so far, the worst first, and the end of what each server wrote to standard error. With since, only what is new.",
    input: {
      connection,
      since: { type: "integer", minimum: 0, description: "The cursor of the answer before" },
    },
    output: {
      findings: listMember(
        "Each with rule, severity, entry (traffic shows it), section of the specification, and fromServer: what it says, with names and values of the server",
      ),
      cursor: numberMember("The since of the next call"),
      output: listMember("What servers wrote besides messages"),
    },
    annotations: reads,
    async run(call) {
      const id = textArgument(call, "connection");
      const chosen = id === undefined ? connections.all() : [connections.get(id)];
      const since = typeof call.args.since === "number" ? call.args.since : 0;
      const { found, last } = await findings.since(since, chosen);
      const idOf = (logId: string) => chosen.find(({ logIds }) => logIds.includes(logId))?.id;
      const methods = withMethods(
        log,
        found.map(({ finding }) => finding),
      );
      const rows = found.map(({ finding, connectionId }, index) => ({
        rule: finding.code,
        severity: finding.severity,
        connection: idOf(connectionId),
        entry: finding.seq,
        ...(finding.pointer !== undefined && { at: { fromServer: finding.pointer } }),
        section: finding.specUrl,
        fromServer: { method: methods[index]?.method, text: findingText(finding) },
      }));
      const output = [];
      for (const each of chosen) {
        const written = await writtenOutput(log, each);
        if (Object.keys(written).length > 0)
          output.push({ connection: each.id, fromServer: written });
      }
      return {
        findings: rows.toSorted(
          (one, other) => order.indexOf(one.severity) - order.indexOf(other.severity),
        ),
        cursor: last,
        output,
      };
    },
  };
}
