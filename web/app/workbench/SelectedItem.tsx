/** Shows the selected item, or a hint when there is none. */
import { type ReactNode, useMemo } from "react";
import { readAppTool } from "../../../shared/apps/appTool.ts";
import { showHidden } from "../../../shared/core/text/showHidden.ts";
import type { AppConversation } from "../../apps/store/runningApp.ts";
import { itemKey } from "../../calls/store/drafts.ts";
import { ItemPane } from "../../calls/ui/ItemPane.tsx";
import type { AppOf } from "../../calls/ui/results/resultView.ts";
import { useDrawnSelection } from "../../calls/ui/useDrawnSelection.ts";
import { useItems } from "../../servers/hooks/useItems.ts";
import { useShownSettings } from "../../servers/hooks/useServerSettings.ts";
import { type Item, traitsOfKind } from "../../servers/store/catalog/items.ts";
import { unlistedItem } from "../../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { ServerOverview } from "../../servers/ui/overview/ServerOverview.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import type { Selection } from "../../view/selection.ts";

/** Loaded with the first app. */
export const ResultApp = lazyComponent(
  async () => (await import("../../apps/ui/AppView.tsx")).AppView,
);

interface SelectedItemProps {
  readonly view: ConnectedView;
  /** Renders the requests that the call of an item caused, or those that no known call caused. */
  readonly questionsOf: (itemKey: string | undefined) => ReactNode;
}

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
  const listed = data?.find((item) => item.name === name);
  const item = listed ?? (isSuccess ? unlisted : undefined);
  const appOf = useAppOf(view, item);
  if (!item)
    return <EmptyState title={showHidden(name)}>Waiting for the server's list…</EmptyState>;
  const key = itemKey(props.selection);
  return (
    <ItemPane
      key={`${view.connection.serverId} ${key}`}
      view={view}
      item={item}
      questions={questionsOf(key)}
      appOf={appOf}
    />
  );
}

/** The app of a tool for a result, unless apps are switched off. */
function useAppOf(view: ConnectedView, item: Item | undefined): AppOf {
  const { view: shown, chat } = useStores();
  const { withheld } = useShownSettings().settings;
  const onSendToChat: AppConversation["add"] = async (kind, blocks) => {
    if (!item) return;
    const { conversations } = await chat();
    const { activeId } = conversations.getState();
    const { serverId } = view.connection;
    conversations.addFromApp(activeId, { kind, serverId, tool: item.name, blocks });
    shown.showPane("chat");
  };
  const uri = item?.kind === "tool" ? readAppTool(item.raw).resourceUri : undefined;
  return (done) =>
    item && uri !== undefined && !withheld.includes("apps") ? (
      <ResultApp
        key={`${done.startedAt} ${uri}`}
        view={view}
        item={item}
        done={done}
        uri={uri}
        onSendToChat={onSendToChat}
      />
    ) : undefined;
}
