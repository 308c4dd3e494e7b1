/** Asks for the name of a filter that is saved. */
import { useState } from "react";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { maxFilterName } from "../../store/savedFilters.ts";
import styles from "./TrafficFilter.module.css";

interface Props {
  readonly filter: string;
  readonly onClose: () => void;
}

export function SaveFilter({ filter, onClose }: Props) {
  const { savedFilters } = useStores().traffic;
  const [name, setName] = useState("");
  const save = () => {
    savedFilters.save(filter, name);
    onClose();
  };
  return (
    <Dialog
      title="Save filter"
      size="small"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={save}>
          Save
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap={3}>
          <TextField
            label="Name"
            autoFocus
            maxLength={maxFilterName}
            value={name}
            onChange={setName}
            description="The filter itself, if it is empty."
          />
          <Text as="p" size="small">
            <code className={styles.word}>{filter.trim()}</code>
          </Text>
        </Stack>
      </form>
    </Dialog>
  );
}
