/** A button that reads a text file of the user, and says why one was refused. */
import { Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../Button.tsx";
import { Notice } from "../Notice.tsx";
import { FileChooser } from "./FileChooser.tsx";
import styles from "./FileImport.module.css";

interface FileImportProps {
  /** Accessible name of the file field, such as `File of rules`. */
  readonly label: string;
  /** Larger files are not read. */
  readonly maxBytes: number;
  /** Shown for a larger file. */
  readonly tooLargeText: string;
  /** Imports the text; returns a sentence if nothing was imported. */
  readonly onText: (text: string) => string | undefined;
  /** The button that opens the file dialog; by default a small one. */
  readonly children?: (choose: () => void) => ReactNode;
}

export function FileImport(props: FileImportProps) {
  const { label, maxBytes, tooLargeText, onText, children = smallButton } = props;
  const [refusal, setRefusal] = useState<string>();
  const read = async (file: File) => {
    setRefusal(
      file.size > maxBytes
        ? tooLargeText
        : await file.text().then(onText, () => "The file cannot be read."),
    );
  };
  return (
    <>
      <FileChooser label={label} onFile={(file) => void read(file)}>
        {children}
      </FileChooser>
      {refusal !== undefined && (
        <div className={styles.refusal}>
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

const smallButton = (choose: () => void) => (
  <Button size="small" variant="quiet" icon={Upload} onPress={choose}>
    Import
  </Button>
);
