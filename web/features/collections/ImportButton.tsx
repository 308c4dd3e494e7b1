/** Imports a collection from a file, and says why one was refused. */
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { collectionLimits } from "../../../shared/collections/collection.ts";
import { importProblemText } from "../../messages/recordings/collectionMessages.ts";
import type { Collections } from "../../stores/collections/collections.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./SavedCalls.module.css";

/** @param props.isIcon shows only the icon */
export function ImportButton(props: { collections: Collections; isIcon?: boolean }) {
  const { collections, isIcon = false } = props;
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const isLarge = file.size > collectionLimits.characters;
    const refused = isLarge
      ? ({ problem: "too-large" } as const)
      : collections.importText(await file.text());
    setRefusal(refused && importProblemText(refused));
  };
  const choose = () => field.current?.click();
  return (
    <>
      {isIcon ? (
        <IconButton label="Import a collection" icon={Upload} onPress={choose} />
      ) : (
        <Button icon={Upload} onPress={choose}>
          Import
        </Button>
      )}
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label="File of a collection"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void read(file);
          // so that the same file can be chosen again
          target.value = "";
        }}
      />
      {refusal !== undefined && (
        <div className={styles.whole}>
          <Notice
            severity="error"
            title="Nothing was imported"
            onDismiss={() => setRefusal(undefined)}
          >
            {refusal}
          </Notice>
        </div>
      )}
    </>
  );
}
