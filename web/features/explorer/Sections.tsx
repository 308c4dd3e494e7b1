/** The lists that a connected server offers. */
import { lists } from "../../stores/catalog/items.ts";
import styles from "./Explorer.module.css";
import { ItemSection, type ItemSectionProps } from "./ItemSection.tsx";

export function Sections(props: Omit<ItemSectionProps, "list">) {
  const { view } = props;
  const { capabilities } = view.client.agreement;
  const offered = lists.filter((list) => capabilities[list.capability]);
  if (offered.length === 0) {
    return <p className={styles.nothing}>The server declares no tools, resources or prompts.</p>;
  }
  return offered.map((list) => (
    <ItemSection key={`${view.connection.id} ${list.kind}`} {...props} list={list} />
  ));
}
