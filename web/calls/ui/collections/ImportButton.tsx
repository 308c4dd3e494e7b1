/** Imports a collection from a file, and says why one was refused. */
import { Upload } from "lucide-react";
import { collectionLimits } from "../../../../shared/collections/collection.ts";
import { Button, type ButtonProps } from "../../../ui/Button.tsx";
import { FileImport } from "../../../ui/fields/FileImport.tsx";
import { importProblemText } from "../../messages/collectionMessages.ts";
import type { Collections } from "../../store/collections/collections.ts";

interface ImportButtonProps extends Pick<ButtonProps, "variant"> {
  readonly collections: Collections;
}

export function ImportButton({ collections, ...look }: ImportButtonProps) {
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
      {(choose) => (
        <Button {...look} icon={Upload} onPress={choose}>
          Import
        </Button>
      )}
    </FileImport>
  );
}
