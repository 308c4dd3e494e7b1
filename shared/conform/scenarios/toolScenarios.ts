/** Scenarios about tools. Tools are called only where the user allows it. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isReadOnlyTool } from "../../protocol/toolHints.ts";
import { judgeResult } from "../judgeResult.ts";
import { isRefused, type Reply, schemaProblem } from "../replies.ts";
import {
  couldNotRun,
  failed,
  notApplicable,
  passed,
  type Scenario,
  verdictOf,
} from "../scenario.ts";

const nameOf = (tool: unknown) => getOwn(tool, "name");
const noCall = notApplicable("No tool may be called: none is read-only and needs no arguments.");

export const toolScenarios: readonly Scenario[] = [
  {
    id: "tools-list-valid",
    area: "tools",
    title: "tools/list is answered with valid tools",
    level: "must",
    section: "server/tools#listing-tools",
    needs: "tools/list",
    sends: "tools/list",
    run(subject) {
      const list = subject.lists.tools;
      if (!list) return notApplicable("The server has no tools.");
      return judgeResult(subject, "tools/list", list.first);
    },
  },
  {
    id: "tool-names-unique",
    area: "tools",
    title: "Each tool has a name of its own",
    level: "should",
    section: "server/tools#tool",
    needs: "tools/list",
    sends: "tools/list",
    run({ lists: { tools } }) {
      const names = tools?.items.map(nameOf) ?? [];
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      const problem = twice === undefined ? undefined : `Two tools have the name ${twice}.`;
      return tools ? verdictOf(problem, tools.first) : notApplicable("The server has no tools.");
    },
  },
  {
    id: "tool-names",
    area: "tools",
    title: "Names of tools have 1 to 128 letters, digits, _, - or .",
    level: "should",
    section: "server/tools#tool-names",
    since: "2025-11-25",
    needs: "tools/list",
    sends: "tools/list",
    run({ lists: { tools } }) {
      const unusual = tools?.items
        .map(nameOf)
        .find((name) => typeof name === "string" && !/^[\w.-]{1,128}$/.test(name));
      const problem = unusual === undefined ? undefined : `The name ${unusual} is unusual.`;
      return tools ? verdictOf(problem, tools.first) : notApplicable("The server has no tools.");
    },
  },
  {
    id: "tools-list-order",
    area: "tools",
    title: "tools/list has the same order each time",
    level: "should",
    section: "server/tools#listing-tools",
    since: "2026-07-28",
    needs: "tools/list",
    sends: "tools/list",
    async run({ lists: { tools }, request }) {
      if (!tools) return notApplicable("The server has no tools.");
      const again = await request("tools/list");
      const listed = getOwn(again.value, "tools");
      const names = Array.isArray(listed) ? listed.map(nameOf) : [];
      const at = names.findIndex((name, index) => name !== nameOf(tools.items[index]));
      const problem = `A second tools/list has ${names[at]} where the first had ${nameOf(tools.items[at]) ?? "no tool"}.`;
      return verdictOf(at < 0 ? undefined : problem, tools.first, again);
    },
  },
  {
    id: "tool-unknown",
    area: "tools",
    title: "A call of an unknown tool is answered with an error",
    level: "must",
    section: "server/tools#error-handling",
    needs: "tools/call",
    sends: "tools/call of a tool that does not exist",
    async run({ request }) {
      const reply = await request("tools/call", { name: "conformance-unknown", arguments: {} });
      if (isRefused(reply) || getOwn(reply.value, "isError") === true) return passed(reply);
      return failed(`A tool that does not exist was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "tool-arguments",
    area: "tools",
    title: "A call without its required arguments is answered with an error",
    level: "must",
    section: "server/tools#security-considerations",
    needs: "tools/call",
    callsTools: true,
    sends: "tools/call of a read-only tool, without its arguments",
    async run({ lists, request }) {
      const tool = lists.tools?.items.find((each) => {
        const required = getOwn(getOwn(each, "inputSchema"), "required");
        return isReadOnlyTool(each) && Array.isArray(required) && required.length > 0;
      });
      if (!tool) return notApplicable("No read-only tool has required arguments.");
      const reply = await request("tools/call", { name: nameOf(tool), arguments: {} });
      if (isRefused(reply) || getOwn(reply.value, "isError") === true) return passed(reply);
      return failed(`${nameOf(tool)} without arguments was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "tool-result-valid",
    area: "tools",
    title: "Tools answer with valid content",
    level: "must",
    section: "server/tools#tool-result",
    needs: "tools/call",
    callsTools: true,
    sends: "tools/call of read-only tools and saved calls",
    async run(subject) {
      if (subject.calls.length === 0) return noCall;
      const replies: Reply[] = [];
      for (const allowed of subject.calls) {
        const reply = await subject.call(allowed);
        // a tool may take longer, or need input that is declined
        if (reply.kind === "error" || isUnfinished(reply)) continue;
        const problem = schemaProblem(subject, "tools/call", reply, allowed.name);
        if (problem !== undefined) return failed(problem, reply);
        replies.push(reply);
      }
      if (replies.length > 0) return passed(...replies);
      return couldNotRun("No tool that may be called gave a result in time.");
    },
  },
  {
    id: "tool-structured-content",
    area: "tools",
    title: "Structured content is there where a tool has an output schema",
    level: "must",
    section: "server/tools#output-schema",
    since: "2025-06-18",
    needs: "tools/call",
    callsTools: true,
    sends: "tools/call of read-only tools with an output schema",
    async run(subject) {
      const described = subject.calls.filter(
        ({ tool }) => getOwn(tool, "outputSchema") !== undefined,
      );
      if (described.length === 0) return notApplicable("No tool that may be called has one.");
      const replies: Reply[] = [];
      for (const allowed of described) {
        const reply = await subject.call(allowed);
        const content = getOwn(reply.value, "structuredContent");
        if (isUnfinished(reply)) continue;
        const isError = reply.kind !== "result" || getOwn(reply.value, "isError") === true;
        if (!isError && content === undefined) {
          return failed(`${allowed.name} was answered without structuredContent.`, reply);
        }
        const outputSchema = getOwn(allowed.tool, "outputSchema");
        const misfit = isError
          ? undefined
          : await subject.firstMisfit(outputSchema, JSON.stringify(content));
        if (misfit !== undefined) {
          return failed(
            `structuredContent of ${allowed.name} breaks its outputSchema at ${misfit || "/"}.`,
            reply,
          );
        }
        replies.push(reply);
      }
      return passed(...replies);
    },
  },
  {
    id: "progress-token",
    area: "tools",
    title: "Progress has the token of its request, and increases",
    level: "must",
    section: "basic/utilities/progress#behavior-requirements",
    needs: "tools/call",
    callsTools: true,
    sends: "tools/call of read-only tools and saved calls, with a progressToken",
    async run(subject) {
      for (const allowed of subject.calls.slice(0, maxProgressCalls)) {
        const before = subject.entries().length;
        const reply = await subject.callOnce(allowed, { progressToken });
        const seqs: number[] = [];
        let problem: string | undefined;
        let last = Number.NEGATIVE_INFINITY;
        for (const entry of subject.entries().slice(before)) {
          if (entry.kind !== "message" || entry.direction !== "in") continue;
          for (const head of entry.heads) {
            if (head.kind !== "notification" || head.method !== "notifications/progress") continue;
            seqs.push(entry.seq);
            if (head.progressToken !== progressToken) {
              problem ??= `Progress of ${allowed.name} has the token ${JSON.stringify(head.progressToken)}, not "${progressToken}".`;
            }
            const { progress = Number.NaN } = head;
            if (!(progress > last)) {
              problem ??= Number.isNaN(progress)
                ? `Progress of ${allowed.name} is not a number.`
                : `Progress of ${allowed.name} does not increase: ${progress} came after ${last}.`;
            }
            last = progress;
          }
        }
        if (seqs.length > 0) return verdictOf(problem, { evidence: seqs.slice(0, 5) }, reply);
      }
      return notApplicable("No tool that may be called reports progress.");
    },
  },
  {
    id: "cancel-running",
    area: "tools",
    title: "A cancelled call is not answered, and later requests are",
    level: "should",
    section: "basic/utilities/cancellation#behavior-requirements",
    until: "2025-11-25",
    needs: "tools/call",
    callsTools: true,
    sends: "tools/call of a slow tool, and its cancellation",
    async run(subject) {
      if (subject.slowCalls.length === 0) {
        return notApplicable("No tool that may be called takes long.");
      }
      for (const allowed of subject.slowCalls.slice(0, maxCancelledCalls)) {
        const cancelled = await subject.callAndCancel(allowed);
        const { reply, alive, wasAnswered } = cancelled;
        if (alive.kind !== "result") {
          return failed(
            `After a call of ${allowed.name} was cancelled, ping was answered ${alive.text}.`,
            reply,
            alive,
          );
        }
        if (wasAnswered) continue;
        const problem =
          reply.kind === "failed"
            ? undefined
            : `The cancelled call of ${allowed.name} was answered ${reply.text}.`;
        return verdictOf(problem, cancelled, reply, alive);
      }
      return couldNotRun("The call was answered before it could be cancelled.");
    },
  },
];

const progressToken = "conformance-progress";

/** Tools that are called until one is still running when it is cancelled. */
const maxCancelledCalls = 5;

/** Tools that are called until one reports progress. */
const maxProgressCalls = 10;

/** Whether a call gave no result for a reason that is not the server's mistake. */
const isUnfinished = ({ failure }: Reply) =>
  failure !== undefined &&
  ["timeout", "input-refused", "too-many-rounds", "closed"].includes(failure.code);
