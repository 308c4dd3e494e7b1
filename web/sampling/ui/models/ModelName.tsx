/** The field for a model's name, with those that the provider lists. */
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import type { Listing } from "../../store/runModel.ts";
import { ModelFailureNotice } from "../generate/ModelFailureNotice.tsx";
import styles from "./Models.module.css";

interface ModelNameProps {
  /** The model as entered so far. */
  readonly model: ConfiguredModel;
  /** Empty: the stored key. */
  readonly enteredKey: string;
  readonly example: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** More are not offered. */
const shown = 500;

export function ModelName({ model, enteredKey, example, value, onChange }: ModelNameProps) {
  const { runner } = useModelStores();
  const [listing, setListing] = useState<Listing>();
  const [isBusy, setBusy] = useState(false);
  const list = async () => {
    setBusy(true);
    const { signal } = new AbortController();
    setListing(await runner.list(model, { signal, ...(enteredKey ? { key: enteredKey } : {}) }));
    setBusy(false);
  };
  const names =
    listing?.kind === "listed"
      ? [...new Set(listing.models.map((one) => one.name))].slice(0, shown)
      : [];
  return (
    <div className={styles.modelName}>
      <ComboBox
        key={names.length}
        label="Model"
        description={
          listing?.kind === "listed" && names.length === 0
            ? "The provider lists no models."
            : "As the provider names it."
        }
        placeholder={example ?? ""}
        isMono
        isRequired
        choices={names.map((id) => ({ id, label: id }))}
        value={value}
        onChange={onChange}
        onPick={onChange}
      />
      <Button size="small" variant="quiet" isBusy={isBusy} onPress={() => void list()}>
        List models
      </Button>
      {listing?.kind === "failed" && (
        <ModelFailureNotice model={model} end={listing} failure={listing.failure} />
      )}
    </div>
  );
}
