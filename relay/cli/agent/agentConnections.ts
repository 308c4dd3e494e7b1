/** Keeps the connections of an agent open between its calls. */
import type { Connected } from "../../../shared/client/connected.ts";
import { declineInput } from "../../../shared/client/input/declineInput.ts";
import type { AnswerInput } from "../../../shared/client/input/serverInput.ts";
import type { Target } from "../../../shared/config/target.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import {
  type CommandClientOptions,
  createCommandClient,
  type Interrupt,
} from "../connection/commandClient.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import type { SecretMask } from "../secretMask.ts";
import type { Terminal } from "../terminal.ts";
import { callCancelled, ToolProblem } from "./agentTool.ts";

export interface AgentConnection extends ResolvedServer {
  readonly id: string;
  /** Its name in the configuration, or its address with secrets masked. */
  readonly name: string;
  readonly revision: string;
  /** Whether the person has named it, so that it is used with what they have signed in with. */
  readonly isConfigured: boolean;
  /** What it has been since it was started last. */
  readonly state: ConnectionState;
  /** How often it was started. */
  readonly starts: number;
  /** The ids of its connections in the log, newest last. */
  readonly logIds: readonly string[];
  /** The definitions of each start whose lists were read, newest last. */
  readonly definitions: DefinitionsOfStart[];
  /** Answer what the server asks during a call, by the number of its request. */
  readonly answerers: Map<number, AnswerInput>;
}

type ConnectionState =
  | { readonly kind: "connected"; readonly client: Connected }
  /** `failure` is undefined if connecting was cancelled. */
  | { readonly kind: "failed"; readonly failure: Failure | undefined };

interface DefinitionsOfStart {
  readonly start: number;
  /** The JSON text of its lists. */
  readonly text: string;
}

interface ConnectionsOptions extends Pick<CommandClientOptions, "withheld" | "actsAs"> {
  readonly log: EventLog;
  readonly timeoutMs: number;
  readonly terminal: Terminal;
  readonly mask: SecretMask;
  readonly interrupt: Interrupt;
  readonly authorize: boolean;
  /** Is called when nothing more is logged of a connection. @param logId its id in the log */
  readonly onEnd: (logId: string) => void;
  /** Whether requests to a server may be led to an origin. */
  readonly mayContact: (target: Target, origin: string) => boolean;
}

type WantedConnection = ResolvedServer &
  Pick<AgentConnection, "name" | "revision" | "isConfigured">;

export interface AgentConnections {
  open(wanted: WantedConnection, signal: AbortSignal): Promise<AgentConnection>;
  /** Ends the server and starts it again. */
  restart(connection: AgentConnection, signal: AbortSignal): Promise<void>;
  close(connection: AgentConnection): Promise<void>;
  /** The connection with an id, or the only one. @throws ToolProblem if there is none */
  get(id: string | undefined): AgentConnection;
  all(): readonly AgentConnection[];
  /** Ends everything that was started, and starts nothing more. */
  closeAll(): Promise<void>;
}

const maxConnections = 8;

/** The name of a server that was given as a command or a URL. */
export const unnamedServer = "server";

export function createAgentConnections(options: ConnectionsOptions): AgentConnections {
  const connections = new Map<string, Open>();
  const closers = new Set<() => Promise<void>>();
  let count = 0;
  let isClosed = false;

  interface Open extends AgentConnection {
    state: ConnectionState;
    starts: number;
    readonly logIds: string[];
    /** Ends the newest start; also before it is connected. */
    end: () => Promise<void>;
    /** The newest start or end. */
    last: Promise<void>;
  }

  const start = async (connection: Open, signal: AbortSignal) => {
    if (isClosed || signal.aborted) throw callCancelled();
    const connectionId = `${connection.id}.${++connection.starts}`;
    connection.logIds.push(connectionId);
    const { log, timeoutMs, terminal, mask, authorize, withheld, actsAs } = options;
    const { client, closeLink } = createCommandClient({
      ...{ withheld, actsAs },
      target: connection.target,
      headers: connection.headers,
      revision: connection.revision,
      timeoutMs,
      mayContact: (origin) => options.mayContact(connection.target, origin),
      connectionId,
      log,
      initiator: { kind: "model" },
      answerInput(input) {
        const [first] = connection.answerers.values();
        const own = connection.answerers.get(input.causedBy ?? 0) ?? first;
        return (own ?? declineInput)(input);
      },
      signIn: connection.isConfigured ? { terminal, isWanted: authorize, mask } : undefined,
    });
    const removeClose = options.interrupt.add(() => end());
    const end = async () => {
      await client.close();
      await closeLink();
      closers.delete(end);
      removeClose();
      options.onEnd(connectionId);
    };
    closers.add(end);
    connection.end = end;
    const stop = () => void end();
    signal.addEventListener("abort", stop, { once: true });
    const result = await client.connect();
    signal.removeEventListener("abort", stop);
    connection.state =
      result.kind === "connected"
        ? { kind: "connected", client: result }
        : { kind: "failed", failure: result.kind === "failed" ? result.failure : undefined };
    // a process that cannot be used must not stay
    if (connection.state.kind === "failed" || isClosed || signal.aborted) await end();
    if (isClosed || signal.aborted) throw callCancelled();
  };

  /** One start or end of a connection after the other. */
  const inTurn = (connection: Open, work: () => Promise<void>) => {
    const done = connection.last.then(work);
    connection.last = done.catch(() => {});
    return done;
  };

  const opened = ({ id }: AgentConnection) => connections.get(id) ?? missing(id);

  return {
    async open({ target, headers, name, revision, isConfigured }, signal) {
      if (connections.size >= maxConnections) {
        throw new ToolProblem(`There are ${maxConnections} connections already.`, {
          next: "Call disconnect for one that is not needed.",
        });
      }
      const connection: Open = {
        id: `c${++count}`,
        name: name || maskedAddress(target),
        target,
        headers,
        revision,
        isConfigured,
        state: { kind: "failed", failure: undefined },
        starts: 0,
        logIds: [],
        definitions: [],
        answerers: new Map(),
        end: async () => {},
        last: Promise.resolve(),
      };
      connections.set(connection.id, connection);
      try {
        await inTurn(connection, () => start(connection, signal));
      } catch (error) {
        connections.delete(connection.id);
        throw error;
      }
      return connection;
    },
    restart(connection, signal) {
      const own = opened(connection);
      return inTurn(own, async () => {
        await own.end();
        await start(own, signal);
      });
    },
    close(connection) {
      const own = opened(connection);
      connections.delete(own.id);
      return inTurn(own, () => own.end());
    },
    get(id) {
      const [only, ...others] = connections.values();
      if (id !== undefined) return connections.get(id) ?? missing(id);
      if (only && others.length === 0) return only;
      throw new ToolProblem(
        only ? "There are several connections: name one." : "There is no connection.",
        { next: only ? `Known are ${[...connections.keys()].join(", ")}.` : "Call connect first." },
      );
    },
    all: () => [...connections.values()],
    async closeAll() {
      isClosed = true;
      await Promise.allSettled([...closers].map((close) => close()));
    },
  };
}

function missing(id: string): never {
  throw new ToolProblem(`There is no connection ${JSON.stringify(id.slice(0, 40))}.`, {
    next: "Call connect first.",
  });
}
