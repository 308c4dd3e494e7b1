/** Opens several sessions at once, to find those that a load balancer loses. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import { internalErrorCode } from "../../protocol/jsonRpc.ts";
import type { RawResponse } from "../rawHttp.ts";
import { couldNotRun, type Scenario, verdictOf } from "../scenario.ts";
import { openSession, sessionSection, stateless } from "./httpScenarios.ts";

/** Sessions that are open at once, and requests in each: one may meet the right instance by chance. */
const [sessionCount, askCount] = [8, 4];

/** An id must be new in its session, in which 1 was that of `initialize`. */
const requestText = (id: number, method: string) => JSON.stringify({ jsonrpc: "2.0", id, method });

/**
 * How a request of a session that has just begun was refused; undefined if it was answered.
 * @param needsResult whether it was answered with a result in the session of the examination
 */
function lossOf({ status = 0, messages }: RawResponse, needsResult: boolean): string | undefined {
  if (status >= 400) return String(status);
  if (!needsResult) return undefined;
  const code = getOwn(messages.map((each) => getOwn(each, "error")).find(isJsonObject), "code");
  // a backend that fails has not lost a session
  return typeof code !== "number" || code === internalErrorCode ? undefined : `the error ${code}`;
}

export const sessionScenarios: readonly Scenario[] = [
  {
    id: "sessions-at-once",
    area: "http",
    title: `${sessionCount} sessions at once each stay known`,
    level: "should",
    section: sessionSection,
    since: "2025-03-26",
    until: "2025-11-25",
    transport: "http",
    sends: `initialize ${sessionCount} times, tools/list and ping in each session at the same time, and DELETE of each`,
    fix: "Keep sessions where all instances of the server find them, or let the load balancer send a session to one instance.",
    async run(subject) {
      if (subject.connected.transport.sessionId?.() === undefined) return stateless;
      const opened = await Promise.all(
        Array.from({ length: sessionCount }, () => openSession(subject)),
      );
      const ids = opened.filter((id) => id !== undefined);
      const isComplete = ids.length === sessionCount;
      // an instance that does not know a session may still answer a ping
      const lists = subject.lists.tools?.first.kind === "result";
      const asked: RawResponse[] = [];
      for (let index = 0; isComplete && index < askCount; index++) {
        const text = requestText(index + 2, lists && index === 0 ? "tools/list" : "ping");
        // in all sessions at once; more at once would only show how fast the server is
        const answers = ids.map((id) =>
          subject.raw({ method: "POST", text }, { "mcp-session-id": id }),
        );
        asked.push(...(await Promise.all(answers)));
      }
      await Promise.all(
        ids.map((id) =>
          subject.raw({ method: "DELETE" }, { "mcp-session-id": id, "content-type": undefined }),
        ),
      );
      if (!isComplete) {
        return couldNotRun(`Only ${ids.length} of ${sessionCount} sessions were started.`);
      }
      // a slow or busy server has not lost a session
      const busy = asked.find(({ status = 503 }) => status === 429 || status === 503);
      if (busy) {
        return couldNotRun(
          busy.status === undefined
            ? "The server did not answer all requests in time."
            : `The server answered with ${busy.status}.`,
        );
      }
      const losses = asked.map((each, at) => lossOf(each, lists && at < sessionCount));
      const lost = asked.filter((_, index) => losses[index] !== undefined);
      const lostIds = new Set(lost.map((each) => ids[asked.indexOf(each) % sessionCount]));
      const isSame = new Set(ids).size < ids.length;
      const answers = [...new Set(losses.filter(Boolean))].slice(0, 3).join(", ");
      return verdictOf(
        lost.length > 0
          ? `${lostIds.size} of ${sessionCount} sessions were lost: ${lost.length} of ${asked.length} requests with the id of a session that had just begun were answered with ${answers}.`
          : isSame
            ? "Two sessions that were begun at the same time have the same id."
            : undefined,
        ...(lost.length > 0 ? lost.slice(0, 5) : asked.slice(0, 1)),
      );
    },
  },
];
