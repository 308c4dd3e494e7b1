/** Edits what a model costs. */
import type { Price } from "../../../../shared/models/price.ts";
import { cx } from "../../../ui/cx.ts";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import panel from "../../../ui/panel.module.css";
import styles from "./Models.module.css";

interface PricesProps {
  readonly prices: Price | undefined;
  readonly onChange: (prices: Price | undefined) => void;
}

const parts: readonly { readonly id: keyof Price; readonly label: string }[] = [
  { id: "inputPerMillion", label: "Price of a million input tokens" },
  { id: "outputPerMillion", label: "Price of a million output tokens" },
];

export function Prices({ prices, onChange }: PricesProps) {
  return (
    <div className={cx(panel.row, styles.prices)}>
      {parts.map(({ id, label }) => (
        <NumberField
          key={id}
          label={label}
          description="In any currency; empty: the cost is unknown."
          value={prices?.[id]}
          min={0}
          max={1_000_000}
          isOptional
          onChange={(value) => {
            const next = { ...prices, [id]: value };
            onChange(parts.some((part) => next[part.id] !== undefined) ? next : undefined);
          }}
        />
      ))}
    </div>
  );
}
