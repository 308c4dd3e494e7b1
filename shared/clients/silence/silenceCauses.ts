/** Known causes of clients that stop between their first request and a call, each with the threads that report it. */
import type { MissingStep } from "../../taps/acts/clientAct.ts";

/** A public thread, and the day of the statement in it. */
interface CauseSource {
  /** `owner/repository#number` on GitHub. */
  readonly thread: string;
  /** `YYYY-MM-DD`, or as much of it as is known. */
  readonly date: string;
}

interface KnownCause {
  readonly code: string;
  /** What the client does not do then. */
  readonly missing: MissingStep;
  /** The ids of the clients in which it was seen; without it, it does not depend on the client. */
  readonly clients?: readonly string[];
  readonly sources: readonly CauseSource[];
}

const claudeAi = "anthropics/claude-ai-mcp";

/** The threads were read on 2026-11-25. Of several about the same cause, those that say how it was found. */
const causes = [
  {
    code: "no-metadata-address",
    missing: "challenge",
    sources: [{ thread: "akutishevsky/withings-mcp#17", date: "2026-04-19" }],
  },
  {
    code: "relative-metadata-address",
    missing: "challenge",
    clients: ["claude-ai"],
    sources: [{ thread: `${claudeAi}#136`, date: "2026-04-07" }],
  },
  {
    code: "discovery-unexplained",
    missing: "discovery",
    clients: ["claude-ai"],
    sources: [
      { thread: `${claudeAi}#646`, date: "2026-07-19" },
      { thread: `${claudeAi}#217`, date: "2026-09-05" },
    ],
  },
  {
    code: "service-metadata-elsewhere",
    missing: "registration",
    sources: [
      { thread: "homeassistant-ai/ha-mcp#2209", date: "2026-08-14" },
      { thread: `${claudeAi}#367`, date: "2026-05-27" },
    ],
  },
  {
    code: "resource-of-another-host",
    missing: "registration",
    sources: [{ thread: `${claudeAi}#560`, date: "2026-07-08" }],
  },
  {
    code: "metadata-without-path",
    missing: "registration",
    clients: ["claude-ai"],
    sources: [{ thread: "brendanlong/lion-reader#978", date: "2026-07-04" }],
  },
  {
    code: "no-registration-endpoint",
    missing: "registration",
    sources: [{ thread: `${claudeAi}#306`, date: "2026-05-19" }],
  },
  {
    code: "form-action",
    missing: "token",
    sources: [
      { thread: `${claudeAi}#815`, date: "2026-08-11" },
      { thread: "PrefectHQ/fastmcp#3369", date: "2026-03-03" },
      { thread: "1f916-ai/1f916#179", date: "2026-09-14" },
    ],
  },
  {
    code: "token-unexplained",
    missing: "token",
    clients: ["claude-ai"],
    sources: [
      { thread: `${claudeAi}#653`, date: "2026-07-21" },
      { thread: `${claudeAi}#754`, date: "2026-08-03" },
    ],
  },
  {
    code: "exchange-refused",
    missing: "authorization",
    sources: [{ thread: `${claudeAi}#559`, date: "2026-07-09" }],
  },
  {
    code: "authorization-unexplained",
    missing: "authorization",
    clients: ["claude-ai"],
    sources: [{ thread: `${claudeAi}#546`, date: "2026-07-14" }],
  },
  {
    code: "other-audience",
    missing: "accepted-token",
    sources: [{ thread: `${claudeAi}#299`, date: "2026-05-19" }],
  },
  {
    code: "no-expiry",
    missing: "accepted-token",
    sources: [{ thread: `${claudeAi}#912`, date: "2026-08-24" }],
  },
  {
    code: "old-token",
    missing: "accepted-token",
    clients: ["claude-ai"],
    sources: [{ thread: `${claudeAi}#430`, date: "2026-06-18" }],
  },
  {
    code: "firewall",
    missing: "request",
    sources: [
      { thread: `${claudeAi}#620`, date: "2026-07-15" },
      { thread: `${claudeAi}#335`, date: "2026-05-22" },
    ],
  },
  {
    code: "path-of-another-service",
    missing: "request",
    sources: [{ thread: `${claudeAi}#299`, date: "2026-05-19" }],
  },
  {
    code: "request-unexplained",
    missing: "request",
    clients: ["claude-ai"],
    sources: [
      { thread: `${claudeAi}#825`, date: "2026-08-10" },
      { thread: `${claudeAi}#654`, date: "2026-07-21" },
    ],
  },
  {
    code: "request-unexplained",
    missing: "request",
    clients: ["chatgpt"],
    sources: [{ thread: "openai/tunnel-client#73", date: "2026-09-20" }],
  },
  {
    code: "no-greeting",
    missing: "greeting",
    clients: ["claude-ai", "claude-code"],
    sources: [{ thread: `${claudeAi}#1044`, date: "2026-09-17" }],
  },
  {
    code: "silent-stream",
    missing: "list",
    sources: [
      { thread: "n8n-io/n8n#34835", date: "2026-07-24" },
      { thread: "modelcontextprotocol/python-sdk#3492", date: "2026-09-11" },
    ],
  },
  {
    code: "roots-unanswered",
    missing: "list",
    clients: ["claude-ai"],
    sources: [{ thread: `${claudeAi}#708`, date: "2026-07-29" }],
  },
  {
    code: "list-unexplained",
    missing: "list",
    clients: ["claude-ai"],
    sources: [{ thread: `${claudeAi}#792`, date: "2026-08-06" }],
  },
  {
    code: "list-unexplained",
    missing: "list",
    clients: ["chatgpt"],
    sources: [
      { thread: "openai/tunnel-client#57", date: "2026-09-05" },
      { thread: "Waishnav/devspace#87", date: "2026-07-19" },
    ],
  },
  {
    code: "old-list",
    missing: "call",
    clients: ["claude-ai"],
    sources: [
      { thread: `${claudeAi}#1044`, date: "2026-09-17" },
      { thread: `${claudeAi}#137`, date: "2026-04-02" },
    ],
  },
  {
    code: "old-list-of-name",
    missing: "call",
    clients: ["chatgpt"],
    sources: [{ thread: "homeassistant-ai/ha-mcp#2017", date: "2026-07-23" }],
  },
  {
    code: "hints-missing",
    missing: "call",
    clients: ["chatgpt"],
    sources: [{ thread: "nowledge-co/community#481", date: "2026-08-09" }],
  },
  {
    code: "not-offered",
    missing: "call",
    clients: ["claude-ai"],
    sources: [
      { thread: `${claudeAi}#1052`, date: "2026-09-17" },
      { thread: `${claudeAi}#476`, date: "2026-08-23" },
    ],
  },
] as const satisfies readonly KnownCause[];

export type SilenceCauseCode = (typeof causes)[number]["code"];

export interface SilenceCause extends KnownCause {
  readonly code: SilenceCauseCode;
}

export const silenceCauses: readonly SilenceCause[] = causes;

/**
 * @param clientId of the catalogue; undefined if the client is not known, which rules nothing out
 * @returns those that do not depend on the client first: these have been explained
 */
export function causesOf(
  missing: readonly MissingStep[],
  clientId: string | undefined,
): readonly SilenceCause[] {
  const fitting = silenceCauses.filter(
    (cause) =>
      missing.includes(cause.missing) &&
      (clientId === undefined || cause.clients?.includes(clientId) !== false),
  );
  const isGeneral = ({ clients }: SilenceCause) => clients === undefined;
  return fitting.toSorted((one, other) => Number(isGeneral(other)) - Number(isGeneral(one)));
}
