/** Edits a model: its provider, name, key, route and prices. */
import { useState } from "react";
import { checkSettings } from "../../../../shared/models/endpoint.ts";
import type { Price } from "../../../../shared/models/price.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { SecretArea } from "../../../ui/fields/SecretArea.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import panel from "../../../ui/panel.module.css";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import { baseUrlProblem } from "../../messages/modelMessages.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import { ModelName } from "./ModelName.tsx";
import styles from "./Models.module.css";
import { presetOf, presets } from "./presets.ts";
import { RememberKey } from "./RememberKey.tsx";
import { TestResult } from "./TestResult.tsx";
import { useModelTest } from "./useModelTest.ts";

interface ModelEditorProps {
  readonly model: ConfiguredModel;
  readonly onClose: () => void;
}

export function ModelEditor({ model: before, onClose }: ModelEditorProps) {
  const { models, keys, hasLanguageModel } = useModelStores();
  const [model, setModel] = useState(before);
  const [presetId, setPresetId] = useState(presetOf(before)?.id ?? "openai");
  const [key, setKey] = useState("");
  const [isRemembered, setRemembered] = useState(before.isKeyStored);
  const [isSaving, setSaving] = useState(false);
  const { test, begin } = useModelTest();
  const preset = presets.find(({ id }) => id === presetId);
  const isBrowser = model.provider === "browser";
  const change = (part: Partial<ConfiguredModel>) => setModel({ ...model, ...part });
  const trimmed = { ...model, model: isBrowser ? "LanguageModel" : model.model.trim() };
  const name = model.name.trim() || trimmed.model;
  const complete: ConfiguredModel = { ...trimmed, name };
  const failure = checkSettings({ ...complete, key: key.trim() });
  const isComplete = complete.model !== "" && !failure && (isBrowser || hasPlace(presetId, model));

  const save = async () => {
    if (!isComplete) return;
    setSaving(true);
    const isKeyStored = await keys.update(before, complete, key.trim(), isRemembered);
    models.change({ ...complete, isKeyStored });
    onClose();
  };

  return (
    <form
      aria-label="Model"
      className={panel.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Select
        label="Provider"
        choices={presets.filter(({ id }) => id !== "browser" || isBrowser || hasLanguageModel())}
        value={presetId}
        onChange={(id) => {
          setPresetId(id);
          const next = presets.find((one) => one.id === id);
          const { baseUrl: _, ...rest } = model;
          const place = next?.baseUrl === undefined ? {} : { baseUrl: next.baseUrl };
          setModel({ ...rest, provider: next?.provider ?? "openai", ...place });
        }}
      />
      {!isBrowser && (
        <ModelName
          model={complete}
          enteredKey={key.trim()}
          example={preset?.modelExample}
          value={model.model}
          onChange={(value) => change({ model: value })}
        />
      )}
      <TextField
        label="Name"
        description="What you call it; the model's name if empty."
        value={model.name}
        onChange={(value) => change({ name: value })}
      />
      {!isBrowser && (
        <>
          <TextField
            label="Base URL"
            description={preset?.baseUrl === undefined ? "The provider's own if empty." : undefined}
            isMono
            inputMode="url"
            value={model.baseUrl ?? ""}
            onChange={(value) => {
              const { baseUrl: _, ...rest } = model;
              setModel(
                value.trim() === "" && preset?.baseUrl === undefined
                  ? rest
                  : { ...rest, baseUrl: value.trim() },
              );
            }}
            errorMessage={baseUrlProblem(failure)}
          />
          <Select
            label="Route"
            choices={routes}
            value={model.route}
            onChange={(route) => change({ route })}
          />
          <SecretArea
            label="Key"
            description="Empty: the key stays as it is. Another base URL needs its key entered again."
            isMono
            rows={1}
            value={key}
            onChange={setKey}
            errorMessage={
              failure?.code === "unusable-key"
                ? "A key has no spaces, line breaks or characters beyond ASCII."
                : undefined
            }
          />
          <RememberKey isSelected={isRemembered} onChange={setRemembered} />
        </>
      )}
      <Disclosure title="Prices" level={4}>
        <Prices prices={model.prices} onChange={(prices) => change({ prices })} />
      </Disclosure>
      <Row wraps>
        <Button type="submit" variant="primary" isDisabled={!isComplete} isBusy={isSaving}>
          Save model
        </Button>
        <Button
          isDisabled={!isComplete}
          isBusy={test.kind === "running"}
          onPress={() => void begin(complete, key.trim())}
        >
          Test
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Row>
      <TestResult test={test} />
    </form>
  );
}

const routes = [
  { id: "direct", label: "Direct" },
  { id: "relay", label: "Relay" },
] as const;

/**
 * Many services have the interface of OpenAI: without a base URL the key would be sent to OpenAI.
 */
function hasPlace(presetId: string, { baseUrl }: ConfiguredModel): boolean {
  const isOwn = presets.find(({ id }) => id === presetId)?.baseUrl === undefined;
  return isOwn || (baseUrl ?? "") !== "";
}

interface PricesProps {
  readonly prices: Price | undefined;
  readonly onChange: (prices: Price | undefined) => void;
}

const parts: readonly { readonly id: keyof Price; readonly label: string }[] = [
  { id: "inputPerMillion", label: "Price of a million input tokens" },
  { id: "outputPerMillion", label: "Price of a million output tokens" },
];

function Prices({ prices, onChange }: PricesProps) {
  return (
    <Stack gap={3} className={styles.prices}>
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
    </Stack>
  );
}
