/** Maps the subjects of the flow rules to pages of the specification, by revision. */
import { messagesPage, specUrl } from "../protocol/check/checkLinks.ts";
import { knownRevision, type Revision } from "../protocol/revisions.ts";

/** A subject of the rules, which corresponds to one page or section. */
export type SpecPage =
  | "messages"
  | "requests"
  | "responses"
  | "encoding"
  | "stdio"
  | "http-sending"
  | "http-receiving"
  | "http-listening"
  | "http-session"
  | "http-resuming"
  | "initialization"
  | "capabilities"
  | "client-capabilities"
  | "progress"
  | "progress-tokens"
  | "cancellation"
  | "deprecated"
  | "subscriptions"
  | "log-level"
  | "output-schema"
  | "json-schema"
  | "resource-templates"
  | "json-text"
  | "event-stream"
  | "client-results"
  | "client-time"
  | "client-tools";

type Paths = Readonly<Record<SpecPage, string>>;

const transports = "basic/transports";
const streamable = `${transports}/streamable-http`;

const legacy: Omit<Paths, "messages" | "requests" | "responses"> = {
  encoding: transports,
  stdio: `${transports}#stdio`,
  "http-sending": `${transports}#sending-messages-to-the-server`,
  "http-receiving": `${transports}#sending-messages-to-the-server`,
  "http-listening": `${transports}#listening-for-messages-from-the-server`,
  "http-session": `${transports}#session-management`,
  "http-resuming": `${transports}#resumability-and-redelivery`,
  initialization: "basic/lifecycle#initialization",
  capabilities: "basic/lifecycle#capability-negotiation",
  "client-capabilities": "basic/lifecycle#capability-negotiation",
  progress: "basic/utilities/progress#progress-flow",
  "progress-tokens": "basic/utilities/progress#behavior-requirements",
  cancellation: "basic/utilities/cancellation#behavior-requirements",
  deprecated: "deprecated",
  subscriptions: "server/resources#subscriptions",
  "log-level": "server/utilities/logging",
  "output-schema": "server/tools#output-schema",
  "json-schema": "basic#json-schema-usage",
  "resource-templates": "server/resources#resource-templates",
  "json-text": "https://www.rfc-editor.org/rfc/rfc8259#section-8.1",
  "client-results": "https://docs.claude.com/en/docs/claude-code/mcp",
  "client-time": "https://github.com/modelcontextprotocol/typescript-sdk/issues/192",
  "client-tools": "https://github.com/microsoft/vscode/issues/267257",
  "event-stream":
    "https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation",
};

const oldest: Partial<Paths> = Object.fromEntries(
  Object.keys(legacy)
    .filter((page) => page.startsWith("http-"))
    .map((page) => [page, `${transports}#http-with-sse`]),
);

const modern: Partial<Paths> = {
  encoding: `${transports}#messages`,
  stdio: `${transports}/stdio#receiving-messages`,
  "http-sending": `${streamable}#sending-messages`,
  "http-receiving": `${streamable}#receiving-messages`,
  "http-listening": streamable,
  "http-session": streamable,
  "http-resuming": `${streamable}#receiving-messages`,
  initialization: "basic/versioning",
  capabilities: "basic/versioning",
  "client-capabilities": "basic/patterns/mrtr#server-requirements-basic-workflow",
  progress: "basic/patterns/progress#progress-flow",
  "progress-tokens": "basic/patterns/progress#behavior-requirements",
  cancellation: "basic/patterns/cancellation#behavior-requirements",
  subscriptions: "basic/patterns/subscriptions#opening-a-stream",
  "log-level": "server/utilities/logging#per-request-log-level",
};

/**
 * The URL of the specification page that states a rule.
 * @param revision an unknown one is treated as the latest known one before it
 */
export function specPageUrl(revision: string, page: SpecPage): string {
  const known = knownRevision(revision);
  const path = pathOf(known, page);
  return path.startsWith("https:") ? path : specUrl(known, path);
}

function pathOf(revision: Revision, page: SpecPage): string {
  if (page === "messages") return messagesPage(revision);
  if (page === "requests" || page === "responses") return `${messagesPage(revision)}#${page}`;
  const own = { "2024-11-05": oldest, "2026-07-28": modern }[revision as string];
  return own?.[page] ?? legacy[page];
}
