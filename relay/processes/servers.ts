/** All stdio servers that the relay runs, and whose they are. */
import { randomUUID } from "node:crypto";
import type { PageMessage } from "../../shared/relay/frames/frames.ts";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import type { ProcessId } from "../../shared/relay/frames/processId.ts";
import type { Limits } from "../limits.ts";
import { createAdmission } from "./startLimiter.ts";
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

interface Kept {
  readonly session: string;
  readonly starting: Promise<Started>;
  /** Undefined while it is being started. */
  server: StdioServer | undefined;
  viewer: Viewer | undefined;
  /** What the page takes at first, should the server come up. */
  until: number;
  giveUp: NodeJS.Timeout | undefined;
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
  const all = new Map<ProcessId, Kept>();
  const admission = createAdmission(limits, () => performance.now());
  /** Begins the markers of all processes of this relay, and of no other. */
  const relayMarker = randomUUID();
  const watchdog = createWatchdog(relayMarker);
  let closing = false;

  const take = (kept: Kept, id: ProcessId, viewer: Viewer, seen: number, until: number) => {
    clearTimeout(kept.giveUp);
    if (kept.viewer && kept.viewer !== viewer) kept.viewer.tell({ kind: "taken", id });
    kept.viewer = viewer;
    kept.until = until;
    kept.server?.attach(viewer, seen, until);
  };

  const abandon = (id: ProcessId, kept: Kept) => {
    kept.viewer = undefined;
    kept.server?.detach();
    kept.giveUp = setTimeout(() => void giveUp(id, kept), limits.keepMs).unref();
  };

  const giveUp = async (id: ProcessId, kept: Kept) => {
    // It may still be on its way up.
    await kept.starting;
    await kept.server?.stop();
    if (!kept.viewer && all.get(id) === kept) all.delete(id);
  };

  const refuse = (viewer: Viewer | undefined, id: ProcessId, reason: string) =>
    viewer?.tell({ kind: "not-started", id, reason });

  return {
    async start(session, viewer, { id, until, kind: _, ...command }) {
      const known = all.get(id);
      if (known) {
        if (known.session === session) take(known, id, viewer, 0, until);
        else refuse(viewer, id, "Another session has a process by this id");
        return;
      }
      if (closing) return refuse(viewer, id, "The relay is being stopped");
      if (!options.stdio) {
        return refuse(viewer, id, "This relay starts no processes: run one on your own machine");
      }
      const mine = [...all.values()].filter((kept) => kept.session === session);
      const refusal = admission.refusal(session, mine.length, all.size);
      if (refusal !== undefined) return refuse(viewer, id, refusal);
      onStart(command);
      watchdog.wake();
      const marker = `${relayMarker}.${id}`;
      const starting = startProcess(command, marker);
      const kept: Kept = { session, starting, server: undefined, viewer, until, giveUp: undefined };
      all.set(id, kept);
      const started = await starting;
      if (started.kind === "not-started") {
        all.delete(id);
        clearTimeout(kept.giveUp);
        return refuse(kept.viewer, id, started.reason);
      }
      const { process, pid } = started;
      const server = createStdioServer({ id, process, pid, marker, limits });
      watchdog.watch(pid);
      void server.gone.then(() => watchdog.unwatch(pid));
      kept.server = server;
      if (kept.viewer) server.attach(kept.viewer, 0, kept.until);
    },
    attach(session, viewer, { id, seen, until }) {
      const kept = all.get(id);
      if (kept?.session !== session) return viewer.tell({ kind: "unknown", id });
      take(kept, id, viewer, seen, until);
    },
    attachedTo(viewer, id) {
      const kept = all.get(id);
      return kept?.viewer === viewer ? kept.server : undefined;
    },
    stop(viewer, id) {
      const kept = all.get(id);
      if (kept?.viewer !== viewer || !kept.server) return;
      if (kept.server.isOver()) all.delete(id);
      else void kept.server.stop();
    },
    leave(viewer) {
      for (const [id, kept] of all) if (kept.viewer === viewer) abandon(id, kept);
    },
    count: () => all.size,
    async close() {
      closing = true;
      const everyone = [...all.values()];
      await Promise.all(everyone.map((kept) => kept.starting));
      await Promise.all(everyone.map((kept) => kept.server?.stop()));
      for (const kept of everyone) clearTimeout(kept.giveUp);
      watchdog.close();
    },
  };
}
