/** Connects to the servers of an eval suite. */
import type { Connected } from "../../../shared/client/connected.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { namedServers } from "../../../shared/evals/evalServers.ts";
import type { EvalSuite } from "../../../shared/evals/evalSuite.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { EvalArguments } from "../arguments/evalArguments.ts";
import { CommandError } from "../exitCode.ts";
import type { SecretMask } from "../secretMask.ts";
import type { Terminal } from "../terminal.ts";
import { createInterrupt, withServer } from "./commandClient.ts";
import type { ResolvedServer } from "./resolveServer.ts";
import { serverOfCommand } from "./serverOfCommand.ts";

/** A server that a suite runs with. */
interface SuiteServer extends ResolvedServer {
  /** Identifies it among the servers. */
  readonly id: string;
  /** In the configuration; undefined for one that the command line gives. */
  readonly name: string | undefined;
}

export interface ConnectedServer extends SuiteServer {
  readonly client: Connected;
}

/**
 * The servers of the command line; of configuration files, if it names none, those that the suite
 * names.
 * @throws CommandError if one is not known, or an option is for one server only
 */
export async function suiteServers(
  { targets: given, headers, record }: EvalArguments,
  suite: EvalSuite,
  terminal: Terminal,
): Promise<readonly SuiteServer[]> {
  const named = namedServers(suite);
  const targets = given.flatMap((target) =>
    target.kind === "configured" && target.name === undefined && named.length > 0
      ? named.map((name) => ({ ...target, name }))
      : [target],
  );
  const servers: SuiteServer[] = [];
  for (const target of targets) {
    const server = await serverOfCommand({ target, headers }, terminal);
    const name = target.kind === "configured" ? target.name : undefined;
    servers.push({ ...server, id: name ?? "server", name });
  }
  // one server must not get the credentials of another
  if (servers.length > 1 && headers.length > 0) {
    throw new CommandError(
      "--header and --token are for one server: put them into the configuration.",
    );
  }
  if (servers.length > 1 && record !== undefined) {
    throw new CommandError("--record writes the messages of one server.");
  }
  return servers;
}

/**
 * Connects to all servers, and closes them when the work is done.
 * @returns what `use` returns, or which server could not be connected, and why
 */
export async function withServers<Result>(
  wanted: EvalArguments,
  {
    servers,
    terminal,
    mask,
  }: {
    readonly servers: readonly SuiteServer[];
    readonly terminal: Terminal;
    readonly mask: SecretMask;
  },
  use: (servers: readonly ConnectedServer[], log: EventLog) => Promise<Result>,
): Promise<
  | { readonly result: Result }
  | { readonly failure: Failure | undefined; readonly server: SuiteServer }
> {
  const log = createEventLog({ now: systemClock.now });
  const interrupt = createInterrupt();
  const connect = async (
    [server, ...rest]: readonly SuiteServer[],
    connected: readonly ConnectedServer[],
  ): ReturnType<typeof withServers<Result>> => {
    if (!server) return { result: await use(connected, log) };
    const done = await withServer(
      {
        ...wanted,
        ...server,
        connectionId: server.id,
        log,
        interrupt,
        signIn: { terminal, isWanted: wanted.authorize, mask },
      },
      (client) => connect(rest, [...connected, { ...server, client }]),
    );
    return "result" in done ? done.result : { failure: done.failure, server };
  };
  return connect(servers, []);
}
