/** Shows what the definitions of the tools cost a model, and which providers accept them. */
import { useMemo, useState } from "react";
import { bytesPerToken, definitionTokens } from "../../../../shared/models/fit/tokens.ts";
import {
  type FitProvider,
  fitProviders,
  type Mismatch,
  toolFit,
} from "../../../../shared/models/fit/toolFit.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { fitProviderNames, mismatchText } from "../../../sampling/messages/fitMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useItems } from "../../../stores/useItems.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { traitsOfKind } from "../../store/catalog/items.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./ToolDefinitions.module.css";

/** Rows that are shown at first. */
const firstRows = 8;
/** Reasons below the table. */
const maxReasons = 2;
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
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const isCut = data.length > maxTools;
  const most = rows[0]?.tokens ?? 1;
  const hidden = rows.slice(shown.length);
  const reasons = sharedReasons(shown.map(({ raw }) => raw));
  return (
    <section aria-label="Tool definitions">
      <header className={styles.head}>
        <Heading level={3}>Tool definitions</Heading>
        <span className={styles.note}>
          what each costs a model, and who accepts it
          {isCut ? ` (the first ${maxTools} tools)` : ""}
        </span>
        <CopyButton
          size="small"
          label="Copy definitions"
          text={() => JSON.stringify({ tools: data.map(({ raw }) => raw) }, undefined, 2)}
        />
        {hidden.length > 0 && (
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        )}
      </header>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <thead className={styles.faint}>
            <tr>
              <th scope="col">tool</th>
              <th scope="col" className={styles.share}>
                share
              </th>
              <th
                scope="col"
                title={`Estimated: ${bytesPerToken} bytes of JSON for each token`}
                className={styles.number}
              >
                tokens
              </th>
              {fitProviders.map((provider) => (
                <th key={provider} scope="col" className={styles.fit}>
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
                <td aria-hidden="true" className={styles.share}>
                  <span
                    className={styles.bar}
                    style={{ inlineSize: `${(100 * tokens) / most}%` }}
                  />
                </td>
                <td className={styles.number}>{tokens.toLocaleString("en")}</td>
                {fitProviders.map((provider) => (
                  <Fit key={provider} provider={provider} tool={raw} />
                ))}
              </tr>
            ))}
          </tbody>
          {hidden.length > 0 && (
            <tfoot className={styles.faint}>
              <tr>
                <th scope="row">{hidden.length} more</th>
                <td aria-hidden="true" className={styles.share} />
                <td className={styles.number}>
                  {hidden.reduce((sum, { tokens }) => sum + tokens, 0).toLocaleString("en")}
                </td>
                <td colSpan={fitProviders.length} />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <div className={styles.legend}>
        <span className={styles.key}>
          <StateGlyph state="ok" /> fits
        </span>
        <span className={styles.key}>
          <StateGlyph state="failed" /> is refused
        </span>
        <span className={styles.key}>
          <StateGlyph state="not-applicable" /> not checked
        </span>
        {reasons.map(({ provider, words, count }) => (
          <span key={`${provider} ${words}`} className={styles.reason}>
            {formatCount(count, "tool")}, {fitProviderNames[provider]}: {words}
          </span>
        ))}
      </div>
    </section>
  );
}

/** The reasons that several tools have in common, the most frequent first. */
function sharedReasons(tools: readonly unknown[]) {
  const counts = new Map<string, { provider: FitProvider; words: string; count: number }>();
  for (const provider of fitProviders) {
    for (const tool of tools) {
      const mismatches = toolFit(provider, tool);
      for (const words of new Set(mismatches.map(reasonText))) {
        const key = `${provider} ${words}`;
        const count = (counts.get(key)?.count ?? 0) + 1;
        counts.set(key, { provider, words, count });
      }
    }
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxReasons);
}

/** A mismatch without its place in the schema. */
function reasonText(mismatch: Mismatch): string {
  if (mismatch.code === "not-required") return "a property is not required";
  return mismatchText("at" in mismatch ? { ...mismatch, at: "" } : mismatch);
}

/** A sign; the reasons are its text for assistive technology and its tooltip. */
function Fit({ provider, tool }: { provider: FitProvider; tool: unknown }) {
  const mismatches = useMemo(() => toolFit(provider, tool), [provider, tool]);
  const isUnknown = mismatches.some(({ code }) => code === "not-checked");
  const words = mismatches.length === 0 ? "fits" : mismatches.map(mismatchText).join("; ");
  const state = mismatches.length === 0 ? "ok" : isUnknown ? "not-applicable" : "failed";
  return (
    <td title={words} className={styles.fit}>
      <StateGlyph state={state} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </td>
  );
}
