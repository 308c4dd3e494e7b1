/** Restores what this tab showed before a reload, then stores it as it changes. */
import { readFragment } from "../../../shared/recording/fragment.ts";
import { whenIdle } from "../../platform/whenIdle.ts";
import { recordCalls } from "../history/recordCalls.ts";
import { secretsOfRecords } from "../recordings/sessionSecrets.ts";
import type { TextStorage } from "../storedJson.ts";
import type { Stores } from "../stores.ts";
import { askBeforeLeaving } from "./askBeforeLeaving.ts";
import { browserUrl } from "./browserUrl.ts";
import { readCallsInProgress, storeCallsInProgress } from "./callsInProgress.ts";
import { restoreLog } from "./log/restoreLog.ts";
import { storeLog } from "./log/storeLog.ts";
import { restoreTab } from "./restoreTab.ts";
import { openSealedItems, type SealedItems } from "./sealedItems.ts";
import { isTabContent, readTabContent } from "./tabContent.ts";
import { databaseOf, forgetOldTabs } from "./tabDatabases.ts";
import { addTabId } from "./tabIds.ts";
import { holdTab } from "./tabLock.ts";
import { followUrl, recordingIn } from "./urlState.ts";
import { writeAfterChanges } from "./writeAfterChanges.ts";

export interface PersistenceOptions {
  readonly stores: Stores;
  readonly storage: TextStorage;
  /** Of this tab. */
  readonly tabStorage: TextStorage;
  /** The address of the page, without fragment. */
  readonly base: string;
  /** The stored state that the page continues with; undefined if it starts empty. */
  readonly ownId: string | undefined;
  /** The connections that were resumed already. */
  readonly resumed: "sign-in" | "process" | undefined;
  readonly yieldToEventLoop: () => Promise<void>;
}

const contentName = "content";

export async function startPersistence(options: PersistenceOptions): Promise<void> {
  const { stores, storage, tabStorage, base, ownId, resumed } = options;
  const { persistence } = stores;
  const origin = performance.timeOrigin;
  askBeforeLeaving(stores.invocations.runs);
  let callsInProgress = 0;
  if (ownId !== undefined) {
    const { session } = readFragment(location.hash);
    const earlier = openSealedItems(databaseOf(ownId));
    const stored = await earlier.read(contentName);
    const recording = session === undefined ? undefined : await recordingIn(session);
    const content = isTabContent(stored) ? stored : undefined;
    callsInProgress = await readCallsInProgress(earlier);
    restoreTab({ stores, content, recording, resumed, origin });
  }
  const history = await stores.callHistory();
  recordCalls({
    ...stores.invocations,
    records: stores.connections.records,
    now: stores.clock.now,
    origin,
    add: (call) => void history.add(call),
  });
  const tabId = await claimId(ownId, stores.newId);
  addTabId(tabStorage, tabId);
  const url = browserUrl();
  followUrl({
    ...stores.servers,
    ...stores.invocations,
    ...stores.connections,
    view: stores.view,
    clock: stores.clock,
    url,
    base,
    tabId,
  });
  const items = openSealedItems(databaseOf(tabId));
  const report = () => persistence.report(items.problem.getState().problem);
  items.problem.subscribe(report);
  report();
  persistence.started(tabId);
  storeContent(stores, items, origin);
  storeCallsInProgress({ runs: stores.invocations.runs, items, clock: stores.clock });
  await keepLog(options, items, ownId, callsInProgress);
  await forgetOldTabs(storage, tabId);
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
  { stores, yieldToEventLoop }: PersistenceOptions,
  items: SealedItems,
  ownId: string | undefined,
  callsInProgress: number,
): Promise<void> {
  const { clock, newId, traffic } = stores;
  const { log } = traffic;
  const origin = performance.timeOrigin;
  let from = log.snapshot().entries[0]?.seq ?? 0;
  if (ownId !== undefined) {
    const earlier = openSealedItems(databaseOf(ownId));
    const earlierLog = { log, items: earlier, origin, newId, yieldToEventLoop, callsInProgress };
    const restored = await restoreLog(earlierLog);
    // the divider between the two is not stored yet
    if (restored > 0) from--;
  }
  const { records } = stores.connections;
  const secrets = () => secretsOfRecords(records.getState().records.values());
  storeLog({ log, items, clock, origin, whenIdle, from, secrets });
}

function storeContent(stores: Stores, items: SealedItems, origin: number): void {
  const { view, connections, servers, invocations, clock } = stores;
  const { addressBar, settings } = servers;
  const { drafts, composition, runs } = invocations;
  // whether a connection is open is part of the content, as is which one is active
  const { open, records } = connections;
  const writeNow = writeAfterChanges({
    important: [open, records],
    others: [view, addressBar, settings, drafts, composition, runs],
    write: () => items.write(contentName, readTabContent(stores, origin)),
    clock,
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") writeNow();
  });
}
