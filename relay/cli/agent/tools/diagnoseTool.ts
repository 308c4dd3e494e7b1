/** The tool `diagnose`. */

import { systemClock } from "../../../../shared/core/clock.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import {
  findingOutcomes,
  isFinding,
  type Outcome,
} from "../../../../shared/report/examinationReport.ts";
import { createEvidence } from "../../../../shared/report/logEvidence.ts";
import { diagnoseServer } from "../../commands/doctor.ts";
import { doctorVerdicts } from "../../reports/doctorReport.ts";
import type { AgentContext } from "../agentContext.ts";
import {
  type AgentTool,
  callCancelled,
  connection,
  flagMember,
  listMember,
  readsServer,
  ToolProblem,
  textArgument,
  textsMember,
} from "../agentTool.ts";
import { limitLog } from "../limitLog.ts";

/** Milliseconds until a server counts as silent, and that its streams are watched. */
const [maxTimeoutMs, watchSeconds] = [10_000, 1];
/** Pieces of evidence of one cause. */
const maxEvidence = 3;

const order: readonly Outcome[] = findingOutcomes;

export function diagnoseTool({
  connections,
  consent,
  interrupt,
  mask,
  maxLogBytes,
  terminal,
  timeoutMs,
}: AgentContext): AgentTool {
  return {
    name: "diagnose",
    title: "Find out why a server cannot be connected to",
    description:
      "Connects once more as any client does, over HTTP with further requests, and says why the server cannot be used and what mends it.",
    input: { connection },
    output: {
      connection,
      works: flagMember("Whether nothing was found that keeps clients from connecting"),
      causes: listMember(
        "The cause, the worst first: rule, outcome, section, and fromServer: what was found and what mends it, with the messages that show it",
      ),
      examined: textsMember("What was examined without finding anything"),
    },
    annotations: readsServer,
    async run(call) {
      const own = connections.get(textArgument(call, "connection"));
      call.progress("Connecting");
      const log = createEventLog({ now: systemClock.now });
      const full = limitLog(log, maxLogBytes);
      const { done, diagnosis } = await diagnoseServer(
        {
          target: own.target,
          headers: own.headers,
          revision: own.revision,
          timeoutMs: Math.min(timeoutMs, maxTimeoutMs),
          withheld: undefined,
          as: undefined,
          record: undefined,
          watch: watchSeconds,
          origin: undefined,
          paths: false,
          log,
          signal: AbortSignal.any([call.signal, full]),
          interrupt,
          mayContact: (origin) => consent.mayContact(own.target, origin),
        },
        { ...terminal, showStatus: call.progress },
      );
      if (full.aborted) {
        throw new ToolProblem("The server sent so many messages that they fill the memory.", {
          next: "Repair what it sends, then call diagnose again.",
        });
      }
      if (!diagnosis) throw callCancelled();
      const { results } = diagnosis;
      const verdicts = await doctorVerdicts(results, createEvidence(done.log, mask));
      const found = verdicts.filter(isFinding);
      const rank = (one: (typeof found)[number]) => order.indexOf(one.outcome);
      return {
        connection: own.id,
        works: found.every(({ outcome }) => outcome === "note" || outcome === "warning"),
        causes: found
          .toSorted((one, other) => rank(one) - rank(other))
          .map(({ rule, outcome, section, sentence, evidence }) => ({
            rule,
            outcome,
            section,
            fromServer: {
              text: sentence,
              evidence: evidence.slice(0, maxEvidence).map((each) => each.text),
            },
          })),
        examined: verdicts.filter(({ outcome }) => outcome === "passed").map(({ rule }) => rule),
      };
    },
  };
}
