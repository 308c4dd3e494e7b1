/** The app of a tool beside its result: the frame, why it stays blank, and what the host tells it. */
import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import { targetIdentity } from "../../../shared/config/target.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { appExtension } from "../../../shared/protocol/appExtension.ts";
import type { DoneRun } from "../../calls/store/run.ts";
import { appsOriginOf } from "../../relay/store/arrival.ts";
import { useServerName } from "../../servers/hooks/useOpenServers.ts";
import { useSettingsOf } from "../../servers/hooks/useServerSettings.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { type AppConversation, createRunningApp, type RunningApp } from "../store/runningApp.ts";
import { AppCard } from "./AppCard.tsx";
import { AppNotes } from "./AppNotes.tsx";
import { AppToolForm } from "./AppToolForm.tsx";
import styles from "./AppView.module.css";
import { ContextPanel } from "./ContextPanel.tsx";
import { useHostChoices } from "./useHostChoices.ts";
import { WhyBlank } from "./WhyBlank.tsx";

export interface AppViewProps {
  readonly view: ConnectedView;
  readonly item: Item;
  /** The call whose result it shows. */
  readonly done: DoneRun;
  /** Of the resource that holds the app. */
  readonly uri: string;
  /** The conversation whose model made the call; undefined for calls of the user. */
  readonly conversation?: AppConversation | undefined;
  /** Hands what the app said over to a conversation, which the user sends. */
  readonly onSendToChat?: AppConversation["add"];
}

export function AppView({ view, item, done, uri, conversation, onSendToChat }: AppViewProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [choices, change] = useHostChoices();
  const app = useRunningApp(
    { view, item, done, uri, conversation },
    choices,
    stage,
    (displayMode) => change({ displayMode }),
  );
  const state = useStore(app);
  const asked = useStore(useStores().inbox.requests, (items) =>
    items.find(
      ({ connectionId, ended, input }) =>
        !ended && connectionId === view.connection.id && input.causedBy === done.seq,
    ),
  );
  const { withheld } = useSettingsOf(view.connection.serverId).settings;
  const { extensions } = view.client.agreement.capabilities;
  const declared = {
    byPage: !withheld.includes("apps"),
    byServer: getOwn(extensions, appExtension) !== undefined,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the choices of the last render
  useEffect(() => app.tellContext(), [app, choices]);
  // the app loads first; what is about it is rendered in a task of its own
  const isAround = useDeferredValue(true, false);
  return (
    <section aria-label="App" className={styles.app}>
      <div ref={stage} className={styles.stage}>
        <AppCard
          app={app}
          state={state}
          tool={item}
          choices={choices}
          asked={asked}
          onDisplayMode={(displayMode) => change({ displayMode })}
        />
      </div>
      <aside className={styles.aside}>
        {isAround && (
          <>
            <WhyBlank app={app} state={state} declared={declared} uri={uri} />
            <AppNotes state={state} onSendToChat={onSendToChat} />
            <AppToolForm app={app} state={state} />
          </>
        )}
      </aside>
      {isAround && (
        <ContextPanel
          serverId={view.connection.serverId}
          app={app}
          state={state}
          choices={choices}
          onChange={change}
        />
      )}
    </section>
  );
}

/** Creates and loads the app; it ends with the component. */
function useRunningApp(
  { view, item, done, uri, conversation }: AppViewProps,
  choices: ReturnType<typeof useHostChoices>[0],
  stage: RefObject<HTMLDivElement | null>,
  onDisplayMode: (mode: "inline" | "fullscreen") => void,
): RunningApp {
  const { traffic, inbox, calls, clock, newId, apps, catalog } = useStores();
  const { connection, client } = view;
  const server = useServerName(connection.serverId) ?? "";
  const latest = useRef({ choices, onDisplayMode });
  latest.current = { choices, onDisplayMode };
  // the component has a key of its own for each result and each app of the tool
  const [app] = useState(() =>
    createRunningApp({
      view,
      tool: item,
      uri,
      done,
      conversation,
      clock,
      newId,
      log: traffic.log,
      inbox: inbox.requests,
      consents: calls.consents,
      asker: { serverId: connection.serverId, connectionId: connection.id, server },
      host: {
        appsOrigin: appsOriginOf(performance),
        page: document.baseURI,
        secret: apps.secret(),
      },
      known: apps.knownApp(targetIdentity(connection.target), uri),
      earlierUri: apps.noteUri(connection.serverId, item.name, uri),
      choices: () => latest.current.choices,
      openLink: (url) => void open(url, "_blank", "noopener,noreferrer"),
      async setDisplayMode(mode) {
        const card = stage.current?.querySelector("[data-app-card]");
        if (mode === "fullscreen") await card?.requestFullscreen().catch(() => undefined);
        else if (document.fullscreenElement) await document.exitFullscreen();
        return document.fullscreenElement ? "fullscreen" : "inline";
      },
    }),
  );
  useLayoutEffect(() => {
    void app.load();
    return () => app.close();
  }, [app]);
  useEffect(
    () => apps.add(connection.serverId, item.name, app),
    [app, apps, connection.serverId, item.name],
  );
  // the edit loop: the server says that the document has changed
  useEffect(() => {
    const { resourceSubscriptions } = client;
    if (resourceSubscriptions.canSubscribe() && !resourceSubscriptions.isSubscribed(uri)) {
      void resourceSubscriptions.watch(uri, true);
    }
    const at = () => catalog.changes.getState().at(connection.id, uri);
    let known = at();
    return catalog.changes.subscribe(() => {
      if (at() === known) return;
      known = at();
      void app.load();
    });
  }, [app, catalog, client, connection.id, uri]);
  return app;
}
