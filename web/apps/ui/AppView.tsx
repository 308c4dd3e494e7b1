/** The app of a tool beside its result: the frame, why it stays blank, and what the host tells it. */
import { useDeferredValue, useLayoutEffect, useMemo } from "react";
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
import { appOfCall, type ShownCall } from "../store/openApps.ts";
import { createRunningApp } from "../store/runningApp.ts";
import type { AppConversation, RunningApp } from "../store/runningAppTypes.ts";
import { AppCard } from "./AppCard.tsx";
import { AppNotes } from "./AppNotes.tsx";
import { AppToolForm } from "./AppToolForm.tsx";
import styles from "./AppView.module.css";
import { ContextPanel } from "./ContextPanel.tsx";
import { initialChoices } from "./initialChoices.ts";
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

export function AppView(props: AppViewProps) {
  const app = useRunningApp(props);
  return (
    <section aria-label="App" className={styles.app}>
      {app && <RunningAppView {...props} app={app} />}
    </section>
  );
}

function RunningAppView({
  view,
  item,
  done,
  uri,
  onSendToChat,
  app,
}: AppViewProps & { readonly app: RunningApp }) {
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
  // the app loads first; what is about it is rendered in a task of its own
  const isAround = useDeferredValue(true, false);
  return (
    <>
      <div className={styles.stage}>
        <AppCard app={app} state={state} tool={item} asked={asked} />
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
      {isAround && <ContextPanel app={app} state={state} />}
    </>
  );
}

/** The app of the call, which is opened if it is not; undefined until then. */
function useRunningApp({
  view,
  item,
  done,
  uri,
  conversation,
}: AppViewProps): RunningApp | undefined {
  const { traffic, inbox, calls, clock, newId, apps, catalog } = useStores();
  const { connection } = view;
  const { id: connectionId, serverId } = connection;
  const server = useServerName(serverId) ?? "";
  const { seq, startedAt } = done;
  const toolName = item.name;
  const conversationId = conversation?.id;
  const call = useMemo<ShownCall>(
    () => ({ serverId, toolName, connectionId, seq, startedAt, uri, conversationId }),
    [serverId, toolName, connectionId, seq, startedAt, uri, conversationId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is created with is that of its call
  useLayoutEffect(
    () =>
      apps.show(call, connection, () =>
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
          asker: { serverId, connectionId, server },
          host: {
            appsOrigin: appsOriginOf(performance),
            page: document.baseURI,
            secret: apps.secret(),
          },
          known: apps.knownApp(targetIdentity(connection.target), uri),
          earlierUri: apps.noteUri(serverId, toolName, uri),
          choices: initialChoices(),
          changes: catalog.changes,
          openLink: (url) => void open(url, "_blank", "noopener,noreferrer"),
        }),
      ),
    [apps, call],
  );
  return useStore(apps, (state) => appOfCall(state, call));
}
