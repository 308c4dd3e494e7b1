/** Scenarios about the first requests: initialize, discover, ping, and the negotiation of a revision. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { MessageEntry } from "../../log/entry.ts";
import { modernErrors } from "../../protocol/revisions.ts";
import type { Subject } from "../examinedServer.ts";
import { isRefused, schemaProblem } from "../replies.ts";
import { couldNotRun, failed, passed, type Scenario, verdictOf } from "../scenario.ts";

/** A revision that no server speaks. */
const unknownRevision = "1999-01-01";
const clientInfo = { name: "conformance", version: "1" };

/** Answers at once, in every revision. */
export const aliveMethod = ({ isModern }: Pick<Subject, "isModern">): string =>
  isModern ? "server/discover" : "ping";

/** The answer to `initialize` as it was received when the connection was made. */
async function initializeAnswer(
  subject: Subject,
): Promise<{ readonly value: unknown; readonly evidence: readonly number[] } | undefined> {
  const entries = subject.entries();
  const sent = entries.find(
    (entry) =>
      entry.kind === "message" &&
      entry.direction === "out" &&
      entry.heads.some((head) => head.kind === "request" && head.method === "initialize"),
  );
  const head = sent?.kind === "message" ? sent.heads[0] : undefined;
  if (!sent || head?.kind !== "request") return undefined;
  const answer = entries.find(
    (entry): entry is MessageEntry =>
      entry.seq > sent.seq &&
      entry.kind === "message" &&
      entry.direction === "in" &&
      entry.heads.some((one) => one.kind === "result" && one.id === head.id),
  );
  if (!answer) return undefined;
  return { value: await subject.messageOf(answer), evidence: [sent.seq, answer.seq] };
}

export const lifecycleScenarios: readonly Scenario[] = [
  {
    id: "initialize-valid",
    area: "lifecycle",
    title: "initialize is answered with a revision, capabilities and the server's name and version",
    level: "must",
    section: "basic/lifecycle#initialization",
    until: "2025-11-25",
    sends: "initialize",
    fix: "Answer initialize with protocolVersion, capabilities, and serverInfo with name and version.",
    async run(subject) {
      const answer = await initializeAnswer(subject);
      if (!answer) return couldNotRun("The answer to initialize is not in the log.");
      const { value, evidence } = answer;
      const reply = {
        kind: "result",
        value: getOwn(value, "result"),
        message: value,
        code: undefined,
        text: "",
        status: undefined,
        failure: undefined,
        evidence,
        shown: "",
        pointer: undefined,
      } as const;
      const problem = schemaProblem(subject, "initialize", reply);
      return verdictOf(problem, { evidence });
    },
  },
  {
    id: "unknown-revision",
    area: "lifecycle",
    title: "An unknown revision is answered with one that the server speaks",
    level: "must",
    section: "basic/lifecycle#version-negotiation",
    until: "2025-11-25",
    transport: "http",
    sends: `initialize with the revision ${unknownRevision}`,
    fix: "Answer initialize with the newest revision that the server speaks.",
    async run(subject) {
      const params = { protocolVersion: unknownRevision, capabilities: {}, clientInfo };
      const request = { jsonrpc: "2.0", id: 1, method: "initialize", params };
      const response = await subject.raw(
        { method: "POST", text: JSON.stringify(request) },
        { "mcp-session-id": undefined, "mcp-protocol-version": undefined },
      );
      const [message] = response.messages;
      const answered = getOwn(getOwn(message, "result"), "protocolVersion");
      const opened = response.headers.find(([name]) => name.toLowerCase() === "mcp-session-id");
      // the session that it may have started is ended
      if (opened) await subject.raw({ method: "DELETE" }, { "mcp-session-id": opened[1] });
      return answered === unknownRevision
        ? failed(
            {
              sentence: `The server agreed to ${unknownRevision}, a revision that does not exist.`,
              pointer: "/result/protocolVersion",
            },
            response,
          )
        : passed(response);
    },
  },
  {
    id: "ping",
    area: "lifecycle",
    title: "ping is answered with an empty result",
    level: "must",
    section: "basic/utilities/ping#behavior-requirements",
    until: "2025-11-25",
    sends: "ping",
    fix: "Answer ping with an empty object.",
    async run(subject) {
      const reply = await subject.request("ping");
      const isEmpty =
        reply.kind === "result" && Object.keys(reply.value ?? {}).every((key) => key === "_meta");
      if (isEmpty) return passed(reply);
      const how = reply.kind === "result" ? "with a result that is not empty" : reply.text;
      return failed(`ping was answered ${how}.`, reply);
    },
  },
  {
    id: "discover-valid",
    area: "lifecycle",
    title: "server/discover names the revision, the capabilities and the server",
    level: "must",
    section: "server/discover",
    since: "2026-07-28",
    sends: "server/discover",
    fix: "List the spoken revisions, the capabilities and the server in the answer to server/discover.",
    async run(subject) {
      const reply = await subject.request("server/discover");
      const problem = schemaProblem(subject, "server/discover", reply);
      if (problem !== undefined) return failed(problem, reply);
      const supported = getOwn(reply.value, "supportedVersions");
      const isNamed = Array.isArray(supported) && supported.includes(subject.revision);
      return verdictOf(
        isNamed
          ? undefined
          : {
              sentence: `supportedVersions lacks ${subject.revision}, which it speaks.`,
              pointer: "/result/supportedVersions",
            },
        reply,
      );
    },
  },
  {
    id: "unsupported-version",
    area: "lifecycle",
    title: "A request of an unknown revision is answered with -32022 and the supported ones",
    level: "must",
    section: "basic/versioning",
    since: "2026-07-28",
    sends: `server/discover with the revision ${unknownRevision}`,
    fix: "Answer requests of an unknown revision with the error -32022 and the supported revisions.",
    async run(subject) {
      const request = subject.compose("server/discover", {
        _meta: { "io.modelcontextprotocol/protocolVersion": unknownRevision },
      });
      const reply = await subject.send(request);
      if (reply.code !== modernErrors.unsupportedVersion) {
        return failed(
          `A request of ${unknownRevision} was answered ${reply.text}, not with -32022.`,
          reply,
        );
      }
      const supported = getOwn(getOwn(getOwn(reply.message, "error"), "data"), "supported");
      return verdictOf(
        Array.isArray(supported) && supported.includes(subject.revision)
          ? undefined
          : `The data of the error lacks supported, or ${subject.revision} in it.`,
        reply,
      );
    },
  },
  {
    id: "id-unchanged",
    area: "lifecycle",
    title: "An answer has the id of its request, also where that is a string",
    level: "must",
    section: { legacy: "basic#responses", modern: "basic#responses" },
    sends: "a request with the id conformance-1",
    fix: "Answer with the id exactly as it came.",
    async run(subject) {
      const method = aliveMethod(subject);
      const text = subject.compose(method).replace(/"id":\d+/, '"id":"conformance-1"');
      const reply = await subject.send(text);
      if (getOwn(reply.message, "id") === "conformance-1") return passed(reply);
      return failed(`${method} with the id "conformance-1" was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "parallel-requests",
    area: "lifecycle",
    title: "Two requests at the same time are both answered",
    level: "must",
    section: { legacy: "basic#requests", modern: "basic#requests" },
    sends: "two requests at the same time",
    fix: "Answer each request, also while another one runs.",
    async run(subject) {
      const method = aliveMethod(subject);
      const ids = ["conformance-2", "conformance-3"];
      const texts = ids.map((id) =>
        subject.compose(method).replace(/"id":\d+/, `"id":${JSON.stringify(id)}`),
      );
      const replies = await Promise.all(texts.map(subject.send));
      const unanswered = replies.find((reply) => reply.kind === "failed" && !isRefused(reply));
      if (!unanswered) return passed(...replies);
      const others = replies.filter((reply) => reply !== unanswered);
      const problem = `One of two requests was answered ${unanswered.text}.`;
      return failed(problem, ...others, unanswered);
    },
  },
];
