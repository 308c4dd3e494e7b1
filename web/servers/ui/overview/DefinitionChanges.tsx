/** Shows which definitions changed since the last connection to the server. */
import { useMemo } from "react";
import { maskedAddress } from "../../../../shared/recording/maskTarget.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { useItems } from "../../hooks/useItems.ts";
import type {
  DefinitionChange,
  DefinitionComparison,
} from "../../store/catalog/definitionMemory.ts";
import { shownName, traitsOfKind } from "../../store/catalog/items.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./ServerOverview.module.css";

const kinds = ["tool", "resource", "prompt"] as const;
const maxNames = 20;

/** The definitions that changed since the last connection; undefined until they are compared. */
export function useDefinitionComparison(view: ConnectedView): DefinitionComparison | undefined {
  const { definitions } = useStores().catalog;
  const queries = [
    useItems(view, traitsOfKind("tool")),
    useItems(view, traitsOfKind("resource")),
    useItems(view, traitsOfKind("prompt")),
  ];
  const lists = kinds.flatMap((kind, index) => {
    const items = queries[index]?.data;
    return view.client.offers(traitsOfKind(kind).method) && items ? [{ kind, items }] : [];
  });
  const isComplete = queries.every(({ isFetching }) => !isFetching);
  const isConnected = view.connection.state.getState().kind === "connected";
  const { id, target } = view.connection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are compared once, when they are complete
  return useMemo(
    () =>
      isComplete && isConnected ? definitions.compare(id, maskedAddress(target), lists) : undefined,
    [isComplete, isConnected, id, target, definitions],
  );
}

export function DefinitionChanges({
  comparison,
}: {
  comparison: DefinitionComparison | undefined;
}) {
  if (!comparison || comparison.changes.length === 0) return null;
  const named = (change: DefinitionChange["change"]) =>
    comparison.changes.filter((one) => one.change === change);
  return (
    <section aria-label="Changes">
      <Heading level={3}>
        Changed since the last connection, {new Date(comparison.since).toLocaleString()}
      </Heading>
      <ul className={styles.steps}>
        {(["added", "changed", "removed"] as const).map((change) => {
          const all = named(change);
          if (all.length === 0) return null;
          const names = all.slice(0, maxNames).map(({ name }) => shownName(name));
          const more = all.length > maxNames ? ` and ${all.length - maxNames} more` : "";
          return (
            <li key={change}>
              {titles[change]}: {names.join(", ")}
              {more}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const titles = { added: "Added", changed: "Changed", removed: "Removed" };
