/** Shows what the definitions of the tools cost a model, and which providers accept them. */
import { useMemo, useState } from "react";
import {
  fitChangeCount,
  fitChangeText,
  fitProviderNames,
  fitText,
  mismatchText,
} from "../../../../shared/messages/fitMessages.ts";
import { bytesPerToken } from "../../../../shared/models/fit/tokens.ts";
import {
  canBeMadeToFit,
  type FitProvider,
  fitProviders,
  type Mismatch,
  toolFit,
} from "../../../../shared/models/fit/toolFit.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { Item } from "../../store/catalog/items.ts";
import styles from "./ToolDefinitions.module.css";

/** Rows that are shown at first. */
const firstRows = 8;
/** Reasons below the table. */
const maxReasons = 2;
/** The most tools that are measured. */
const maxTools = 500;

export interface MeasuredTool {
  readonly item: Item;
  readonly tokens: number;
}

export function ToolDefinitions({ tools }: { tools: readonly MeasuredTool[] }) {
  const { view } = useStores();
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(
    () => tools.slice(0, maxTools).toSorted((one, other) => other.tokens - one.tokens),
    [tools],
  );
  const shown = useMemo(
    () => (isWhole ? rows : rows.slice(0, firstRows)).map((row) => ({ ...row, fits: fitsOf(row) })),
    [rows, isWhole],
  );
  if (rows.length === 0) return null;
  const isCut = tools.length > maxTools;
  const most = rows[0]?.tokens ?? 1;
  const hidden = rows.slice(shown.length);
  const reasons = sharedReasons(shown.flatMap(({ fits }) => fits));
  return (
    <section aria-label="Tool definitions">
      <header className={styles.head}>
        <Heading level={3}>Tool definitions</Heading>
        <span className={styles.note}>
          cost in tokens, and who accepts it
          {isCut ? ` (the first ${maxTools} tools)` : ""}
        </span>
        <CopyButton
          size="small"
          label="Copy definitions"
          text={() => JSON.stringify({ tools: tools.map(({ item }) => item.raw) }, undefined, 2)}
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
            {shown.map(({ item: { name, label }, tokens, fits }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a server can list a name twice
              <tr key={index}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => view.openItem({ kind: "tool", name })}
                  >
                    {label}
                  </button>
                </th>
                <td aria-hidden="true" className={styles.share}>
                  <span
                    className={styles.bar}
                    style={{ inlineSize: `${(100 * tokens) / most}%` }}
                  />
                </td>
                <td className={styles.number}>{tokens.toLocaleString("en")}</td>
                {fits.map((fit) => (
                  <Fit key={fit.provider} {...fit} />
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
          <StateGlyph state="warning" /> fits after a change
        </span>
        <span className={styles.key}>
          <StateGlyph state="failed" /> cannot fit
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

interface ProviderFit {
  readonly provider: FitProvider;
  /** Why it refuses the tool, if it does. */
  readonly mismatches: readonly Mismatch[];
}

const fitsOf = ({ item }: MeasuredTool): readonly ProviderFit[] =>
  fitProviders.map((provider) => ({ provider, mismatches: toolFit(provider, item.raw) }));

/** The reasons that several tools have in common, the most frequent first. */
function sharedReasons(fits: readonly ProviderFit[]) {
  const counts = new Map<string, { provider: FitProvider; words: string; count: number }>();
  for (const { provider, mismatches } of fits) {
    const isChange = canBeMadeToFit(mismatches);
    for (const words of new Set(mismatches.map((one) => reasonText(one, isChange)))) {
      const key = `${provider} ${words}`;
      const count = (counts.get(key)?.count ?? 0) + 1;
      counts.set(key, { provider, words, count });
    }
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxReasons);
}

/** A reason or a change without its place in the schema. */
function reasonText(mismatch: Mismatch, isChange: boolean): string {
  if (mismatch.code === "not-required") return "make all properties required, and allow null";
  const whole = "at" in mismatch ? { ...mismatch, at: "" } : mismatch;
  return isChange ? fitChangeText(whole) : mismatchText(whole);
}

/** A sign, and how many changes are needed; all of the words are its tooltip. */
function Fit({ mismatches }: ProviderFit) {
  const words = fitText(mismatches);
  const isChange = mismatches.length > 0 && canBeMadeToFit(mismatches);
  return (
    <td title={words} className={styles.fit} data-change={isChange || undefined}>
      <StateGlyph state={stateOf(mismatches)} />
      {isChange && (
        <span aria-hidden="true" data-count>
          {fitChangeCount(mismatches)}
        </span>
      )}
      <VisuallyHidden>{words}</VisuallyHidden>
    </td>
  );
}

function stateOf(mismatches: readonly Mismatch[]) {
  if (mismatches.length === 0) return "ok";
  if (mismatches.some(({ code }) => code === "not-checked")) return "not-applicable";
  return canBeMadeToFit(mismatches) ? "warning" : "failed";
}
