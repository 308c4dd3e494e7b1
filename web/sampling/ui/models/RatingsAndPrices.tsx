/** Edits how a model is rated, which decides when a server states priorities, and what it costs. */
import type { Priority } from "../../../../shared/models/chooseModel.ts";
import type { Price } from "../../../../shared/models/price.ts";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import panel from "../../../ui/panel.module.css";
import type { ConfiguredModel } from "../../store/models.ts";
import styles from "./Models.module.css";

interface RatingsAndPricesProps {
  readonly model: ConfiguredModel;
  readonly onChange: (part: Partial<ConfiguredModel>) => void;
}

const ratings: readonly { readonly id: Priority; readonly label: string }[] = [
  { id: "cost", label: "Low cost" },
  { id: "speed", label: "Speed" },
  { id: "intelligence", label: "Intelligence" },
];

const parts: readonly { readonly id: keyof Price; readonly label: string }[] = [
  { id: "inputPerMillion", label: "Price of a million input tokens" },
  { id: "outputPerMillion", label: "Price of a million output tokens" },
];

export function RatingsAndPrices({ model, onChange }: RatingsAndPricesProps) {
  return (
    <div className={styles.fields}>
      <div className={panel.row}>
        {ratings.map(({ id, label }) => (
          <NumberField
            key={id}
            label={label}
            description="0 to 1; servers may state priorities."
            value={model.ratings[id]}
            min={0}
            max={1}
            onChange={(value = 0.5) => onChange({ ratings: { ...model.ratings, [id]: value } })}
          />
        ))}
      </div>
      <div className={panel.row}>
        {parts.map(({ id, label }) => (
          <NumberField
            key={id}
            label={label}
            description="In any currency; empty: the cost is unknown."
            value={model.prices?.[id]}
            min={0}
            max={1_000_000}
            isOptional
            onChange={(value) => {
              const prices = { ...model.prices, [id]: value };
              const hasPrice = parts.some((part) => prices[part.id] !== undefined);
              onChange({ prices: hasPrice ? prices : undefined });
            }}
          />
        ))}
      </div>
    </div>
  );
}
