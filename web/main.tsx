/** Composes the page: creates its stores and renders it. */

// the build puts the styles of this file and of what it imports into index.html
import "./app/theme.css";
// claims the name of the page's Trusted Types policy before anything from outside is shown
import "./platform/trustedWorker.ts";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { sleep, systemClock } from "../shared/core/clock.ts";
import { toHex } from "../shared/core/hex.ts";
import { readFragment } from "../shared/recording/fragment.ts";
import { toLoopbackUrl } from "../shared/relay/page/pageHost.ts";
import { createSlots, heldConnections } from "../shared/transport/http/slots.ts";
import { App, lastPart } from "./app/App.tsx";
import { createSingleKeys } from "./app/commands/singleKeys.ts";
import { createDensity } from "./app/layout/density.ts";
import { createLayout } from "./app/layout/layout.ts";
import { createTheme } from "./app/layout/theme.ts";
import { MountInParts } from "./app/MountInParts.tsx";
import { entryState, ownTabId } from "./app/persistence/tabIds.ts";
import type { Shell } from "./app/shell/shell.ts";
import { createStores } from "./app/stores/createStores.ts";
import { followRelay, onTabWake } from "./app/stores/followRelay.ts";
import { createBrowserStorage } from "./platform/browserStorage.ts";
import { createNetworkFetch } from "./platform/network/networkFetch.ts";
import networkWorker from "./platform/network/networkWorker.ts?worker&url";
import { createQuietTime } from "./platform/quietTime.ts";
import { nextTask } from "./platform/slices.ts";
import { startWorker } from "./platform/trustedWorker.ts";
import { whenIdle } from "./platform/whenIdle.ts";
import {
  isFromElsewhere,
  isRelayHalfNeeded,
  type NavigationLike,
  navigationType,
  readPageLoad,
} from "./relay/store/arrival.ts";
import { localPermission } from "./relay/store/localPermission.ts";
import { createRelayAccess } from "./relay/store/relayAccess.ts";
import { createRelaySessions } from "./relay/store/relaySessions.ts";
import { loadEngine } from "./servers/store/connections/loadEngine.ts";
import { nothingLeft, takeResumeStates } from "./servers/store/connections/resumeState.ts";
import { activeConnection, addressedServer } from "./servers/store/server.ts";
import type { Servers } from "./servers/store/serversStore.ts";
import { takeSignIn } from "./signIn/store/storage/storedSignIn.ts";
import { preloadModules, registerPreload } from "./ui/lazyComponent.tsx";
import "./app/shell/shell.css";

/** Milliseconds that the first render waits for the content of a link. */
const linkWaitMs = 300;

/**
 * Starts the page.
 * @param shell the static markup shown until the first render
 */
export async function start(shell: Shell): Promise<void> {
  const { token, session, sealed, live } = readFragment(location.hash);
  const base = location.href.replace(/#.*$/, "");
  // The token is a secret: remove it from the address, so that it is neither copied nor kept in the
  // history.
  if (token !== undefined) {
    const [name, value] = session ? ["s", session] : sealed ? ["r", sealed] : ["w", live];
    history.replaceState(null, "", base + (value ? `#${name}=${value}` : ""));
  }

  const storage = createBrowserStorage(() => localStorage);
  const tabStorage = createBrowserStorage(() => sessionStorage);
  const theme = createTheme({ storage, root: document.documentElement });
  const density = createDensity({ storage, root: document.documentElement });
  const singleKeys = createSingleKeys(storage);
  const layout = createLayout(storage);
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  const home = new URL(".", base).href;
  const { navigation } = globalThis as { navigation?: NavigationLike };
  const sessions = createRelaySessions({
    token,
    pageLoad: readPageLoad(performance),
    home,
    storage: tabStorage,
    isFromElsewhere: isFromElsewhere(navigation, home),
    fetch,
  });
  const relay = createRelayAccess({
    base,
    sessions,
    storage,
    fetch,
    clock: systemClock,
    permission: (address) => localPermission(navigator.permissions, address, base),
  });
  const network = createNetworkFetch({
    fetch,
    start: () => startWorker(networkWorker, { name: "network" }),
    // Clocks of worker and page may differ: an arrival time is never later than the time of its
    // delivery.
    fromEpoch: (epochMs) => Math.min(epochMs - performance.timeOrigin, performance.now()),
    base,
  });
  const stores = createStores({
    clock: systemClock,
    newId: randomId,
    // `crypto.subtle` is missing outside secure contexts.
    subtle: globalThis.isSecureContext ? crypto.subtle : undefined,
    fetch,
    serverFetch: network.fetch,
    storage,
    tabStorage,
    relay,
    relaySession: () => sessions.find(home),
    isRelayHalfNeeded: isRelayHalfNeeded(performance),
    slots: createSlots(heldConnections),
    yieldToEventLoop: nextTask,
    base,
  });
  addEventListener("hashchange", loadAgainForToken);
  addEventListener("pagehide", stores.connections.connector.leave);
  addEventListener("pagehide", stores.sessions.live.leave);

  // After the first look-up of the relay, follow whether it becomes available or unavailable.
  const stopWaitingForRelay = relay.state.subscribe(({ kind }) => {
    if (kind === "idle") return;
    stopWaitingForRelay();
    const isVisible = () => document.visibilityState === "visible";
    followRelay({ relay, view, servers, clock: systemClock, isVisible, onWake: onTabWake });
  });

  const { view } = stores;
  const { all: servers } = stores.servers;
  const { persistence } = stores;
  const { recordings } = stores.sessions;
  const entry = entryState(history.state, tabStorage, {
    navigation: navigationType(performance),
    fragment: location.hash,
  });
  if (entry !== history.state) history.replaceState(entry, "");
  // the user need not agree to what this tab itself wrote into its URL
  const ownId = ownTabId(history.state, tabStorage);
  const isLink = session !== undefined && ownId === undefined;
  if (session !== undefined && !isLink) persistence.restore();
  if (isLink) {
    const opening = recordings.open({ kind: "link", value: session });
    // what a link proposes is part of what is rendered first
    await Promise.race([opening, sleep(systemClock, linkWaitMs)]);
  } else if (sealed !== undefined) void recordings.open({ kind: "sealed", value: sealed });
  else if (live !== undefined) void recordings.open({ kind: "live", value: live });

  const element = document.getElementById("root");
  if (!element) throw new Error("The page has no #root.");
  const root = createRoot(element);
  await shell.settled();
  // Render in slices, so that the main thread is never blocked for the whole render.
  const paste = (text: string) => void stores.connections.connector.paste(text, true);
  startTransition(() =>
    root.render(
      <StrictMode>
        <MountInParts
          last={lastPart}
          onMounted={() => shell.replace(element, servers.write, paste)}
        >
          <App {...{ stores, layout, theme, density, singleKeys, base }} />
        </MountInParts>
      </StrictMode>,
    ),
  );

  // The first access to sessionStorage is slow: do not delay the address bar for it.
  setTimeout(() => {
    const isForeign = isLink || (sealed ?? live) !== undefined;
    const signIn = isForeign ? undefined : takeSignIn(tabStorage);
    const left = isForeign ? nothingLeft : takeResumeStates(tabStorage);
    // after a redirect to sign in, no history entry names the stored state
    const continuedId = ownId ?? (signIn && ownTabId(signIn, tabStorage));
    // if its code cannot be loaded, the page works without storing its state
    const keepState = once(async () => {
      const { startPersistence } = await import("./app/persistence/startPersistence.ts");
      const own = { ownId: continuedId, signIn, left };
      await startPersistence({ stores, storage, tabStorage, base, ...own });
    });
    const attempt = () => void keepState().then(setKept, persistence.failed);
    persistence.onNeeded(attempt);
    if (continuedId !== undefined || signIn || left.processes.length > 0) return attempt();
    // the first connection must survive a reload, too
    const intended = new Promise<void>((resolve) => onIntent(servers, resolve));
    void Promise.race([intended.then(quiet.wait), connected.then(whenIdle)]).then(attempt);
  });

  // Preload what a connection needs while the user types an address, not before; everything else
  // when no connection is being made.
  const quiet = createQuietTime();
  registerPreload("intent", loadEngine);
  const { promise: kept, resolve: setKept } = Promise.withResolvers<void>();
  const preloadRest = once(async () => {
    await preloadModules("idle", quiet.wait);
    await kept;
    performance.mark("preloaded");
  });
  onIntent(servers, () => {
    quiet.noteActivity();
    network.warmUp();
    void preloadModules("intent").then(preloadRest);
  });
  const { promise: connected, resolve: setConnected } = Promise.withResolvers<void>();
  servers.subscribe((now, before) => {
    const connection = activeConnection(now);
    if (connection === activeConnection(before)) return;
    quiet.noteActivity();
    connection?.state.subscribe(({ kind }) => {
      quiet.noteActivity();
      if (kind === "connected") setConnected();
    });
  });
  void connected.then(preloadRest);
}

/** Calls back when the user first types in the address bar or presses a key or pointer. */
function onIntent(servers: Servers, work: () => void): void {
  const events = ["keydown", "pointerdown"] as const;
  const once = () => {
    stop();
    for (const event of events) removeEventListener(event, once, true);
    work();
  };
  const stop = servers.subscribe((now, before) => {
    if (addressedServer(now).address !== addressedServer(before).address) once();
  });
  for (const event of events) addEventListener(event, once, true);
}

/** Runs a task once; later calls get the first one's result. */
function once<T>(task: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= task();
    return result;
  };
}

/** 128 random bits; `randomUUID` is missing if the page is not a secure context. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return toHex(bytes);
}

/**
 * Loads the page again if the user opened a link with a relay's token in this tab: a local relay
 * accepts it only from a document that the browser was not led to by the page's own origin.
 */
function loadAgainForToken(): void {
  if (readFragment(location.hash).token === undefined) return;
  const url = toLoopbackUrl(location.href);
  if (url === location.href) location.reload();
  else location.replace(url);
}
