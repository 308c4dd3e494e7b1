/** Chooses what is compared: models, and system prompts. */
import { Plus, X } from "lucide-react";
import { useStore } from "zustand";
import { ModelTicks } from "../../content/ModelComparison.tsx";
import { formatCount } from "../../messages/quantities.ts";
import { useModelStores } from "../../sampling/hooks/useModelStores.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { scriptedModel } from "../store/chatModels.ts";
import { type Compared, maxColumns, variantsOf } from "../store/unsentMessages.ts";
import styles from "./Chat.module.css";

interface CompareSetupProps {
  readonly compared: Compared;
  readonly onChange: (compared: Compared) => void;
}

export function CompareSetup({ compared, onChange }: CompareSetupProps) {
  const configured = useStore(useModelStores().models).models;
  const { models, prompts } = compared;
  const { view } = useStores();
  const addModel = () =>
    view.addModel({
      place: "Chat",
      onAdded: (ids) => onChange({ ...compared, models: [...models, ...ids].slice(0, maxColumns) }),
    });
  return (
    <Stack gap={3} className={styles.compareSetup}>
      <ModelTicks
        models={[...configured, scriptedModel]}
        ticked={models}
        columnsEach={Math.max(1, prompts.length)}
        onChange={(ticked) => onChange({ ...compared, models: ticked })}
      />
      {prompts.map((prompt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep their order
        <Row key={index} align="start">
          <div className={styles.prompt}>
            <TextArea
              label={prompts.length === 1 ? "System prompt" : `System prompt ${index + 1}`}
              rows={2}
              value={prompt}
              onChange={(next) => onChange({ ...compared, prompts: prompts.with(index, next) })}
            />
          </div>
          {prompts.length > 1 && (
            <IconButton
              label={`Remove system prompt ${index + 1}`}
              icon={X}
              onPress={() => onChange({ ...compared, prompts: prompts.toSpliced(index, 1) })}
            />
          )}
        </Row>
      ))}
      <Row>
        <Button
          size="small"
          icon={Plus}
          isDisabled={Math.max(1, models.length) * (prompts.length + 1) > maxColumns}
          onPress={() => onChange({ ...compared, prompts: [...prompts, prompts.at(-1) ?? ""] })}
        >
          Add system prompt
        </Button>
        <Button size="small" icon={Plus} onPress={addModel}>
          Add a model
        </Button>
        <Text tone="muted">{formatCount(variantsOf(compared).length, "column")}</Text>
      </Row>
    </Stack>
  );
}
