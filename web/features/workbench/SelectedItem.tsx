/** Shows the selected item, or a hint when there is none. */
import { type ReactNode, useMemo } from "react";
import { useItems } from "../../hooks/useItems.ts";
import { type Selection, traitsOfKind } from "../../stores/catalog/items.ts";
import { unlistedItem } from "../../stores/catalog/queries.ts";
import type { ConnectedView } from "../../stores/connections/connection.ts";
import { itemKey } from "../../stores/invocations/drafts.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ItemPane } from "./ItemPane.tsx";
import { ServerOverview } from "./server/ServerOverview.tsx";
import { useDrawnSelection } from "./useDrawnSelection.ts";

export interface SelectedItemProps {
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
  if (!item) return <EmptyState title={name}>Waiting for the server's list…</EmptyState>;
  const key = itemKey(props.selection);
  return (
    <ItemPane
      key={`${view.connection.serverId} ${key}`}
      view={view}
      item={item}
      questions={questionsOf(key)}
    />
  );
}
