/** Shows text from the wire as JSON, if that is what it is. */
import { usePresentation } from "./usePresentation.ts";
import { WireText } from "./WireText.tsx";

type Props = {
  text: string;
  /** The view's accessible name. */
  label?: string;
  /** Whether to lay it out over lines, by white space alone. */
  pretty?: boolean;
  /** The tallest it may get, as CSS; without it, as tall as its container or most of the window. */
  maxHeight?: string;
};

/** The text exactly as it is, coloured by its own characters; what is not JSON is shown plain. */
export function JsonView({ text, label = "JSON", pretty = false, maxHeight }: Props) {
  const { shown, isJson, isBusy } = usePresentation(text, pretty);
  return (
    <WireText text={shown} label={label} isJson={isJson} isBusy={isBusy} maxHeight={maxHeight} />
  );
}
