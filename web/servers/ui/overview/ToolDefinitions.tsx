/** Shows what the definitions of the tools cost a model, and which providers accept them. */
import { useMemo, useState } from "react";
import { bytesPerToken, definitionTokens } from "../../../../shared/models/fit/tokens.ts";
import { type FitProvider, fitProviders, toolFit } from "../../../../shared/models/fit/toolFit.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { fitProviderNames, mismatchText } from "../../../sampling/messages/fitMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useItems } from "../../../stores/useItems.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { traitsOfKind } from "../../store/catalog/items.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./ServerOverview.module.css";

/** Rows that are shown at first. */
const firstRows = 12;
/** The most tools that are measured. */
const maxTools = 500;

export function ToolDefinitions({ view }: { view: ConnectedView }) {
  const { view: viewStore } = useStores();
  const { data } = useItems(view, traitsOfKind("tool"));
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(
    () =>
      (data ?? [])
        .slice(0, maxTools)
        .map(({ name, raw }) => ({ name, raw, tokens: definitionTokens(raw) }))
        .sort((a, b) => b.tokens - a.tokens),
    [data],
  );
  if (!data || rows.length === 0) return null;
  const total = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const isCut = data.length > maxTools;
  return (
    <section aria-label="Tool definitions">
      <h3 className={styles.heading}>
        Tool definitions: about {formatCount(total, "token")}
        {isCut ? ` in the first ${maxTools} tools` : ""}
      </h3>
      <p className={styles.muted}>
        Estimated at {bytesPerToken} bytes of JSON for each token, over name, description and input
        schema; models differ by about a third.
      </p>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col" className={styles.number}>
                Tokens
              </th>
              {fitProviders.map((provider) => (
                <th key={provider} scope="col">
                  {fitProviderNames[provider]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, raw, tokens }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a server can list a name twice
              <tr key={index}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => viewStore.openItem({ kind: "tool", name })}
                  >
                    {name}
                  </button>
                </th>
                <td className={styles.number}>{tokens}</td>
                {fitProviders.map((provider) => (
                  <Fit key={provider} provider={provider} tool={raw} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.actions}>
        {rows.length > shown.length && (
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        )}
        <CopyButton
          size="small"
          label="Copy definitions"
          text={() => JSON.stringify({ tools: data.map(({ raw }) => raw) }, undefined, 2)}
        />
      </p>
    </section>
  );
}

function Fit({ provider, tool }: { provider: FitProvider; tool: unknown }) {
  const mismatches = useMemo(() => toolFit(provider, tool), [provider, tool]);
  const [first, ...more] = mismatches;
  if (!first) return <td className={styles.fits}>fits</td>;
  if (more.length === 0) return <td>{mismatchText(first)}</td>;
  return (
    <td>
      <details>
        <summary>
          {mismatchText(first)} (+{more.length})
        </summary>
        <ul className={styles.reasons}>
          {more.map((mismatch) => (
            <li key={mismatchText(mismatch)}>{mismatchText(mismatch)}</li>
          ))}
        </ul>
      </details>
    </td>
  );
}
