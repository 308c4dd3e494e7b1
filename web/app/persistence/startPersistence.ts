/** Restores what this tab showed before a reload or a redirect, then stores it as it changes. */
import { readFragment } from "../../../shared/recording/fragment.ts";
import type { StoredRedirect } from "../../callback/callbackChannel.ts";
import { collectionsDatabase } from "../../calls/store/collections/storedCollections.ts";
import { historyDatabase } from "../../calls/store/history/callHistory.ts";
import { recordCalls } from "../../calls/store/history/recordCalls.ts";
import type { Runs } from "../../calls/store/runs.ts";
import { chatsDatabase } from "../../chat/store/storedChats.ts";
import type { SealedItems } from "../../platform/storage/sealedItems.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import { whenIdle } from "../../platform/whenIdle.ts";
import { nothingLeft, type ResumeStates } from "../../servers/store/connections/resumeState.ts";
import { secretsOfServers } from "../../servers/store/sessionSecrets.ts";
import type { Stores } from "../../stores/stores.ts";
import { readCallsInProgress, storeCallsInProgress } from "./callsInProgress.ts";
import { restoreLog } from "./log/restoreLog.ts";
import { storeLog } from "./log/storeLog.ts";
import { type RestoreOptions, restoreTab } from "./restoreTab.ts";
import { finishSignIn, isWaitingFor, ownerOf, readSignIn } from "./resumeAuthorization.ts";
import { isTabContent, readTabContent, type TabContent } from "./tabContent.ts";
import { databaseOf, forgetOldTabs, knownTabs } from "./tabDatabases.ts";
import { addTabId, entryServerId, noteEntry } from "./tabIds.ts";
import { holdTab } from "./tabLock.ts";
import type { TabSecrets } from "./tabSecrets.ts";
import { type BrowserUrl, followUrl, recordingIn } from "./urlState.ts";
import { writeAfterChanges } from "./writeAfterChanges.ts";

interface PersistenceOptions {
  readonly stores: Stores;
  readonly storage: TextStorage;
  /** Of this tab. */
  readonly tabStorage: TextStorage;
  /** The address of the page, without fragment. */
  readonly base: string;
  /** The stored state that the page continues with; undefined if it starts empty. */
  readonly ownId: string | undefined;
  /** A sign-in that was in progress when the earlier page ended. */
  readonly signIn: StoredRedirect | undefined;
  /** Processes of the earlier page that kept running. */
  readonly left: ResumeStates;
}

const contentName = "content";

/** A user timing mark that is set while everything is stored that a reload restores. */
const storedMark = "stored";

export async function startPersistence(options: PersistenceOptions): Promise<void> {
  const { stores, storage, tabStorage, base, ownId } = options;
  const { persistence, sealedItems } = stores;
  const origin = performance.timeOrigin;
  askBeforeLeaving(stores.calls.runs);
  const earlier = ownId === undefined ? undefined : await sealedItems(databaseOf(ownId));
  // without the relay's half of the key, what was stored is restored after pairing
  let isContinued = !earlier || (await earlier.isReady());
  let callsInProgress = await continueTab(options, isContinued ? earlier : undefined, origin);
  const untouched = stores.servers.all.getState();
  const history = await stores.calls.history();
  recordCalls({
    ...stores.calls,
    servers: stores.servers.all,
    now: stores.clock.now,
    origin,
    add: (call) => void history.add(call),
  });
  const tabId = await claimId(ownId, stores.newId);
  addTabId(tabStorage, tabId);
  const url = browserUrl(tabStorage);
  const mark = markStored();
  followUrl({
    ...stores.servers,
    ...stores.calls,
    open: stores.connections.open,
    view: stores.view,
    recordings: stores.sessions.recordings,
    clock: stores.clock,
    url,
    base,
    tabId,
    onStored: mark.url,
  });
  const items = await sealedItems(databaseOf(tabId));
  const report = () => persistence.report(items.problem.getState().problem);
  items.problem.subscribe(report);
  report();
  // what the earlier page stored is not replaced before it was restored
  const store = async (content: TabContent) => isContinued && items.write(contentName, content);
  const writeNow = storeContent(stores, store, origin, mark.content);
  persistence.started(tabId, writeNow);
  if (!(await items.isReady())) {
    persistence.report("relay-needed");
    await items.ready();
    if (!isContinued) {
      const { activeId, entered } = stores.servers.all.getState();
      const isUntouched = activeId === untouched.activeId && entered === untouched.entered;
      const rest = { ...options, signIn: undefined, left: nothingLeft, isUntouched };
      callsInProgress = await continueTab(rest, earlier, origin);
      isContinued = true;
    }
    await writeNow();
  }
  storeCallsInProgress({ runs: stores.calls.runs, items, clock: stores.clock });
  await keepLog(options, items, earlier, callsInProgress, mark.log);
  await forgetOldTabs(storage, tabId);
  const others = knownTabs(storage).map(([id]) => databaseOf(id));
  for (const database of [...others, historyDatabase, collectionsDatabase, chatsDatabase]) {
    // deletes what is not encrypted with both halves
    await (await sealedItems(database)).isReady();
  }
}

/**
 * Restores the state of the earlier page, and connects to the servers that need nothing of the user.
 * @param earlier undefined if it stored nothing, or nothing that can be read now
 * @returns calls that were in progress when it ended
 */
async function continueTab(
  options: PersistenceOptions & Pick<RestoreOptions, "isUntouched">,
  earlier: SealedItems | undefined,
  origin: number,
): Promise<number> {
  const { stores, ownId, signIn: kept, left, isUntouched = false } = options;
  if (ownId === undefined && !kept && left.processes.length === 0) return 0;
  const stored = await earlier?.read(contentName);
  const { session } = readFragment(location.hash);
  const isOwn = ownId !== undefined && session !== undefined;
  const signIn = kept && (await readSignIn(kept));
  const secrets = signIn?.secrets as TabSecrets | undefined;
  if (secrets) await stores.signIn.restore(secrets.authorizations);
  const due = restoreTab({
    stores,
    content: isTabContent(stored) ? stored : undefined,
    secrets,
    recording: isOwn ? await recordingIn(session) : undefined,
    entryServerId: entryServerId(history.state),
    left,
    isUntouched,
    origin,
  });
  const owner = signIn && ownerOf(stores, signIn);
  const isWaiting = (id: string) => {
    const server = stores.servers.all.getState().open.get(id);
    return owner && server && isWaitingFor(owner, stores, server);
  };
  for (const id of due) if (!isWaiting(id)) stores.connections.opener.connect(id);
  if (signIn && owner) void finishSignIn(stores, signIn, owner, due.filter(isWaiting));
  return earlier ? readCallsInProgress(earlier) : 0;
}

/** A duplicated tab continues under its own id. */
async function claimId(ownId: string | undefined, newId: () => string): Promise<string> {
  const { locks } = navigator as { locks?: LockManager };
  if (ownId !== undefined && (!locks || (await holdTab(locks, ownId)))) return ownId;
  const id = newId();
  if (locks) await holdTab(locks, id);
  return id;
}

/** Puts the earlier page's log before this page's, and stores both from then on. */
async function keepLog(
  { stores }: PersistenceOptions,
  items: SealedItems,
  earlier: SealedItems | undefined,
  callsInProgress: number,
  onStored: (isStored: boolean) => void,
): Promise<void> {
  const { clock, newId, traffic } = stores;
  const { log } = traffic;
  const origin = performance.timeOrigin;
  let from = log.snapshot().entries[0]?.seq ?? 0;
  if (earlier) {
    const earlierLog = { log, items: earlier, origin, newId, callsInProgress };
    const restored = await restoreLog(earlierLog);
    // the divider between the two is not stored yet
    if (restored > 0) from--;
  }
  const secrets = () => secretsOfServers(stores.servers.all.getState());
  storeLog({ log, items, clock, origin, whenIdle, from, secrets, onStored });
}

/** @returns a function that stores the state now */
function storeContent(
  stores: Stores,
  store: (content: TabContent) => Promise<boolean>,
  origin: number,
  onStored: (isStored: boolean) => void,
): () => Promise<boolean> {
  const { view, connections, servers, calls, taps, clock } = stores;
  const { drafts, compositions, runs } = calls;
  const writeNow = writeAfterChanges({
    // whether a connection is open is part of the content
    important: [connections.open],
    others: [view, servers.all, drafts, compositions, runs, taps.recordings],
    write: () => store(readTabContent(stores, origin)),
    onStored,
    clock,
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void writeNow();
  });
  return writeNow;
}

/** Sets the mark while all parts are stored. */
function markStored() {
  const isStored = { url: false, content: false, log: false };
  const follow = (part: keyof typeof isStored) => (now: boolean) => {
    isStored[part] = now;
    performance.clearMarks(storedMark);
    if (Object.values(isStored).every(Boolean)) performance.mark(storedMark);
  };
  return { url: follow("url"), content: follow("content"), log: follow("log") };
}

/** A listener at other times would keep the page out of the browser's back/forward cache. */
function askBeforeLeaving(runs: Pick<Runs, "getState" | "subscribe">): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let isAsking = false;
  const follow = () => {
    const isRunning = [...runs.getState().values()].some((own) =>
      [...own.values()].flat().some(({ kind }) => kind === "running"),
    );
    if (isRunning === isAsking) return;
    isAsking = isRunning;
    if (isRunning) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  };
  runs.subscribe(follow);
  follow();
}

/** The URL and the history of this page's tab. */
function browserUrl(tabStorage: TextStorage): BrowserUrl {
  /** Browsers limit how often an entry may be changed; a later change brings the URL up to date. */
  const attempt = (change: () => void) => {
    try {
      change();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  return {
    hash: () => location.hash,
    state: () => history.state,
    push(state, url) {
      noteEntry(tabStorage, new URL(url).hash, state);
      attempt(() => history.pushState(state, "", url));
    },
    replace(state, url) {
      noteEntry(tabStorage, new URL(url).hash, state);
      attempt(() => history.replaceState(state, "", url));
    },
    onChange: (listener) => addEventListener("popstate", listener),
    reload: () => location.reload(),
  };
}
