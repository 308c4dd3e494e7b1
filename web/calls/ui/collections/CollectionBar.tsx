/** Chooses, names, exports and deletes collections. */
import { Download, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { writeCollection } from "../../../../shared/collections/writeCollection.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { AlertDialog } from "../../../ui/overlays/AlertDialog.tsx";
import type { Collections } from "../../store/collections/collections.ts";
import type { OpenCollection } from "../../store/collections/storedCollections.ts";
import { ImportButton } from "./ImportButton.tsx";
import styles from "./SavedCalls.module.css";

export function CollectionBar(props: { collections: Collections; shown: OpenCollection }) {
  const { collections, shown } = props;
  const { id, collection } = shown;
  const all = useStore(collections, (state) => state.all) ?? [];
  const [isAsking, setAsking] = useState(false);
  const rename = (name: string) => {
    if (name !== "") collections.change(id, { collection: { ...collection, name } });
  };
  const download = () => {
    const name = collection.name.replace(/[^\w-]+/g, "-").slice(0, 60) || "calls";
    saveFile(`${name}.json`, "application/json", writeCollection(collection));
  };
  return (
    <div className={styles.bar}>
      {all.length > 1 && (
        <Select
          label="Collection"
          hideLabel
          choices={all.map((each) => ({ id: each.id, label: each.collection.name }))}
          value={id}
          onChange={collections.show}
          className={styles.grow}
        />
      )}
      <TextField
        label="Name of the collection"
        hideLabel
        defaultValue={collection.name}
        maxLength={200}
        onBlur={({ target }) => rename((target as HTMLInputElement).value.trim())}
        className={styles.grow}
      />
      <IconButton
        label="New collection"
        icon={Plus}
        onPress={() => collections.create(`My calls ${all.length + 1}`)}
      />
      <ImportButton collections={collections} isIcon />
      <IconButton label="Export the collection" icon={Download} onPress={download} />
      <IconButton label="Delete collection" icon={Trash2} onPress={() => setAsking(true)} />
      <AlertDialog
        title="Delete the collection?"
        confirmLabel="Delete"
        isDanger
        isGuarded={false}
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false);
          collections.remove(id);
        }}
        onCancel={() => setAsking(false)}
      >
        Its calls are deleted in this browser. Export it first to keep a copy.
      </AlertDialog>
    </div>
  );
}
