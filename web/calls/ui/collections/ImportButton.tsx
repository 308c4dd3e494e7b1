/** Imports a collection from a file, and says why one was refused. */
import { Upload } from "lucide-react";
import { collectionLimits } from "../../../../shared/collections/collection.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { FileImport } from "../../../ui/fields/FileImport.tsx";
import { importProblemText } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";

/** @param props.isIcon shows only the icon */
export function ImportButton(props: { collections: Collections; isIcon?: boolean }) {
  const { collections, isIcon = false } = props;
  const importText = (text: string) => {
    const refused = collections.importText(text);
    return refused && importProblemText(refused);
  };
  return (
    <FileImport
      label="File of a collection"
      maxBytes={collectionLimits.characters}
      tooLargeText={importProblemText({ problem: "too-large" })}
      onText={importText}
    >
      {(choose) =>
        isIcon ? (
          <IconButton label="Import a collection" icon={Upload} onPress={choose} />
        ) : (
          <Button icon={Upload} onPress={choose}>
            Import
          </Button>
        )
      }
    </FileImport>
  );
}
