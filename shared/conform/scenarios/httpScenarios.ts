/** Scenarios about Streamable HTTP: statuses, headers, sessions and streams. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { Header } from "../../protocol/headers.ts";
import type { Subject } from "../examinedServer.ts";
import {
  couldNotRun,
  failed,
  notApplicable,
  passed,
  type Scenario,
  verdictOf,
} from "../scenario.ts";
import { aliveMethod } from "./lifecycleScenarios.ts";

const sending = {
  legacy: "basic/transports#sending-messages-to-the-server",
  modern: "basic/transports/streamable-http#sending-messages",
} as const;

export const sessionSection = "basic/transports#session-management";
export const stateless = notApplicable("The server started no session.");
const foreignHost = "conformance.invalid";
const foreignOrigin = `http://${foreignHost}`;

/** Addresses that other pages of the user's browser can reach, but other machines cannot. */
const isLoopback = (url: string) =>
  /^(localhost|127\..*|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");

const headerOf = (headers: readonly Header[], wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Starts a session of its own. */
export async function openSession(subject: Subject): Promise<string | undefined> {
  const params = {
    protocolVersion: subject.revision,
    capabilities: {},
    clientInfo: { name: "conformance", version: "1" },
  };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const answer = await subject.raw(
    { method: "POST", text },
    { "mcp-session-id": undefined, "mcp-protocol-version": undefined },
  );
  const id = headerOf(answer.headers, "mcp-session-id");
  if (id !== undefined) {
    const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    await subject.raw({ method: "POST", text: initialized }, { "mcp-session-id": id });
  }
  return id;
}

/** Names a message by its method or by the request that it answers. */
function nameOf(message: unknown): string {
  const [id, method] = [getOwn(message, "id"), getOwn(message, "method")];
  if (id === undefined && method === undefined) return "a message that is no JSON-RPC";
  return method === undefined ? `the answer to ${String(id)}` : String(method);
}

/** The first names as a list; a server decides how many there are. */
function listOf(names: readonly string[]): string {
  const [shown, left] = [names.slice(0, maxNames), names.length - maxNames];
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}

const maxNames = 5;

/** The names that are left after removing each of `others` once. */
function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return names.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Says how the messages of a resumed stream are not those that were due; undefined if they are. */
function resumeProblem(
  lastEventId: string,
  due: readonly string[],
  sent: readonly string[],
): string | undefined {
  if (due.length === sent.length && due.every((name, at) => name === sent[at])) return undefined;
  const [added, missing] = [without(sent, due), without(due, sent)];
  const wrong = [
    ...(added.length > 0 ? [`also sent ${listOf(added)}`] : []),
    ...(missing.length > 0 ? [`did not send ${listOf(missing)}`] : []),
  ];
  const found = wrong.join(", and ") || `sent ${listOf(sent)}, in this order`;
  return `After Last-Event-ID ${JSON.stringify(lastEventId.slice(0, 80))}, only ${listOf(due)} was due; the server ${found}.`;
}

export const httpScenarios: readonly Scenario[] = [
  {
    id: "content-type",
    area: "http",
    title: "A request is answered as JSON or as an event stream",
    level: "must",
    section: sending,
    transport: "http",
    sends: "a request",
    fix: "Answer requests with the Content-Type application/json or text/event-stream.",
    async run(subject) {
      const response = await subject.raw({
        method: "POST",
        text: subject.compose(aliveMethod(subject)),
      });
      const { contentType } = response;
      const isKnown = ["application/json", "text/event-stream"].includes(contentType);
      return verdictOf(
        isKnown ? undefined : `The Content-Type of an answer is ${contentType || "missing"}.`,
        response,
      );
    },
  },
  {
    id: "notification-202",
    area: "http",
    title: "A notification is answered with 202 and no body",
    level: "must",
    section: sending,
    transport: "http",
    sends: "notifications/cancelled of an unknown id",
    fix: "Answer notifications with 202 and an empty body.",
    async run(subject) {
      const params = { requestId: "conformance-none", ...metaOf(subject) };
      const message = { jsonrpc: "2.0", method: "notifications/cancelled", params };
      const response = await subject.raw({ method: "POST", text: JSON.stringify(message) });
      const { status, otherBody, messages } = response;
      if (status !== 202)
        return failed(
          `A notification was answered with ${status ?? "nothing"}, not 202.`,
          response,
        );
      const isEmpty = otherBody === "" && messages.length === 0;
      return verdictOf(isEmpty ? undefined : "The 202 of a notification has a body.", response);
    },
  },
  {
    id: "get-stream",
    area: "http",
    title: "GET opens an event stream, or is answered with 405",
    level: "must",
    section: "basic/transports#listening-for-messages-from-the-server",
    since: "2025-03-26",
    until: "2025-11-25",
    transport: "http",
    sends: "GET",
    fix: "Answer GET with 405, or with 200 and an event stream.",
    async run(subject) {
      const response = await subject.raw(
        { method: "GET" },
        { accept: "text/event-stream", "content-type": undefined },
      );
      const { status, contentType } = response;
      // a second stream may be refused while the connection has one
      if (status === 405 || status === 409) return passed(response);
      const isStream = status === 200 && contentType === "text/event-stream";
      const found = `${status ?? "nothing"}${contentType && ` and ${contentType}`}`;
      return verdictOf(isStream ? undefined : `GET was answered with ${found}.`, response);
    },
  },
  {
    id: "version-header",
    area: "http",
    title: "An invalid MCP-Protocol-Version header is answered with 400",
    level: "must",
    section: "basic/transports#protocol-version-header",
    since: "2025-06-18",
    until: "2025-11-25",
    transport: "http",
    sends: "ping with MCP-Protocol-Version: conformance",
    fix: "Answer 400 to a revision in MCP-Protocol-Version that the server does not know.",
    async run(subject) {
      const response = await subject.raw(
        { method: "POST", text: subject.compose("ping") },
        { "mcp-protocol-version": "conformance" },
      );
      const { status } = response;
      return verdictOf(
        status === 400
          ? undefined
          : `An invalid MCP-Protocol-Version was answered with ${status}, not 400.`,
        response,
      );
    },
  },
  {
    id: "session-missing",
    area: "http",
    title: "A request without the session's id is answered with 400",
    level: "should",
    section: sessionSection,
    since: "2025-03-26",
    until: "2025-11-25",
    transport: "http",
    sends: "ping without Mcp-Session-Id",
    fix: "Answer 400 to requests without Mcp-Session-Id, except initialize.",
    async run(subject) {
      if (subject.connected.transport.sessionId?.() === undefined) return stateless;
      const response = await subject.raw(
        { method: "POST", text: subject.compose("ping") },
        { "mcp-session-id": undefined },
      );
      const { status } = response;
      return verdictOf(
        status === 400
          ? undefined
          : `A request without Mcp-Session-Id was answered with ${status}, not 400.`,
        response,
      );
    },
  },
  {
    id: "session-ended",
    area: "http",
    title: "A session that was ended is answered with 404",
    level: "must",
    section: sessionSection,
    since: "2025-03-26",
    until: "2025-11-25",
    transport: "http",
    sends: "initialize, DELETE of that session, then ping in it",
    fix: "Answer 404 to requests of a session that has ended.",
    async run(subject) {
      if (subject.connected.transport.sessionId?.() === undefined) return stateless;
      const id = await openSession(subject);
      if (id === undefined) return couldNotRun("A second session was not started.");
      const session = { "mcp-session-id": id };
      const ended = await subject.raw(
        { method: "DELETE" },
        { ...session, "content-type": undefined },
      );
      if (ended.status === undefined || ended.status >= 400) {
        return notApplicable(`The server does not let clients end sessions: ${ended.status}.`);
      }
      const after = await subject.raw({ method: "POST", text: subject.compose("ping") }, session);
      const problem =
        after.status === 404
          ? undefined
          : `After DELETE, ping was answered with ${after.status}, not 404.`;
      return verdictOf(problem, ended, after);
    },
  },
  {
    id: "stream-resumed",
    area: "http",
    title: "A stream that is resumed has the events after Last-Event-ID, and no others",
    level: "must",
    section: "basic/transports#resumability-and-redelivery",
    since: "2025-03-26",
    until: "2025-11-25",
    transport: "http",
    sends: "two pings, then GET with the Last-Event-ID of the first one's stream",
    fix: "Replay the events of the stream that has Last-Event-ID, and of no other one.",
    async run(subject) {
      const ping = (id: string) => {
        const text = JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
        return subject.raw({ method: "POST", text });
      };
      const first = await ping("conformance-6");
      const { resumable } = first;
      if (resumable === undefined) {
        return notApplicable("The server gives its events no id before an answer.");
      }
      // the answer of another stream must not be replayed
      await ping("conformance-7");
      const resumed = await subject.raw(
        { method: "GET" },
        {
          accept: "text/event-stream",
          "content-type": undefined,
          "last-event-id": resumable.id,
        },
      );
      const { status, messages } = resumed;
      if (status === undefined || status >= 400 || messages.length === 0) {
        return notApplicable(`The server does not replay events: ${status}.`);
      }
      const due = first.messages.slice(resumable.messages).map(nameOf);
      if (due.length === 0) return couldNotRun("The first ping was not answered.");
      return verdictOf(resumeProblem(resumable.id, due, messages.map(nameOf)), first, resumed);
    },
  },
  {
    id: "origin",
    area: "http",
    title: "A foreign Origin is refused by a server on this machine",
    level: "must",
    section: {
      legacy: "basic/transports#security-warning",
      modern: "basic/transports/streamable-http#security-warning",
    },
    since: "2025-03-26",
    transport: "http",
    sends: `a request with Origin: ${foreignOrigin}`,
    fix: "Answer 403 to an Origin that the server does not expect.",
    async run(subject) {
      const { http } = subject;
      if (!http || !isLoopback(http.url))
        return notApplicable("The server is not on this machine.");
      if (!subject.canSetOrigin) {
        return couldNotRun("A page cannot set Origin. The relay and the command line can.");
      }
      const send = (headers: Readonly<Record<string, string>>) =>
        subject.raw({ method: "POST", text: subject.compose(aliveMethod(subject)) }, headers);
      const response = await send({ origin: foreignOrigin });
      const { status } = response;
      if (status === undefined || status >= 300) return passed(response);
      const problem = `A request with Origin: ${foreignOrigin} was served.`;
      // where Host cannot be set, this is served as well
      const other = await send({ host: foreignHost });
      if (other.status === undefined || other.status < 400) return failed(problem, response);
      return failed(
        `${problem} One with Host: ${foreignHost} was refused with ${other.status}: a check of Host does not replace the check of Origin.`,
        other,
        response,
      );
    },
  },
];

function metaOf({ connected }: Subject) {
  const meta = Object.entries(connected.session.era().meta());
  if (meta.length === 0) return {};
  return { _meta: Object.fromEntries(meta.map(([key, text]) => [key, JSON.parse(text)])) };
}
