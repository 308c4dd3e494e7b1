/** A hidden field for a file of the user, which a button of the caller opens. */
import { type ReactNode, useRef } from "react";

interface FileChooserProps {
  /** Accessible name of the field, such as `File of rules`. */
  readonly label: string;
  /** Endings and media types; JSON by default. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
  /** The button that opens the file dialog. */
  readonly children: (choose: () => void) => ReactNode;
}

export function FileChooser(props: FileChooserProps) {
  const { label, accept = ".json,application/json", onFile, children } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => field.current?.click())}
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // so that the same file can be chosen again
          target.value = "";
        }}
      />
    </>
  );
}
