/** Scenarios about the metadata that each request of the modern era carries, and its headers. */
import { getOwn } from "../../core/json/getOwn.ts";
import { modernErrors } from "../../protocol/revisions.ts";
import type { Subject } from "../examinedServer.ts";
import type { RawResponse } from "../rawHttp.ts";
import { isRefused } from "../replies.ts";
import { failed, notApplicable, passed, type Scenario, verdictOf } from "../scenario.ts";

const validation = "basic/transports/streamable-http#server-validation";
const mismatch = modernErrors.headerMismatch;

const codeOf = ({ messages: [message] }: RawResponse) => getOwn(getOwn(message, "error"), "code");

/** A request whose headers do not fit its body. */
async function sendMismatch(
  subject: Subject,
  what: string,
  headers: Readonly<Record<string, string | undefined>>,
  text = subject.compose("tools/list"),
) {
  const response = await subject.raw({ method: "POST", text }, headers);
  const code = codeOf(response);
  const isRight = response.status === 400 && code === mismatch;
  const found = `${response.status ?? "no answer"}${code === undefined ? "" : ` and ${code}`}`;
  return verdictOf(
    isRight ? undefined : `${what} was answered with ${found}, not 400 and ${mismatch}.`,
    response,
  );
}

const common = {
  area: "metadata",
  level: "must",
  section: validation,
  since: "2026-07-28",
  transport: "http",
} as const;

export const metadataScenarios: readonly Scenario[] = [
  {
    ...common,
    id: "method-header-missing",
    title: "A request without Mcp-Method is refused",
    sends: "tools/list without Mcp-Method",
    fix: "Answer 400 and the error -32020 to requests without Mcp-Method.",
    run: (subject) =>
      sendMismatch(subject, "A request without Mcp-Method", { "mcp-method": undefined }),
  },
  {
    ...common,
    id: "method-header-mismatch",
    title: "A request whose Mcp-Method is another method is refused",
    sends: "tools/list with Mcp-Method: prompts/list",
    fix: "Answer 400 and the error -32020 where Mcp-Method is not the method of the body.",
    run: (subject) =>
      sendMismatch(subject, "tools/list with another Mcp-Method", { "mcp-method": "prompts/list" }),
  },
  {
    ...common,
    id: "name-header-mismatch",
    title: "A call whose Mcp-Name is another name is refused",
    needs: "tools/call",
    sends: "tools/call of a tool that does not exist, with another Mcp-Name",
    fix: "Answer 400 and the error -32020 where Mcp-Name is not the name of the body.",
    run: (subject) => {
      const params = { name: "conformance-unknown", arguments: {} };
      const text = subject.compose("tools/call", params);
      return sendMismatch(
        subject,
        "A call with another Mcp-Name",
        { "mcp-name": "conformance-other" },
        text,
      );
    },
  },
  {
    ...common,
    id: "version-header-mismatch",
    title: "A request whose MCP-Protocol-Version is not the one of its body is refused",
    sends: "tools/list with MCP-Protocol-Version: 2025-11-25",
    fix: "Answer 400 and the error -32020 where MCP-Protocol-Version is not the revision of the body.",
    run: (subject) =>
      sendMismatch(subject, "A request with another MCP-Protocol-Version", {
        "mcp-protocol-version": "2025-11-25",
      }),
  },
  {
    ...common,
    id: "no-session",
    title: "No session is started",
    section: "basic/transports/streamable-http",
    sends: "server/discover",
    fix: "Send no Mcp-Session-Id in this revision.",
    async run(subject) {
      const text = subject.compose("server/discover");
      const response = await subject.raw({ method: "POST", text });
      const session = response.headers.find(([name]) => name.toLowerCase() === "mcp-session-id");
      return verdictOf(session && "The response has the header Mcp-Session-Id.", response);
    },
  },
  {
    id: "capabilities-missing",
    area: "metadata",
    title: "A request without clientCapabilities is answered with an error",
    level: "must",
    section: "basic#_meta",
    since: "2026-07-28",
    sends: "tools/list without clientCapabilities",
    fix: "Answer requests without clientCapabilities with the error -32602.",
    async run(subject) {
      const text = subject.compose("tools/list");
      const message = JSON.parse(text);
      delete message.params._meta["io.modelcontextprotocol/clientCapabilities"];
      const reply = await subject.send(JSON.stringify(message));
      if (isRefused(reply)) return passed(reply);
      return failed(`A request without clientCapabilities was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "subscription-acknowledged",
    area: "metadata",
    title: "subscriptions/listen is acknowledged first, with the id of the subscription",
    level: "must",
    section: "basic/patterns/subscriptions#opening-a-stream",
    since: "2026-07-28",
    transport: "http",
    sends: "subscriptions/listen, and its end",
    fix: "Send notifications/subscriptions/acknowledged first, with the id of the request as subscriptionId.",
    async run(subject) {
      const { capabilities } = subject.connected.agreement;
      if (getOwn(capabilities.tools, "listChanged") !== true) {
        return notApplicable("The server sends no list changes of tools.");
      }
      const { session } = subject.connected;
      const params = JSON.stringify({ notifications: { toolsListChanged: true } });
      const call = session.request("subscriptions/listen", params);
      const answer = await subject.firstMessage(call.entry.exchangeId);
      call.abandon();
      if (!answer)
        return failed("subscriptions/listen was not acknowledged.", { evidence: [call.entry.seq] });
      const seen = { evidence: [call.entry.seq, answer.seq] };
      const value = await subject.messageOf(answer);
      const method = getOwn(value, "method");
      if (method !== "notifications/subscriptions/acknowledged") {
        return failed(`The first message is ${method ?? "an answer"}.`, seen);
      }
      const meta = getOwn(getOwn(value, "params"), "_meta");
      const id = getOwn(meta, "io.modelcontextprotocol/subscriptionId");
      return verdictOf(
        id === call.id ? undefined : "subscriptionId is not the id of the request.",
        seen,
      );
    },
  },
];
