/** Shows which part of a result reaches the model in known clients, with the source of each fact. */
import { clientCatalog } from "../../../../../shared/clients/clientCatalog.ts";
import { partSeen } from "../../../../../shared/clients/partSeen.ts";
import { clientNamed } from "../../../../../shared/clients/seen/compareFacts.ts";
import { factSourceText } from "../../../../../shared/messages/clientFindingText.ts";
import { useShownSettings } from "../../../../servers/hooks/useServerSettings.ts";
import { Text } from "../../../../ui/primitives/Text.tsx";
import styles from "./ModelView.module.css";

/** Clients of which it is not known are left out. */
const views = clientCatalog.flatMap(({ id, title, facts: { modelGets, resultLimit } }) => {
  if (!modelGets) return [];
  const limit = resultLimit?.value;
  const maxTokens = limit && "tokens" in limit ? limit.tokens : undefined;
  return [{ id, title, passesOn: modelGets, maxTokens }];
});

interface SeenByProps {
  /** Estimated tokens; undefined where the result has no such part. */
  readonly ofContent: number | undefined;
  readonly ofStructured: number | undefined;
}

export function SeenBy({ ofContent, ofStructured }: SeenByProps) {
  const { actsAs } = useShownSettings().settings;
  // the client that this one connects as comes first
  const acted = actsAs && clientNamed(clientCatalog, actsAs.clientInfo)?.id;
  const sorted = [...views].sort((one, other) => +(other.id === acted) - +(one.id === acted));
  return (
    <section aria-label="As seen by" className={styles.seen}>
      <p className={styles.line}>
        <Text weight="strong">As seen by</Text>
        <Text size="small" tone="muted">
          which part reaches the model
        </Text>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section aria-label="Clients" tabIndex={0} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">client</th>
              <th scope="col">part</th>
              <th scope="col">tokens</th>
              <th scope="col">source</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ id, title, passesOn, maxTokens }) => {
              const { part, tokens } = partSeen(passesOn.value, ofContent, ofStructured);
              const isOver = maxTokens !== undefined && (tokens ?? 0) > maxTokens;
              return (
                <tr key={id}>
                  <th scope="row">
                    {title}
                    {id === acted && <Text tone="muted"> (connected as)</Text>}
                  </th>
                  <td>{part}</td>
                  <td>
                    {tokens?.toLocaleString("en") ?? "–"}
                    {isOver && <Text tone="warning"> over {maxTokens?.toLocaleString("en")}</Text>}
                  </td>
                  <td>{factSourceText(passesOn)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}
