/**
 * Lists the models that can answer sampling requests, and the limits of their automatic answers.
 */
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import panel from "../../../ui/panel.module.css";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import { LimitsEditor } from "./LimitsEditor.tsx";
import { ModelEditor } from "./ModelEditor.tsx";
import styles from "./Models.module.css";
import { presetOf } from "./presets.ts";
import { TestResult } from "./TestResult.tsx";
import { useModelTest } from "./useModelTest.ts";

export function ModelsPanel() {
  const { view } = useStores();
  const { models: store } = useModelStores();
  const { models } = useStore(store);
  const [edited, setEdited] = useState<ConfiguredModel>();
  const add = (
    <Button icon={Plus} onPress={() => view.addModel({ onAdded: () => undefined })}>
      Add a model
    </Button>
  );
  return (
    <div className={panel.panel}>
      {models.length > 0 && <Row wraps>{add}</Row>}
      {models.length === 0 ? (
        <EmptyState title="No models" actions={add}>
          A model answers a sampling request when you press Generate, or by a rule that you switch
          on. Requests go from this page to the provider, with your key.
        </EmptyState>
      ) : (
        <ol aria-label="Models">
          {models.map((model, index) =>
            model.id === edited?.id ? (
              <li key={model.id}>
                <ModelEditor model={edited} onClose={() => setEdited(undefined)} />
              </li>
            ) : (
              <ModelRow
                key={model.id}
                model={model}
                index={index}
                count={models.length}
                onEdit={() => setEdited(model)}
              />
            ),
          )}
        </ol>
      )}
      {models.length > 0 && <LimitsEditor />}
    </div>
  );
}

interface ModelRowProps {
  readonly model: ConfiguredModel;
  readonly index: number;
  /** How many models there are. */
  readonly count: number;
  readonly onEdit: () => void;
}

function ModelRow({ model, index, count, onEdit }: ModelRowProps) {
  const { models, keys } = useModelStores();
  const { test, begin } = useModelTest();
  const { id, name } = model;
  const remove = () => {
    models.remove(id);
    void keys.forget(model);
  };
  return (
    <Stack as="li" className={styles.model}>
      <Row gap={1} wraps>
        <div className={styles.name}>
          <strong>{name}</strong>
          <p className={styles.detail}>{detailOf(model)}</p>
        </div>
        <Button
          size="small"
          aria-label={`Test ${name}`}
          isBusy={test.kind === "running"}
          onPress={() => void begin(model)}
        >
          Test
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={ArrowUp}
          aria-label={`Move ${name} up`}
          isDisabled={index === 0}
          onPress={() => models.move(id, index - 1)}
        />
        <Button
          size="small"
          variant="quiet"
          icon={ArrowDown}
          aria-label={`Move ${name} down`}
          isDisabled={index === count - 1}
          onPress={() => models.move(id, index + 1)}
        />
        <Button
          size="small"
          variant="quiet"
          icon={Pencil}
          aria-label={`Edit ${name}`}
          onPress={onEdit}
        />
        <Button
          size="small"
          variant="quiet"
          icon={Trash2}
          aria-label={`Delete ${name}`}
          onPress={remove}
        />
      </Row>
      <TestResult test={test} onRelay={() => void begin({ ...model, route: "relay" })} />
    </Stack>
  );
}

/** For example `OpenAI · gpt-5 · through the relay`. */
function detailOf(model: ConfiguredModel): string {
  const preset = presetOf(model);
  return [
    preset?.id === "other" ? model.baseUrl : preset?.label,
    model.model,
    model.route === "relay" && "through the relay",
    model.isKeyStored && "key remembered",
  ]
    .filter(Boolean)
    .join(" · ");
}
