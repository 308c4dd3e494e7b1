/** Shows a recording that grows: what arrives is added to the log, and lists, results and the selected item follow. */
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { draftOf, itemKey, selectionOf } from "../../../calls/store/drafts.ts";
import { runOf } from "../../../calls/store/runs.ts";
import { whenServerCloses } from "../../../servers/store/server.ts";
import type { OpenedRecording, RecordingSource, TapSource } from "../openedRecording.ts";
import { recordedItems } from "../recordedState.ts";
import {
  createRestore,
  type EntryRestore,
  recordedConnection,
  type ShownHead,
  type ShowRecordingOptions,
  show,
} from "../showRecording.ts";

export interface GrowingOptions extends ShowRecordingOptions {
  /** Whether a server still shows its recording. */
  readonly isWatched: (serverId: string) => boolean;
  readonly onChange: (serverId: string, change: Partial<OpenedRecording>) => void;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  /** The server whose next session this is. */
  readonly continues?: string | undefined;
}

/**
 * Milliseconds for which new messages are collected before lists and results follow; in a long
 * session a multiple of the time that takes, because it reads the whole log.
 */
const [refreshMs, refreshShare] = [300, 10];
/** Entries of one session. */
const maxEntries = 500_000;

/** @param source where it comes from */
export function createGrowingRecording(
  options: GrowingOptions,
  source: RecordingSource | TapSource,
) {
  const { clock, runs, drafts, servers, log } = options;
  const isTap = source.kind === "tap";
  let serverId = options.continues;
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

  const isShown = (serverId: string, key: string) => {
    const { selection } = servers.getState().open.get(serverId) ?? {};
    return selection !== undefined && itemKey(selection) === key;
  };

  /** Shows the arguments of a result, unless the viewer has changed those of the one before. */
  const showArguments = (serverId: string, key: string, seq: number, argumentsText: string) => {
    // another client calls: a form that the user looks at stays as it is
    if (isTap && isShown(serverId, key)) return;
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
    if (!servers.getState().open.has(serverId)) return;
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
    if (isTap) return;
    // the document of an app is read after the call whose result the app shows
    const called = done.filter(([key]) => !selectionOf(key).name.startsWith("ui://"));
    const newest = called.toSorted(([, one], [, other]) => other.seq - one.seq)[0];
    const { selection } = servers.getState().open.get(serverId) ?? {};
    if (!newest || newest[0] === followed) return;
    const isFollowing = !selection || followed === undefined || itemKey(selection) === followed;
    followed = newest[0];
    if (!isFollowing) return;
    servers.select(selectionOf(followed), serverId);
  };

  /** Shows a newer session of the server, or what it has agreed on meanwhile. */
  const attach = (serverId: string, { servers: [own] }: EntryRestore, head: ShownHead) => {
    const newest = head.connections?.at(-1);
    if (!own || !newest) return;
    const shown = { ...own, connection: newest };
    const connection = recordedConnection(options, serverId, shown, head, source.kind);
    const { target } = connection;
    servers.attach(serverId, { target, connection, applied: undefined, source: "link" });
    options.onChange(serverId, { connectionId: own.id });
  };

  return {
    serverId: () => serverId,
    isOpen: () => serverId !== undefined,
    isClosed: () => serverId !== undefined && !options.isWatched(serverId),
    /** Calls back when its server is closed. @returns the function that unsubscribes */
    whenClosed: (listener: () => void) =>
      whenServerCloses(servers, (id) => {
        if (id === serverId) listener();
      }),
    change(change: Partial<OpenedRecording>) {
      if (serverId !== undefined) options.onChange(serverId, change);
    },
    /** @returns false if there is more than is shown */
    async add(document: LiveDocument): Promise<boolean> {
      const { head } = document;
      if (head && !restore) {
        // the times of the owner's log become those of this one
        const newest = document.entries?.at(-1)?.at ?? 0;
        // a tap has this machine's clock: how long its client has been silent is known
        const age = isTap ? ageOf(head, newest, options.wallClock()) : 0;
        restore = createRestore(options, head, source.kind, clock.now() - newest - age);
        if (serverId === undefined) serverId = await show(options, source, head, restore.servers);
        else attach(serverId, restore, head);
      } else if (head && restore && serverId !== undefined) attach(serverId, restore, head);
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

/** Milliseconds since an entry of a recording; 0 if it does not say when it began. */
function ageOf({ startedAt = "" }: ShownHead, at: number, now: number): number {
  const began = Date.parse(startedAt);
  return Number.isNaN(began) ? 0 : Math.max(0, now - began - at);
}
