/** Shares the session of a server live: encrypts what is added to the log and sends it to the relay. */
import {
  createLiveWriter,
  type LiveDocument,
} from "../../../../shared/recording/live/liveDocuments.ts";
import { createLiveAddress, formatLive } from "../../../../shared/recording/live/liveLink.ts";
import {
  type LiveEnd,
  liveEnds,
  maxLiveChunkBytes,
} from "../../../../shared/relay/live/liveWire.ts";
import { createLiveRecorder } from "./liveRecorder.ts";
import { endLive, followLive, sendChunk, startLive } from "./liveRelay.ts";
import type { LiveOptions, LiveShare, OwnSession, StartLive } from "./liveShare.ts";

interface OwnSessionOptions extends LiveOptions, StartLive {
  readonly onChange: (share: LiveShare) => void;
}

/** Milliseconds for which changes are collected. */
const gatherMs = 300;
/** Milliseconds until the stream of the owner is opened again. */
const reconnectMs = 1000;
/** Milliseconds that viewers have to read the end of a session. */
const deletionDelayMs = 3000;

/** Viewers that are named. */
const maxPeople = 100;

/** The names in an event of the relay. */
function namesIn(data: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(data);
    if (!Array.isArray(names)) return [];
    return names.filter((name) => typeof name === "string").slice(0, maxPeople);
  } catch {
    return [];
  }
}

/** @returns undefined if the relay refused */
export async function startOwnSession(options: OwnSessionOptions): Promise<OwnSession | undefined> {
  const { log, servers, clock, serverId, choices, head, linkBase, onChange } = options;
  const address = createLiveAddress();
  const started = await startLive(options, address.id);
  if ("code" in started) {
    onChange({ kind: "refused", refusal: started });
    return undefined;
  }
  const { id } = address;
  const { token } = started;
  const writer = await createLiveWriter(address, maxLiveChunkBytes);
  const recorder = createLiveRecorder({
    log,
    clock,
    server: () => servers.getState().open.get(serverId),
    servers: servers.getState,
    choices,
    head,
    timeOrigin: performance.timeOrigin,
  });
  const stopped = new AbortController();
  let share: Extract<LiveShare, { kind: "live" }> = {
    kind: "live",
    link: `${linkBase}#w=${formatLive(address)}`,
    viewers: undefined,
    isConnected: true,
    skipped: 0,
  };
  const change = (part: Partial<typeof share>) => {
    share = { ...share, ...part };
    if (!stopped.signal.aborted) onChange(share);
  };
  const stop = (reason: LiveEnd | "lost") => {
    if (stopped.signal.aborted) return;
    stopped.abort();
    stopLog();
    stopRecords();
    onChange({ kind: "ended", reason });
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      stopped.signal.addEventListener("abort", () => {
        cancel();
        resolve();
      });
    });

  /** Whether the owner ended it: what is being sent is completed, but not repeated. */
  let isEnding = false;

  /** @returns whether all of it was stored */
  const send = async (document: LiveDocument): Promise<boolean> => {
    const { from, chunks } = await writer.write(document);
    for (const [index, bytes] of chunks.entries()) {
      for (;;) {
        if (stopped.signal.aborted && !isEnding) return false;
        const sent = await sendChunk(options, { id, token, number: from + index, bytes });
        if (sent === "sent") break;
        if (sent === "gone" || sent === "full" || isEnding) {
          stop(sent === "full" ? "full" : "lost");
          return false;
        }
        change({ isConnected: false });
        await pause(sent.waitMs);
      }
      if (!share.isConnected) change({ isConnected: true });
    }
    return true;
  };

  let working: Promise<void> | undefined;
  let isWanted = false;
  let hasNewHead = true;
  const sendChanges = async () => {
    while (isWanted && !stopped.signal.aborted) {
      isWanted = false;
      if (hasNewHead) {
        hasNewHead = false;
        const document = await recorder.head();
        if (document && !(await send(document))) return;
      }
      while (!stopped.signal.aborted) {
        const document = await recorder.next();
        if (!document) break;
        if (!(await send(document))) return;
        if (document.skipped) change({ skipped: share.skipped + document.skipped });
      }
      await pause(gatherMs);
    }
  };
  const work = () => {
    isWanted = true;
    working ??= sendChanges()
      // viewers would miss what could not be recorded
      .catch(() => stop("lost"))
      .finally(() => {
        working = undefined;
      });
  };
  const stopLog = log.subscribe(work);
  let stopState = () => {};
  const followConnection = () => {
    stopState();
    const { connection } = servers.getState().open.get(serverId) ?? {};
    stopState =
      connection?.state.subscribe(() => {
        hasNewHead = true;
        work();
      }) ?? (() => {});
  };
  followConnection();
  const stopFollowing = servers.subscribe((now, before) => {
    const [one, other] = [now, before].map(({ open }) => open.get(serverId)?.connection);
    if (one === other) return;
    followConnection();
    hasNewHead = true;
    work();
  });
  const stopRecords = () => {
    stopFollowing();
    stopState();
  };

  /** Renews the session at the relay, and receives the number of viewers. */
  const attend = async () => {
    while (!stopped.signal.aborted) {
      const status = await followLive(options, `${id}/owner`, {
        token,
        signal: stopped.signal,
        onOpen: () => change({ isConnected: true }),
        onEvent({ name, data }) {
          if (name === "viewers") change({ viewers: Number(data) });
          if (name === "people") change({ people: namesIn(data) });
          if (name === "end") stop(liveEnds.find((reason) => reason === data) ?? "lost");
        },
      });
      if (stopped.signal.aborted) return;
      if (status === 404 || status === 403) return stop("lost");
      change({ isConnected: false });
      await pause(reconnectMs);
    }
  };

  onChange(share);
  work();
  void attend();
  return {
    end() {
      if (stopped.signal.aborted) return;
      isEnding = true;
      stop("owner");
      void (async () => {
        await working;
        await send({ isEnd: true });
        // the relay deletes the session, and its viewers have to read the end first
        await new Promise<void>((resolve) => void clock.after(deletionDelayMs, resolve));
        await endLive(options, id, token);
      })();
    },
    leave() {
      if (stopped.signal.aborted) return;
      stop("owner");
      void endLive(options, id, token);
    },
  };
}
