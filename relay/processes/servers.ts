/** Keeps track of all stdio servers, the sessions that own them and the pages attached to them. */
import { randomUUID } from "node:crypto";
import type { PageMessage } from "../../shared/relay/frames/frames.ts";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import type { StreamId } from "../../shared/relay/frames/streamId.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { type CommandRules, permitsCommand } from "./commandRules.ts";
import { createStartLimiter } from "./startLimiter.ts";
import { type NotStarted, type ProcessOwner, type Started, startProcess } from "./startProcess.ts";
import { createStdioServer, type StdioServer, type Viewer } from "./stdio.ts";
import { createWatchdog } from "./watchdog.ts";

type Message<K extends PageMessage["kind"]> = Extract<PageMessage, { kind: K }>;

export interface ServerProcesses {
  /** Starts a server for a session, or attaches to the session's server with this id. */
  start(
    session: string,
    viewer: Viewer,
    message: Message<"start">,
    person?: string | undefined,
  ): Promise<void>;
  attach(session: string, viewer: Viewer, message: Message<"attach">): void;
  /** The server with this id, if this viewer is attached to it. */
  attachedTo(viewer: Viewer, id: StreamId): StdioServer | undefined;
  /** Stops a server; removes it if it has exited. */
  stop(viewer: Viewer, id: StreamId): void;
  /** Detaches a page: its servers are kept for a while, then stopped. */
  leave(viewer: Viewer): void;
  /** Processes whose end no page has acknowledged. */
  count(): number;
  /** Stops all servers; resolves when all have exited. */
  close(): Promise<void>;
}

interface ProcessRecord {
  readonly session: string;
  readonly starting: Promise<Started>;
  /** Undefined while the process is being started. */
  server: StdioServer | undefined;
  viewer: Viewer | undefined;
  /** The page's first grant, used once the process has started. */
  until: number;
  stopTimer: NodeJS.Timeout | undefined;
}

/**
 * Creates the registry.
 * @param options whether pages may start processes at all
 * @param onStart called before each process is started, with the person who starts it
 */
export function createServerProcesses(
  limits: RelayLimits,
  options: {
    readonly stdio: boolean;
    /** Undefined if every command may be started. */
    readonly commandRules?: CommandRules | undefined;
    /** Milliseconds from closing a server's standard input to SIGTERM; as in the limits by default. */
    readonly inputWaitMs?: number;
    /** The relay by default. */
    readonly owner?: ProcessOwner;
  },
  onStart: (command: ProcessCommand, person: string | undefined) => void = () => {},
): ServerProcesses {
  const all = new Map<StreamId, ProcessRecord>();
  const startLimiter = createStartLimiter(limits, () => performance.now());
  const relayMarker = randomUUID();
  const watchdog = createWatchdog(relayMarker);
  let closing = false;

  const attachViewer = (
    record: ProcessRecord,
    viewer: Viewer,
    { id, seen, until }: { readonly id: StreamId; readonly seen: number; readonly until: number },
  ) => {
    clearTimeout(record.stopTimer);
    if (record.viewer && record.viewer !== viewer) record.viewer.sendMessage({ kind: "taken", id });
    record.viewer = viewer;
    record.until = until;
    record.server?.attach(viewer, seen, until);
  };

  const detachViewer = (id: StreamId, record: ProcessRecord) => {
    record.viewer = undefined;
    record.server?.detach();
    record.stopTimer = setTimeout(() => void stopAbandoned(id, record), limits.keepMs).unref();
  };

  const stopAbandoned = async (id: StreamId, record: ProcessRecord) => {
    // It may still be starting.
    await record.starting;
    await record.server?.stop();
    if (!record.viewer && all.get(id) === record) all.delete(id);
  };

  const refuse = (viewer: Viewer | undefined, id: StreamId, { problem, reason }: NotStarted) =>
    viewer?.sendMessage({ kind: "not-started", id, problem, reason });

  const refuseOther = (viewer: Viewer, id: StreamId, reason: string) =>
    refuse(viewer, id, { problem: "other", reason });

  return {
    async start(session, viewer, { id, until, kind: _, ...command }, person) {
      const known = all.get(id);
      if (known) {
        if (known.session === session) attachViewer(known, viewer, { id, seen: 0, until });
        else refuseOther(viewer, id, "Another session has a process with this id");
        return;
      }
      if (closing) return refuseOther(viewer, id, "The relay is being stopped");
      if (!options.stdio) {
        return refuseOther(
          viewer,
          id,
          "This relay does not start processes: run a relay on your own machine",
        );
      }
      if (options.commandRules && !permitsCommand(options.commandRules, command)) {
        return refuseOther(
          viewer,
          id,
          "This relay starts only the commands that its operator lists, with the variables named there and without a directory",
        );
      }
      const mine = [...all.values()].filter((record) => record.session === session);
      const refusal = startLimiter.refusal(session, mine.length, all.size);
      if (refusal !== undefined) return refuse(viewer, id, refusal);
      onStart(command, person);
      watchdog.prepare();
      const marker = `${relayMarker}.${id}`;
      const starting = startProcess(command, marker, options.owner ?? "relay");
      const record: ProcessRecord = {
        session,
        starting,
        server: undefined,
        viewer,
        until,
        stopTimer: undefined,
      };
      all.set(id, record);
      const started = await starting;
      if (started.kind === "not-started") {
        all.delete(id);
        clearTimeout(record.stopTimer);
        return refuse(record.viewer, id, started);
      }
      const { process, pid } = started;
      const server = createStdioServer({
        id,
        process,
        pid,
        marker,
        limits,
        inputWaitMs: options.inputWaitMs,
      });
      watchdog.watch(pid);
      void server.gone.then(() => watchdog.unwatch(pid));
      record.server = server;
      if (record.viewer) server.attach(record.viewer, 0, record.until);
    },
    attach(session, viewer, message) {
      const { id } = message;
      const record = all.get(id);
      if (record?.session !== session) return viewer.sendMessage({ kind: "unknown", id });
      attachViewer(record, viewer, message);
    },
    attachedTo(viewer, id) {
      const record = all.get(id);
      return record?.viewer === viewer ? record.server : undefined;
    },
    stop(viewer, id) {
      const record = all.get(id);
      if (record?.viewer !== viewer || !record.server) return;
      if (record.server.isOver()) all.delete(id);
      else void record.server.stop();
    },
    leave(viewer) {
      for (const [id, record] of all) if (record.viewer === viewer) detachViewer(id, record);
    },
    count: () => all.size,
    async close() {
      closing = true;
      const everyone = [...all.values()];
      await Promise.all(everyone.map((record) => record.starting));
      await Promise.all(everyone.map((record) => record.server?.stop()));
      for (const record of everyone) clearTimeout(record.stopTimer);
      watchdog.close();
    },
  };
}
