/** Reads what the conformance suite asks of a client in one run. */

export interface Job {
  /** URL of the suite's server. */
  readonly url: string;
  readonly scenario: string;
  /** The client's revision setting: the tested revision, or `auto`. */
  readonly revision: string;
  /** The scenario's parsed context; undefined for most. */
  readonly context: unknown;
}

/** Environment variable for a revision setting other than the tested revision. */
export const revisionSetting = "CONFORMANCE_REVISION";

/**
 * Reads a job from the arguments and environment that the suite passes to a command.
 * @param args the command's arguments; the last one is the URL
 * @throws {Error} when something is missing
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
