/** Watches a session that its owner shares live: it is shown as a recording that grows. */
import { fromBase64 } from "../../../../shared/core/base64.ts";
import {
  createLiveReader,
  type LiveDocument,
  type LiveProblem,
} from "../../../../shared/recording/live/liveDocuments.ts";
import { parseLive } from "../../../../shared/recording/live/liveLink.ts";
import { liveEnds } from "../../../../shared/relay/live/liveWire.ts";
import { draftOf, itemKey, selectionOf } from "../../../calls/store/drafts.ts";
import { runOf } from "../../../calls/store/runs.ts";
import type { OpenedRecording, OpenProblem, RecordingSource } from "../openedRecording.ts";
import type { OpenRecordingOptions } from "../openRecording.ts";
import { recordedItems } from "../recordedState.ts";
import { createRestore, type EntryRestore, show } from "../showRecording.ts";
import { followLive, type LiveEvent } from "./liveRelay.ts";

interface WatchLiveOptions extends OpenRecordingOptions {
  /** Whether a server still shows its recording. */
  readonly isWatched: (serverId: string) => boolean;
  readonly onChange: (serverId: string, change: Partial<OpenedRecording>) => void;
}

/** Milliseconds until the relay is asked again; doubled with each failure. */
const [firstRetryMs, maxRetryMs] = [500, 10_000];
/**
 * Milliseconds for which new messages are collected before lists and results follow; in a long
 * session a multiple of the time that takes, because it reads the whole log.
 */
const [refreshMs, refreshShare] = [300, 10];
/** Entries of one session. */
const maxEntries = 500_000;

/** @returns why the session cannot be watched; undefined once it is shown; watching then continues */
export async function watchLive(
  options: WatchLiveOptions,
  source: Extract<RecordingSource, { kind: "live" }>,
): Promise<OpenProblem | undefined> {
  const refuse = (code: OpenProblem["code"]) => ({ source: source.kind, code });
  const address = parseLive(source.value);
  if (typeof address === "string") return refuse(address);
  if (globalThis.crypto.subtle === undefined) return refuse("insecure");
  const reader = await createLiveReader(address);
  const shown = createShown(options, source);
  const control = new AbortController();
  let problem: LiveProblem | undefined;
  let isEnded = false;
  /** Events are read one after the other. */
  let reading = Promise.resolve();
  let isShown: (problem: OpenProblem | undefined) => void = () => {};
  const first = new Promise<OpenProblem | undefined>((resolve) => {
    isShown = resolve;
  });

  const stop = (reason: LiveProblem | (typeof liveEnds)[number] | "gone", isProved: boolean) => {
    if (isEnded) return;
    isEnded = true;
    control.abort();
    shown.change({ live: { kind: "ended", reason, isProved } });
  };

  const read = async ({ name, id, data }: LiveEvent) => {
    if (isEnded) return;
    if (shown.isClosed()) return control.abort();
    if (name === "end") return stop(liveEnds.find((reason) => reason === data) ?? "gone", false);
    if (name !== "chunk") return;
    const bytes = fromBase64(data);
    const document = bytes ? await reader.read(Number(id), bytes) : "damaged";
    if (document === undefined) return;
    if (typeof document === "string") {
      problem = document;
      isShown(refuse(document));
      return stop(document, false);
    }
    if (!(await shown.add(document))) return stop("too-large", false);
    isShown(undefined);
    if (document.isEnd) stop("owner", true);
  };

  const follow = async () => {
    let retryMs = firstRetryMs;
    while (!isEnded && !shown.isClosed()) {
      const status = await followLive(options, `${address.id}?from=${reader.next}`, {
        signal: control.signal,
        onOpen() {
          retryMs = firstRetryMs;
          shown.change({ live: { kind: "live" } });
        },
        onEvent(event) {
          reading = reading.then(() => read(event));
          return reading;
        },
      });
      await reading;
      if (isEnded || shown.isClosed()) break;
      if (status === 404) {
        isShown(refuse("not-found"));
        stop("gone", false);
        break;
      }
      if (!shown.isOpen() && status !== 200) {
        isShown(refuse(status === 429 ? "too-many-viewers" : "unreachable"));
        break;
      }
      shown.change({ live: { kind: "reconnecting" } });
      await new Promise<void>((resolve) => void options.clock.after(retryMs, resolve));
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
    isShown(problem && refuse(problem));
  };
  void follow();
  return first;
}

/** Shows what arrives: the log grows, and lists, results and the selected item follow. */
function createShown(options: WatchLiveOptions, source: RecordingSource) {
  const { clock, runs, drafts, servers, log } = options;
  let serverId: string | undefined;
  let restore: EntryRestore | undefined;
  let entries = 0;
  let skipped = 0;
  let isRefreshing = false;
  /** Milliseconds that the newest refresh took. */
  let refreshTook = 0;
  /** The item that was shown last because it was called. */
  let followed: string | undefined;
  /** The call whose result is shown, by the key of its item, with its arguments. */
  const shownCalls = new Map<string, { readonly seq: number; readonly argumentsText: string }>();

  /** Shows the arguments of a result, unless the viewer has changed those of the one before. */
  const showArguments = (serverId: string, key: string, seq: number, argumentsText: string) => {
    const before = shownCalls.get(key);
    if (before?.seq === seq) return;
    shownCalls.set(key, { seq, argumentsText });
    const draft = draftOf(drafts.getState(), serverId, key);
    if (before && draft && draft.argumentsText !== before.argumentsText) return;
    drafts.change(serverId, key, { argumentsText });
  };

  /** Lists and results are functions of the log. */
  const refresh = async () => {
    const [server] = restore?.servers ?? [];
    const connection =
      serverId === undefined ? undefined : servers.getState().open.get(serverId)?.connection;
    // the viewer may have connected to the server
    if (!server || !connection || connection.id !== server.id || serverId === undefined) return;
    const items = await recordedItems(log, server.ids);
    const done = [...items].flatMap(([key, { run }]) => (run ? [[key, run] as const] : []));
    const known = runs.getState();
    const shownId = serverId;
    runs.restore(
      serverId,
      done.filter(([key, { seq }]) => runOf(known, shownId, key)?.seq !== seq),
    );
    for (const [key, { seq }] of done) {
      showArguments(serverId, key, seq, items.get(key)?.argumentsText ?? "{}");
    }
    const state = connection.state.getState();
    if ("queryClient" in state) {
      void state.queryClient.invalidateQueries({ queryKey: [serverId] });
    }
    const newest = done.toSorted(([, one], [, other]) => other.seq - one.seq)[0];
    const { selection } = servers.getState().open.get(serverId) ?? {};
    if (!newest || newest[0] === followed) return;
    const isFollowing = !selection || followed === undefined || itemKey(selection) === followed;
    followed = newest[0];
    if (!isFollowing) return;
    servers.select(selectionOf(followed), serverId);
  };

  return {
    isOpen: () => serverId !== undefined,
    isClosed: () => serverId !== undefined && !options.isWatched(serverId),
    change(change: Partial<OpenedRecording>) {
      if (serverId !== undefined) options.onChange(serverId, change);
    },
    /** @returns false if there is more than is shown */
    async add(document: LiveDocument): Promise<boolean> {
      const { head } = document;
      if (head && serverId === undefined) {
        // the times of the owner's log become those of this one
        const newest = document.entries?.at(-1)?.at ?? 0;
        restore = createRestore(options, head, clock.now() - newest);
        serverId = await show(options, source, head, restore.servers);
      }
      for (const entry of document.entries ?? []) restore?.append(entry);
      entries += document.entries?.length ?? 0;
      if (document.skipped) {
        skipped += document.skipped;
        this.change({ skipped });
      }
      if (!isRefreshing) {
        isRefreshing = true;
        clock.after(Math.max(refreshMs, refreshTook * refreshShare), () => {
          isRefreshing = false;
          const started = clock.now();
          void refresh().finally(() => {
            refreshTook = clock.now() - started;
          });
        });
      }
      return entries <= maxEntries;
    },
  };
}
