/** Shows the name of the connected server and how much it lists. */

import { formatCount } from "../../../messages/quantities.ts";
import { useItems } from "../../hooks/useItems.ts";
import { type ListTraits, lists, shownName } from "../../store/catalog/items.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./ConnectionStatus.module.css";

export function ServerNumbers({ view }: { view: ConnectedView }) {
  const { serverInfo } = view.client.agreement;
  const name = serverInfo.title ?? serverInfo.name;
  return (
    <p className={styles.numbers}>
      {name && (
        <span title={shownName(`${serverInfo.name} ${serverInfo.version}`)}>{shownName(name)}</span>
      )}
      {lists.map((list) => (
        <Count key={list.kind} view={view} list={list} />
      ))}
    </p>
  );
}

function Count({ view, list }: { view: ConnectedView; list: ListTraits }) {
  const { data } = useItems(view, list);
  if (!data || data.length === 0) return null;
  return <span>{formatCount(data.length, list.heading.toLowerCase().replace(/s$/, ""))}</span>;
}
