/** All stdio servers that the relay runs, and whose they are. */
import { randomUUID } from "node:crypto";
import type { PageMessage } from "../../shared/relay/frames/frames.ts";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import type { ProcessId } from "../../shared/relay/frames/processId.ts";
import type { Limits } from "../limits.ts";
import { createStartLimiter } from "./startLimiter.ts";
import { type Started, startProcess } from "./startProcess.ts";
import { createStdioServer, type StdioServer, type Viewer } from "./stdio.ts";
import { createWatchdog } from "./watchdog.ts";

type Message<K extends PageMessage["kind"]> = Extract<PageMessage, { kind: K }>;

export interface Servers {
  /** StartLimiter a server for a session, or attaches to the one that the session has by this id. */
  start(session: string, viewer: Viewer, message: Message<"start">): Promise<void>;
  attach(session: string, viewer: Viewer, message: Message<"attach">): void;
  /** The server that this viewer is attached to by this id. */
  attachedTo(viewer: Viewer, id: ProcessId): StdioServer | undefined;
  /** Stops a server; forgets it when it has exited. */
  stop(viewer: Viewer, id: ProcessId): void;
  /** A page is gone: its servers are kept for a while, then stopped. */
  leave(viewer: Viewer): void;
  /** Processes that were started and of whose end no page has taken note. */
  count(): number;
  /** Stops all; settles when all are gone. */
  close(): Promise<void>;
}

interface ProcessRecord {
  readonly session: string;
  readonly starting: Promise<Started>;
  /** Undefined while it is being started. */
  server: StdioServer | undefined;
  viewer: Viewer | undefined;
  /** What the page takes at first, should the server come up. */
  until: number;
  stopAbandoned: NodeJS.Timeout | undefined;
}

/**
 * Makes an empty house.
 * @param options whether pages may start processes at all
 * @param onStart hears of each process that is about to be started
 */
export function createServers(
  limits: Limits,
  options: { readonly stdio: boolean },
  onStart: (command: ProcessCommand) => void = () => {},
): Servers {
  const all = new Map<ProcessId, ProcessRecord>();
  const startLimiter = createStartLimiter(limits, () => performance.now());
  /** Begins the markers of all processes of this relay, and of no other. */
  const relayMarker = randomUUID();
  const watchdog = createWatchdog(relayMarker);
  let closing = false;

  const attachViewer = (
    record: ProcessRecord,
    id: ProcessId,
    viewer: Viewer,
    seen: number,
    until: number,
  ) => {
    clearTimeout(record.stopAbandoned);
    if (record.viewer && record.viewer !== viewer) record.viewer.sendMessage({ kind: "taken", id });
    record.viewer = viewer;
    record.until = until;
    record.server?.attach(viewer, seen, until);
  };

  const detachViewer = (id: ProcessId, record: ProcessRecord) => {
    record.viewer = undefined;
    record.server?.detach();
    record.stopAbandoned = setTimeout(() => void stopAbandoned(id, record), limits.keepMs).unref();
  };

  const stopAbandoned = async (id: ProcessId, record: ProcessRecord) => {
    // It may still be on its way up.
    await record.starting;
    await record.server?.stop();
    if (!record.viewer && all.get(id) === record) all.delete(id);
  };

  const refuse = (viewer: Viewer | undefined, id: ProcessId, reason: string) =>
    viewer?.sendMessage({ kind: "not-started", id, reason });

  return {
    async start(session, viewer, { id, until, kind: _, ...command }) {
      const known = all.get(id);
      if (known) {
        if (known.session === session) attachViewer(known, id, viewer, 0, until);
        else refuse(viewer, id, "Another session has a process by this id");
        return;
      }
      if (closing) return refuse(viewer, id, "The relay is being stopped");
      if (!options.stdio) {
        return refuse(viewer, id, "This relay starts no processes: run one on your own machine");
      }
      const mine = [...all.values()].filter((record) => record.session === session);
      const refusal = startLimiter.refusal(session, mine.length, all.size);
      if (refusal !== undefined) return refuse(viewer, id, refusal);
      onStart(command);
      watchdog.prepare();
      const marker = `${relayMarker}.${id}`;
      const starting = startProcess(command, marker);
      const record: ProcessRecord = {
        session,
        starting,
        server: undefined,
        viewer,
        until,
        stopAbandoned: undefined,
      };
      all.set(id, record);
      const started = await starting;
      if (started.kind === "not-started") {
        all.delete(id);
        clearTimeout(record.stopAbandoned);
        return refuse(record.viewer, id, started.reason);
      }
      const { process, pid } = started;
      const server = createStdioServer({ id, process, pid, marker, limits });
      watchdog.watch(pid);
      void server.gone.then(() => watchdog.unwatch(pid));
      record.server = server;
      if (record.viewer) server.attach(record.viewer, 0, record.until);
    },
    attach(session, viewer, { id, seen, until }) {
      const record = all.get(id);
      if (record?.session !== session) return viewer.sendMessage({ kind: "unknown", id });
      attachViewer(record, id, viewer, seen, until);
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
      for (const record of everyone) clearTimeout(record.stopAbandoned);
      watchdog.close();
    },
  };
}
