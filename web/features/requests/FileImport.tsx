/** A button that reads a text file of the user, and says why one was refused. */
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { formatSize } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";

export interface FileImportProps {
  /** Accessible name of the file field, such as `File of rules`. */
  readonly label: string;
  /** Larger files are not read. */
  readonly mostBytes: number;
  /** Takes the text over; returns a sentence if nothing was imported. */
  readonly onText: (text: string) => string | undefined;
}

export function FileImport({ label, mostBytes, onText }: FileImportProps) {
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setRefusal(
      file.size > mostBytes
        ? `The file is larger than ${formatSize(mostBytes)}.`
        : await file.text().then(onText, () => "The file cannot be read."),
    );
  };
  return (
    <>
      <Button size="small" variant="quiet" icon={Upload} onPress={() => field.current?.click()}>
        Import
      </Button>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label={label}
        hidden
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // so that the same file can be chosen again
          event.target.value = "";
        }}
      />
      {refusal !== undefined && (
        <div style={{ flexBasis: "100%" }}>
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
