/** Shows the selected item, or a hint when there is none. */
import { type ReactNode, useMemo, useState } from "react";
import { useStore } from "zustand";
import { readAppTool } from "../../../shared/apps/appTool.ts";
import type { AppConversation } from "../../apps/store/runningAppTypes.ts";
import { itemKey } from "../../calls/store/drafts.ts";
import { runOf } from "../../calls/store/runs.ts";
import { ItemPane } from "../../calls/ui/ItemPane.tsx";
import type { AppOf } from "../../calls/ui/results/resultView.ts";
import { useDrawnSelection } from "../../calls/ui/useDrawnSelection.ts";
import { useItems } from "../../servers/hooks/useItems.ts";
import { useSettingsOf } from "../../servers/hooks/useServerSettings.ts";
import { type Item, shownName, traitsOfKind } from "../../servers/store/catalog/items.ts";
import { unlistedItem } from "../../servers/store/catalog/queries.ts";
import { skillOfFile } from "../../servers/store/catalog/skillFiles.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { ServerOverview } from "../../servers/ui/overview/ServerOverview.tsx";
import type { AddSkill } from "../../servers/ui/skills/SkillPane.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import type { Selection } from "../../view/selection.ts";

/** Loaded with the first app. */
export const ResultApp = lazyComponent(
  async () => (await import("../../apps/ui/AppView.tsx")).AppView,
);

const SkillPane = lazyComponent(
  async () => (await import("../../servers/ui/skills/SkillPane.tsx")).SkillPane,
);

interface SelectedItemProps {
  readonly view: ConnectedView;
  /** Renders the requests that the call of an item caused, or those that no known call caused. */
  readonly questionsOf: (itemKey: string | undefined) => ReactNode;
}

/** Loaded when events of a server are shown. */
const EventPane = lazyComponent(
  async () => (await import("../../events/ui/EventPane.tsx")).EventPane,
);

export function SelectedItem(props: SelectedItemProps) {
  const selection = useDrawnSelection();
  if (selection) return <Selected {...props} selection={selection} />;
  return (
    <>
      {props.questionsOf(undefined)}
      <ServerOverview view={props.view} />
    </>
  );
}

function Selected(props: SelectedItemProps & { selection: Selection }) {
  const { view, questionsOf } = props;
  const { kind, name } = props.selection;
  const { data, isSuccess } = useItems(view, traitsOfKind(kind));
  // Items named by a link or a result can be called even if no list contains them.
  const unlisted = useMemo(() => unlistedItem(kind, name), [kind, name]);
  const listed =
    kind === "skill" ? skillOfFile(data ?? [], name) : data?.find((item) => item.name === name);
  const now = listed ?? (isSuccess ? unlisted : undefined);
  // while a restarted server is listed again, its item stays as it was, with focus and what is open
  const { serverId } = view.connection;
  const [last, setLast] = useState({ serverId, item: now });
  if (now && now !== last.item) setLast({ serverId, item: now });
  const isLast =
    last.serverId === serverId &&
    last.item?.kind === kind &&
    (last.item.name === name || kind === "skill");
  const item = now ?? (isLast ? last.item : undefined);
  const appOf = useAppOf(view, item);
  const { view: shown, chat } = useStores();
  const onUseInChat = (skill: Item): AddSkill => {
    const pressed = chat().then(({ conversations }) => {
      return { conversations, id: conversations.getState().activeId };
    });
    // a skill that is not added needs no conversation
    pressed.catch(() => {});
    return async (text, isShown) => {
      const { conversations, id } = await pressed;
      if (!conversations.find(id)) throw new Error("It is gone");
      const blocks = [{ type: "text", text }];
      conversations.addContent(id, { kind: "skill", serverId, tool: skill.name, blocks });
      if (isShown && shown.getState().pane === "item") shown.showPane("chat");
    };
  };
  if (!item) return <EmptyState title={shownName(name)}>Waiting for the server's list…</EmptyState>;
  const key = itemKey(props.selection);
  if (kind === "skill") {
    return (
      <SkillPane
        key={`${serverId} ${item.name}`}
        view={view}
        skill={item}
        file={name}
        onUseInChat={onUseInChat}
      />
    );
  }
  if (kind === "event")
    return <EventPane key={`${serverId} ${item.name}`} view={view} type={item} />;
  return (
    <ItemPane
      key={`${serverId} ${key}`}
      view={view}
      item={item}
      questions={questionsOf(key)}
      appOf={appOf}
    />
  );
}

/** The app of a tool for a result, unless apps are switched off. */
function useAppOf(view: ConnectedView, item: Item | undefined): AppOf {
  const { view: shown, chat, calls } = useStores();
  const { serverId } = view.connection;
  const { withheld, toolsWithoutApp } = useSettingsOf(serverId).settings;
  const onSendToChat: AppConversation["add"] = async (kind, blocks) => {
    if (!item) return;
    const { conversations } = await chat();
    const { activeId } = conversations.getState();
    conversations.addContent(activeId, { kind, serverId, tool: item.name, blocks });
    shown.showPane("chat");
  };
  const uri = item?.kind === "tool" ? readAppTool(item.raw).resourceUri : undefined;
  // a recording need not have the document
  const isRead = useStore(
    calls.runs,
    (runs) =>
      uri !== undefined &&
      runOf(runs, serverId, itemKey({ kind: "resource", name: uri }))?.kind === "done",
  );
  const isRecorded = view.connection.state.getState().kind === "recorded";
  return (done) => {
    if (!item || uri === undefined || withheld.includes("apps")) return undefined;
    const element = (
      <ResultApp
        key={`${done.startedAt} ${uri}`}
        view={view}
        item={item}
        done={done}
        uri={uri}
        onSendToChat={onSendToChat}
      />
    );
    return { element, isFirst: !toolsWithoutApp.includes(item.name) && (isRead || !isRecorded) };
  };
}
