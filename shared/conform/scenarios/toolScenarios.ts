/** Scenarios about tools. Tools are called only where the user allows it. */
import { getOwn } from "../../core/json/getOwn.ts";
import { pointerNames } from "../../core/json/pointer.ts";
import { invalidParamsCode } from "../../protocol/jsonRpc.ts";
import { isReadOnlyTool } from "../../protocol/toolHints.ts";
import type { Subject } from "../examinedServer.ts";
import { judgeResult } from "../judgeResult.ts";
import { isRefused, type Reply, schemaProblem, startOf, startOfJson } from "../replies.ts";
import { couldNotRun, failed, notApplicable, passed, type Scenario } from "../scenario.ts";
import type { ScenarioProblem } from "../scenarioProblem.ts";

const nameOf = (tool: unknown) => getOwn(tool, "name");
const itemOf = (tool: unknown) => startOf(String(nameOf(tool)));
/** Where a list names the tool that is at an index. */
const namePointer = (index: number) => `/result/tools/${index}/name`;
const noRequired = notApplicable("No read-only tool has required arguments.");

/** A tool that can be called without its arguments to see what it answers. */
function toolWithRequired({ tools }: Subject["lists"]): unknown {
  return tools?.items.find((each) => {
    const required = getOwn(getOwn(each, "inputSchema"), "required");
    return isReadOnlyTool(each) && Array.isArray(required) && required.length > 0;
  });
}

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
    fix: "Answer tools/list as the schema of the agreed revision says.",
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
    fix: "Give each tool a name of its own.",
    run({ lists: { tools } }) {
      const names = tools?.items.map(nameOf) ?? [];
      const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
      if (!tools) return notApplicable("The server has no tools.");
      if (twice < 0) return passed(tools.first);
      const item = startOf(String(names[twice]));
      const sentence = `${item} is the name of two tools.`;
      const seen = `Tools ${names.indexOf(names[twice]) + 1} and ${twice + 1} of the list`;
      return failed({ item, sentence, seen, pointer: namePointer(twice) }, tools.first);
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
    fix: "Use letters, digits, _, - and . in names, at most 128.",
    run({ lists: { tools } }) {
      if (!tools) return notApplicable("The server has no tools.");
      const names = tools.items.map(nameOf);
      const unusual = names.findIndex(
        (name) => typeof name === "string" && !/^[\w.-]{1,128}$/.test(name),
      );
      if (unusual < 0) return passed(tools.first);
      const name = String(names[unusual]);
      const item = startOf(name);
      const [other] = /[^\w.-]/u.exec(name) ?? [];
      const wrong = other === undefined ? `${name.length} characters` : JSON.stringify(other);
      const sentence = `${item} is a name that clients may not accept.`;
      const seen = other === undefined ? `A name of ${wrong}` : `${wrong} in the name`;
      return failed({ item, sentence, seen, pointer: namePointer(unusual) }, tools.first);
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
    fix: "List the tools in the same order each time.",
    async run({ lists: { tools }, request }) {
      if (!tools) return notApplicable("The server has no tools.");
      const again = await request("tools/list");
      const listed = getOwn(again.value, "tools");
      const names = Array.isArray(listed) ? listed.map(nameOf) : [];
      const at = names.findIndex((name, index) => name !== nameOf(tools.items[index]));
      if (at < 0) return passed(tools.first, again);
      const item = startOf(String(names[at]));
      const sentence = `${item} has another place in a second tools/list.`;
      const seen = `${item} where the first list had ${startOf(String(nameOf(tools.items[at]) ?? "no tool"))}`;
      return failed({ item, sentence, seen, pointer: namePointer(at) }, tools.first, again);
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
    fix: "Answer calls of unknown tools with the error -32602.",
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
    fix: "Check the arguments of a call against the inputSchema before the tool runs.",
    async run({ lists, request }) {
      const tool = toolWithRequired(lists);
      if (!tool) return noRequired;
      const reply = await request("tools/call", { name: nameOf(tool), arguments: {} });
      if (isRefused(reply) || getOwn(reply.value, "isError") === true) return passed(reply);
      const item = itemOf(tool);
      return failed(
        { item, sentence: `${item} answers a call without its arguments ${reply.text}.` },
        reply,
      );
    },
  },
  {
    id: "tool-arguments-result",
    area: "tools",
    title: "A call without its required arguments is answered with a result that a model can read",
    level: "should",
    section: "server/tools#error-handling",
    since: "2025-11-25",
    needs: "tools/call",
    callsTools: true,
    sends: "tools/call of a read-only tool, without its arguments",
    fix: "Answer invalid arguments with a result that has isError and says what is wrong: a model can correct itself, and does not see a protocol error.",
    async run({ lists, request }) {
      const tool = toolWithRequired(lists);
      if (!tool) return noRequired;
      const reply = await request("tools/call", { name: nameOf(tool), arguments: {} });
      if (reply.kind !== "error" || reply.code !== invalidParamsCode) return passed(reply);
      const item = itemOf(tool);
      const sentence = `${item} answers a call without its arguments with the protocol error ${invalidParamsCode}, which a model does not get to read.`;
      return failed(
        {
          item,
          sentence,
          expected: "A result with isError",
          seen: `The error ${invalidParamsCode}`,
          pointer: "/error/code",
        },
        reply,
      );
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
    fix: "Answer as the schema of the agreed revision says.",
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
    fix: "Send structuredContent that fits the outputSchema of the tool.",
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
          const sentence = `${itemOf(allowed.tool)} answers without structuredContent, although it has an output schema.`;
          return failed({ item: itemOf(allowed.tool), sentence }, reply);
        }
        const outputSchema = getOwn(allowed.tool, "outputSchema");
        const misfit = isError
          ? undefined
          : await subject.firstMisfit(outputSchema, JSON.stringify(content));
        if (misfit !== undefined) {
          const item = itemOf(allowed.tool);
          const place = misfit.slice(1) || "structuredContent";
          return failed(
            {
              item,
              sentence: `${item} answers against its output schema at ${place}.`,
              expected: "structuredContent that fits the outputSchema of the tool",
              seen: `${startOfJson(valueAt(content, misfit))} at ${place}`,
              // of a member that is missing, what lacks it is shown
              pointer: `/result/structuredContent${valueAt(content, misfit) === undefined ? misfit.replace(/\/[^/]*$/, "") : misfit}`,
            },
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
    fix: "Send progress with the token of its request, and with a number that increases.",
    async run(subject) {
      for (const allowed of subject.calls.slice(0, maxProgressCalls)) {
        const before = subject.entries().length;
        const reply = await subject.callOnce(allowed, { progressToken });
        const seqs: number[] = [];
        let problem: Problem | undefined;
        let last = Number.NEGATIVE_INFINITY;
        const item = itemOf(allowed.tool);
        for (const entry of subject.entries().slice(before)) {
          if (entry.kind !== "message" || entry.direction !== "in") continue;
          for (const head of entry.heads) {
            if (head.kind !== "notification" || head.method !== "notifications/progress") continue;
            seqs.push(entry.seq);
            if (head.progressToken !== progressToken) {
              const token = JSON.stringify(head.progressToken);
              problem ??= {
                item,
                sentence: `${item} reports progress with the token ${token}, not "${progressToken}".`,
                seen: `The token ${token}`,
                pointer: "/params/progressToken",
                seq: entry.seq,
              };
            }
            const { progress = Number.NaN } = head;
            if (!(progress > last)) {
              const isNumber = !Number.isNaN(progress);
              problem ??= {
                item,
                sentence: isNumber
                  ? `${item} reports progress that does not increase.`
                  : `${item} reports progress that is not a number.`,
                seen: isNumber ? `${progress} after ${last}` : "No number",
                pointer: "/params/progress",
                seq: entry.seq,
              };
            }
            last = progress;
          }
        }
        if (problem) {
          const { seq, ...rest } = problem;
          return failed(rest, reply, { evidence: [seq] });
        }
        if (seqs.length > 0) return passed({ evidence: seqs.slice(0, 5) }, reply);
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
    fix: "Send no answer to a call once it is cancelled.",
    async run(subject) {
      if (subject.slowCalls.length === 0) {
        return notApplicable("No tool that may be called takes long.");
      }
      for (const allowed of subject.slowCalls.slice(0, maxCancelledCalls)) {
        const cancelled = await subject.callAndCancel(allowed);
        const { reply, alive, wasAnswered } = cancelled;
        const item = itemOf(allowed.tool);
        if (alive.kind !== "result") {
          const sentence = `${item} leaves the server without an answer to ping, once a call was cancelled.`;
          return failed({ item, sentence }, reply, alive);
        }
        if (wasAnswered) continue;
        if (reply.kind === "failed") return passed(cancelled, reply, alive);
        const sentence = `${item} answers a cancelled call ${reply.text}.`;
        return failed({ item, sentence }, cancelled, alive, reply);
      }
      return couldNotRun("The call was answered before it could be cancelled.");
    },
  },
];

const progressToken = "conformance-progress";

/** A problem, with the entry that shows it. */
interface Problem extends ScenarioProblem {
  readonly seq: number;
}

/** The value at an RFC 6901 JSON pointer. */
const valueAt = (value: unknown, pointer: string) => pointerNames(pointer).reduce(getOwn, value);

/** Tools that are called until one is still running when it is cancelled. */
const maxCancelledCalls = 5;

/** Tools that are called until one reports progress. */
const maxProgressCalls = 10;

/** Whether a call gave no result for a reason that is not the server's mistake. */
const isUnfinished = ({ failure }: Reply) =>
  failure !== undefined &&
  ["timeout", "input-refused", "too-many-rounds", "closed"].includes(failure.code);
