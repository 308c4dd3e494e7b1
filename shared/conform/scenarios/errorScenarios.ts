/** Scenarios about requests that a server must refuse, and messages that it must bear. */

import { countText } from "../../core/countText.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import { methodNotFoundCode } from "../../protocol/jsonRpc.ts";
import { capabilityPath, methodIn } from "../../protocol/methods.ts";
import type { Subject } from "../examinedServer.ts";
import { isRefused, type Reply } from "../replies.ts";
import {
  couldNotRun,
  failed,
  notApplicable,
  passed,
  type Scenario,
  type ScenarioVerdict,
  verdictOf,
} from "../scenario.ts";
import { aliveMethod } from "./lifecycleScenarios.ts";

const basic = { legacy: "basic#responses", modern: "basic#responses" } as const;

/** Sends a text that is no valid message: it must not be answered as if it were, and nothing may break. */
async function bearsText(subject: Subject, text: string, what: string): Promise<ScenarioVerdict> {
  const sent = subject.http
    ? await subject.raw({ method: "POST", text })
    : await subject.send(text);
  if ("messages" in sent) {
    const isResult = sent.messages.some((message) => getOwn(message, "result") !== undefined);
    if (isResult) return failed(`${what} was answered with a result.`, sent);
    if (sent.status === undefined) return failed(`${what} was not answered.`, sent);
    if (sent.status >= 500) return failed(`${what} was answered with ${sent.status}.`, sent);
    const isError = sent.messages.some((message) => isJsonObject(getOwn(message, "error")));
    if (sent.status < 300 && !isError) {
      return failed(`${what} was answered with ${sent.status} and no error.`, sent);
    }
  }
  const alive = await subject.request(aliveMethod(subject));
  return verdictOf(
    alive.kind === "result" ? undefined : `After ${what}, a request was answered ${alive.text}.`,
    sent,
    alive,
  );
}

/** Requests of capabilities that the server may not declare. */
const optional = [
  "resources/list",
  "prompts/list",
  "tools/list",
  "completion/complete",
  "logging/setLevel",
];

export const errorScenarios: readonly Scenario[] = [
  {
    id: "unknown-method",
    area: "errors",
    title: "An unknown method is answered with the error -32601",
    level: "must",
    section: basic,
    sends: "conformance/unknown",
    fix: "Answer requests of unknown methods with the error -32601.",
    async run(subject) {
      const reply = await subject.request("conformance/unknown");
      if (reply.code !== methodNotFoundCode) {
        return failed(`An unknown method was answered ${reply.text}, not with -32601.`, reply);
      }
      return passed(reply);
    },
  },
  {
    id: "unknown-method-status",
    area: "errors",
    title: "The error -32601 has the HTTP status 404",
    level: "must",
    section: "basic/transports/streamable-http",
    since: "2026-07-28",
    transport: "http",
    sends: "conformance/unknown",
    fix: "Send the error -32601 with the HTTP status 404.",
    async run(subject) {
      const reply = await subject.request("conformance/unknown");
      if (reply.code !== methodNotFoundCode) return couldNotRun("There was no error -32601.");
      return verdictOf(
        reply.status === 404 ? undefined : `The HTTP status is ${reply.status}, not 404.`,
        reply,
      );
    },
  },
  {
    id: "undeclared-capability",
    area: "errors",
    title: "Methods of undeclared capabilities are answered with an error",
    level: "should",
    section: { legacy: "basic/lifecycle#capability-negotiation", modern: "basic/versioning" },
    sends: optional.join(", "),
    fix: "Declare the capability, or answer its methods with the error -32601.",
    async run({ revision, connected, request }) {
      const undeclared = optional.filter((method) => {
        const [found] = methodIn(revision, method);
        const path = found?.capability && capabilityPath(found.capability);
        return path && path.reduce<unknown>(getOwn, connected.agreement.capabilities) === undefined;
      });
      if (undeclared.length === 0) return notApplicable("The server declares all capabilities.");
      const replies: Reply[] = [];
      for (const method of undeclared) {
        const params =
          method === "logging/setLevel"
            ? { level: "error" }
            : method === "completion/complete"
              ? { ref: { type: "ref/prompt", name: "none" }, argument: { name: "a", value: "" } }
              : undefined;
        const reply = await request(method, params);
        if (!isRefused(reply)) {
          return failed(`${method} was answered ${reply.text}, although undeclared.`, reply);
        }
        replies.push(reply);
      }
      return passed(...replies);
    },
  },
  {
    id: "text-not-json",
    area: "errors",
    title: "A text that is not JSON is refused, and later requests are answered",
    level: "must",
    section: basic,
    sends: "a text that is not JSON",
    fix: "Answer a text that is not JSON with 400 or the error -32700, and go on reading.",
    run: (subject) => bearsText(subject, '{"jsonrpc":"2.0",', "A text that is not JSON"),
  },
  {
    id: "invalid-request",
    area: "errors",
    title: "JSON that is no message is refused, and later requests are answered",
    level: "must",
    section: basic,
    sends: '{"id":"conformance","params":[]}',
    fix: "Answer JSON that is no message with 400 or the error -32600, and go on reading.",
    run: (subject) =>
      bearsText(subject, '{"id":"conformance","params":[]}', "JSON that is no message"),
  },
  {
    id: "unknown-notification",
    area: "errors",
    title: "An unknown notification is not answered, and later requests are",
    level: "must",
    section: { legacy: "basic#notifications", modern: "basic#notifications" },
    sends: "notifications/conformance",
    fix: "Ignore notifications of unknown methods.",
    async run(subject) {
      const { session } = subject.connected;
      const before = subject.entries().length;
      const failure = await session.notify("notifications/conformance").delivered;
      const alive = await subject.request(aliveMethod(subject));
      if (alive.kind !== "result") {
        return failed(`After a notification, a request was answered ${alive.text}.`, alive);
      }
      const answers = subject
        .entries()
        .slice(before)
        .filter(
          (entry) =>
            entry.kind === "message" &&
            entry.direction === "in" &&
            entry.heads.some(
              (head) => (head.kind === "result" || head.kind === "error") && head.id === null,
            ),
        )
        .map(({ seq }) => seq);
      // over HTTP a notification may be refused, with or without an error in the body
      if (answers.length === 0 || failure?.code === "http-status") return passed(alive);
      return failed(
        { sentence: "A notification was answered.", seen: "An answer without an id" },
        alive,
        { evidence: answers },
      );
    },
  },
  {
    id: "cancel-unknown",
    area: "errors",
    title: "The cancellation of an unknown request is ignored",
    level: "must",
    section: "basic/utilities/cancellation#behavior-requirements",
    until: "2025-11-25",
    sends: "notifications/cancelled of an unknown id",
    fix: "Ignore cancellations of requests that do not run.",
    async run(subject) {
      const params = JSON.stringify({ requestId: "conformance-none", reason: "conformance" });
      const { entry, delivered } = subject.connected.session.notify(
        "notifications/cancelled",
        params,
      );
      await delivered;
      const alive = await subject.request(aliveMethod(subject));
      const problem =
        alive.kind === "result"
          ? undefined
          : `After the cancellation of an unknown request, a request was answered ${alive.text}.`;
      return verdictOf(problem, { evidence: [entry.seq] }, alive);
    },
  },
  {
    id: "batch",
    area: "errors",
    title: "A batch of two requests is answered",
    level: "must",
    section: "basic#batching",
    since: "2025-03-26",
    until: "2025-03-26",
    sends: "a batch of two pings",
    fix: "Answer each request of a batch, or do not agree to 2025-03-26.",
    async run({ connected, http, request }) {
      const { session } = connected;
      const ids = ["conformance-4", "conformance-5"];
      const batch = ids.map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
      const { calls, entry, delivered } = session.send(JSON.stringify(batch));
      // on one stream, a server that answers what was sent later has ignored the batch
      if (!http && (await delivered) === undefined) {
        const first = await request("ping");
        const second = await request("ping");
        if (first.kind === "result" && second.kind === "result") {
          for (const call of calls) call.abandon();
        }
      }
      const outcomes = await Promise.all(calls.map(({ done }) => done));
      const isAnswered = outcomes.every(({ kind }) => kind === "result");
      const answers = outcomes.flatMap((each) => ("answer" in each ? each.answer.entry.seq : []));
      return verdictOf(isAnswered ? undefined : "The batch was not answered with two results.", {
        evidence: [entry.seq, ...answers],
        shown: `${countText(answers.length, "answer")} to two requests`,
      });
    },
  },
];
