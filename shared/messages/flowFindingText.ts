/** Sentences for findings of the flow rules: what happened, why it matters and what to do. */

import { countText } from "../core/countText.ts";
import type { FlowCode, KnownFlowFinding } from "../lint/finding.ts";
import { deprecatedInstead, deprecatedUse, deprecatedWhen } from "./deprecationText.ts";
import { quoted } from "./phrases.ts";

const texts: {
  readonly [Code in FlowCode]: (evidence: KnownFlowFinding<Code>["evidence"]) => string;
} = {
  "answer-after-cancel": ({ id, method }) =>
    `The request ${quoted(id)} (${method}) had been cancelled. Its answer may have been on its way already; clients ignore it.`,
  "answer-on-listening-stream": ({ id, method }) =>
    `The answer to ${quoted(id)} (${method}) came on the stream of a GET that resumes nothing. Such a stream carries the server's own requests and notifications only; answer in the response to the POST.`,
  "answer-on-other-stream": ({ id, method }) =>
    `The answer to ${quoted(id)} (${method}) came in the response to another request. A client may be waiting for it in the response to its own POST, and miss it.`,
  "answer-to-unknown-id": ({ id, asked }) =>
    asked === undefined
      ? `No request had the id ${quoted(id)}, so this response answers nothing. A response repeats the id of its request.`
      : `No request had the id ${quoted(id)}, but one had ${quoted(asked)}. A response repeats the id unchanged, its type included.`,
  "body-with-202": () =>
    "A response with 202 Accepted has no body; clients need not read this one.",
  "byte-order-mark": ({ format }) =>
    format === "event-stream"
      ? "The stream begins with a byte order mark. Event streams may have one, but it has no effect."
      : "The JSON begins with a byte order mark, which JSON on a network must not have; many parsers reject it. Write UTF-8 without one.",
  "cancel-of-initialize": () =>
    "The initialize request must not be cancelled. Close the connection instead.",
  "cancel-of-unknown-request": ({ id, era }) =>
    era === "modern"
      ? `The server cancelled ${quoted(id)}, which is not a subscription. In this revision a server may cancel subscriptions only.`
      : `The server cancelled ${quoted(id)}, which is not one of its own requests. Each side cancels only its own requests.`,
  "capability-not-declared": ({ method, capability }) =>
    `The server sent ${method} without having declared the capability ${capability}. Declare it, or do not send this: clients may not listen for it.`,
  "change-outside-subscription": ({ method, answeredMethod }) =>
    `${method} came in the response to ${answeredMethod ?? "another request"}. Clients subscribe to changes with subscriptions/listen; send them on its stream.`,
  "client-capability-not-declared": ({ method, capability }) =>
    `The server sent ${method} although the client had not declared the capability ${capability}. Ask only for what the client declared; other clients answer with an error.`,
  "deprecated-feature": ({ feature }) =>
    `The ${feature === "client-registration" ? "authorization server" : "server"} uses ${deprecatedUse(feature)}, which is ${deprecatedWhen(feature)}. ${deprecatedInstead(feature)}`,
  "empty-answer": ({ method }) =>
    `${method} was answered with an empty body. A request is answered with a JSON object or an event stream.`,
  "event-id-reused": ({ id }) =>
    `The event id ${quoted(id)} was used before in this session. A client that resumes from it would get the wrong stream; give each event its own id.`,
  "event-never-ended": () =>
    "The stream ended in the middle of an event, which clients discard. End each event with a blank line, the last one too.",
  "get-without-stream": () =>
    "The GET was answered with something other than an event stream. A server that offers no stream answers 405.",
  "given-up": ({ method, ms }) =>
    `${method} had no answer after ${ms} ms, when the client stopped waiting.`,
  "invalid-utf8": ({ offset }) =>
    `The bytes are not UTF-8 from byte ${offset} on; unreadable bytes are shown as U+FFFD. Messages must be UTF-8: encode text as a whole, never in pieces cut inside a character.`,
  "large-result": ({ tokens, limit }) =>
    `The result is about ${countText(tokens, "token")}. Claude Code refuses results of more than ${countText(limit, "token")} unless its user allows more, and other clients cut them. Return pages, or take a limit as an argument.`,
  "line-never-ended": () =>
    "The output ended in the middle of a line, which is no message. End each message with a newline, the last one too.",
  "log-not-asked-for": () =>
    "The request did not ask for log messages: its _meta has no io.modelcontextprotocol/logLevel. Do not send log messages in that case.",
  "malformed-schema": ({ tool, member, at, found }) =>
    `The ${member} of ${quoted(tool)} is not valid JSON Schema: ${found} is not allowed ${at === "" ? "as its root" : `at ${at}`}. Clients and model providers may refuse the tool.`,
  "many-tools": ({ count, limit }) =>
    limit < 128
      ? `The server lists ${countText(count, "tool")}. Cursor has offered its model ${limit} tools of all servers together; put rarely used ones into a group that is switched on.`
      : `The server lists ${countText(count, "tool")}. Copilot in VS Code offers its model ${limit} tools of all servers together; put rarely used ones into a group that is switched on.`,
  "message-after-answer": () =>
    "This message arrived after every request of the stream was answered. The last answer should end the stream; clients may have stopped listening.",
  "message-after-close": () => "This message arrived after the connection was closed.",
  "not-checked": ({ size, limit }) =>
    limit === undefined
      ? "The check of this message failed; its content was not checked."
      : `A message of ${size.toLocaleString("en")} bytes is too large to be checked here; its content was not checked.`,
  "not-json": ({ direction, carrier, line }) => {
    if (direction === "out") return "What was sent is not JSON. The server can only reject it.";
    return carrier === "stdio"
      ? `The server wrote a line to its standard output that is not JSON${line === undefined ? "" : `: ${quoted(line)}`}. Standard output is for messages only; write logs to standard error.`
      : "This should be a message but is not JSON, so no client can read it. It may have been cut off, or written by hand.";
  },
  "not-mcp": ({ contentType, status }) =>
    `The answer is not a message but ${contentType === "text/html" ? "a web page" : contentType || "content without a type"}, with the status ${status}. Is this the address of the MCP endpoint, or does something in between (a login, a proxy) answer for it?`,
  "notice-on-subscription": ({ method }) =>
    `${method} belongs in the response to the request it is about; a subscription carries only what was subscribed to.`,
  "output-mismatch": ({ tool, count, at, keyword }) =>
    `The structuredContent of ${quoted(tool)} does not match the tool's outputSchema: ${countText(count, "problem")}, the first at ${at === "" ? "its root" : at} (${keyword}). Clients may reject the result.`,
  "output-missing": ({ tool }) =>
    `The tool ${quoted(tool)} declares an outputSchema, but its result has no structuredContent. Return one that matches the schema.`,
  "progress-after-answer": ({ method, mayBeTask }) =>
    `The request of this progress (${method}) has been answered${mayBeTask ? "; only a task continues after that" : ""}. Progress stops with the answer.`,
  "progress-for-unknown-token": ({ token }) =>
    `No request named the progress token ${quoted(token)}. Report progress only for the token in the _meta of a request, unchanged.`,
  "progress-not-increasing": ({ last, progress }) =>
    `The progress went from ${last} to ${progress}. It must increase with each report, even when the total is unknown.`,
  redirected: ({ to }) =>
    `The request was redirected to ${to}. The protocol has a single endpoint; some clients do not follow redirects, or turn a POST into a GET. Use the final address.`,
  "request-before-initialized": ({ method, direction }) =>
    direction === "in"
      ? `The server sent ${method} before the client sent notifications/initialized. Until then it should send nothing but pings and log messages.`
      : `${method} was sent before the server answered initialize. Until then only pings should be sent.`,
  "request-id-reused": ({ id, direction, unansweredMethod }) => {
    if (direction === "in") {
      return `The server used the id ${quoted(id)} for an earlier request of this session. Answers cannot be matched to requests then; use a new id for each request.`;
    }
    return unansweredMethod === undefined
      ? `The id ${quoted(id)} was used before in this session. The server may refuse it, or take it for the same request.`
      : `The id ${quoted(id)} is still waiting for the answer to ${unansweredMethod}. It is not possible to tell which request an answer belongs to.`;
  },
  "request-only-accepted": () =>
    "A request was answered with 202 Accepted, which is for notifications and responses. Its answer cannot arrive anywhere else: send it in this response, as JSON or as an event stream.",
  "second-answer": ({ id, method }) =>
    `The request ${quoted(id)} (${method}) was answered before. A request gets one response: send each response once.`,
  "session-id-changed": () =>
    "The server sent a different session id during the session. Session ids are assigned in the answer to initialize; clients keep that one.",
  "session-id-not-visible-ascii": ({ position }) =>
    `The session id ${position === undefined ? "is empty" : `has a character at position ${position} that is not visible ASCII (0x21 to 0x7E)`}. It may be changed or rejected when it is sent back in a header.`,
  "session-in-modern-era": () =>
    "The server sent a session id. This revision has no sessions; clients do not send the id back.",
  "slow-call": ({ method, ms, limit }) =>
    `${method} was answered after ${Math.round(ms / 1000).toLocaleString("en")} s. Clients with the time limit of the TypeScript SDK give up after ${limit / 1000} s; progress extends it only in those that ask for it. Answer with the id of a job and a tool that tells its state, or as a task.`,
  "stream-broken": ({ method, reason, limit }) =>
    `The connection broke before ${method} was answered: ${limit === undefined ? (reason ?? "no reason given") : `cut after ${limit} bytes`}. The server may have crashed, or the network or a proxy closed the connection.`,
  "stream-left-open": () =>
    "The stream stayed open after every request in it was answered. The server should close it: a browser has only six connections to a server.",
  "stream-without-answer": ({ method }) =>
    `The stream ended without the answer to ${method}, and its events had no ids to resume from: the request is lost. Send the response before closing the stream.`,
  "subscription-ended-silently": () =>
    "The subscription's stream ended without an answer. A server that ends one on purpose answers the request first.",
  "unknown-event": ({ event }) =>
    `Events of the type ${quoted(event)} have no meaning in this protocol. Messages are events of the type "message", or of no type.`,
  "wrong-content-type": ({ contentType }) =>
    `The message came as ${contentType || "no type at all"}. A client may refuse it: the Content-Type must be application/json or text/event-stream.`,
  "wrong-success-status": ({ status }) =>
    `A message that is not a request is answered with 202 Accepted and no body, not with ${status}.`,
};

export function isFlowFinding<Found extends { readonly code: string }>(
  found: Found,
): found is Extract<Found, { readonly code: FlowCode }> {
  return Object.hasOwn(texts, found.code);
}

/** The sentence for a finding of a flow rule. */
export function flowFindingText<Code extends FlowCode>({
  code,
  evidence,
}: KnownFlowFinding<Code>): string {
  return texts[code](evidence);
}
