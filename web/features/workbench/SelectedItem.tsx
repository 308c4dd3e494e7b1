/** Shows the selected item, or a hint when there is none. */
import { type ReactNode, useMemo } from "react";
import { useView } from "../../hooks/StoresContext.tsx";
import { traitsOfKind } from "../../stores/catalog/items.ts";
import { unlistedItem, useItems } from "../../stores/catalog/queries.ts";
import type { ConnectedView } from "../../stores/connections/connection.ts";
import type { Selection } from "../../stores/view/viewStore.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ItemPane } from "./ItemPane.tsx";
import { ServerOverview } from "./ServerOverview.tsx";

export interface SelectedItemProps {
  readonly view: ConnectedView;
  /** Requests from the server, shown beside the call. */
  readonly questions: ReactNode;
}

export function SelectedItem(props: SelectedItemProps) {
  const selection = useView((state) => state.selection);
  if (selection) return <Selected {...props} selection={selection} />;
  return (
    <>
      {props.questions}
      <ServerOverview view={props.view} />
    </>
  );
}

function Selected(props: SelectedItemProps & { selection: Selection }) {
  const { view, questions } = props;
  const { kind, name } = props.selection;
  const { data, isSuccess } = useItems(view, traitsOfKind(kind));
  // Items named by a link or a result can be called even if no list contains them.
  const unlisted = useMemo(() => unlistedItem(kind, name), [kind, name]);
  const listed = data?.find((item) => item.name === name);
  const item = listed ?? (isSuccess ? unlisted : undefined);
  if (!item) return <EmptyState title={name}>Waiting for the server's list…</EmptyState>;
  return <ItemPane key={`${kind} ${name}`} view={view} item={item} questions={questions} />;
}
