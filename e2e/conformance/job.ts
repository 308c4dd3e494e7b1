/** Reads what the conformance suite asks of a client in one run. */

export interface Job {
  /** Where the referee's server is. */
  readonly url: string;
  readonly scenario: string;
  /** What the client is set to: the revision that is judged, or `auto`. */
  readonly revision: string;
  /** What the scenario hands over beside its name, as it was parsed; undefined for most. */
  readonly context: unknown;
}

/** Names the client's setting where it shall not be the revision that is judged. */
export const revisionSetting = "CONFORMANCE_REVISION";

/**
 * Reads a job as the referee hands it to a command.
 * @param args the command's arguments; the last one is the URL
 * @throws {Error} in words, when something is missing
 */
export function readJob(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Job {
  const url = args.at(-1);
  const scenario = env.MCP_CONFORMANCE_SCENARIO;
  const revision = env[revisionSetting] ?? env.MCP_CONFORMANCE_PROTOCOL_VERSION;
  const context = env.MCP_CONFORMANCE_CONTEXT;
  if (!url) throw new Error("The server's URL is missing.");
  if (!scenario) throw new Error("MCP_CONFORMANCE_SCENARIO is not set.");
  if (!revision) throw new Error("MCP_CONFORMANCE_PROTOCOL_VERSION is not set.");
  return { url, scenario, revision, context: context ? JSON.parse(context) : undefined };
}
