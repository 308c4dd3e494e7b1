/** Shows received text, with syntax colours if it is JSON. */
import { usePresentedText } from "./usePresentedText.ts";
import { WireText } from "./WireText.tsx";

type Props = {
  text: string;
  /** Accessible name of the view. */
  label?: string;
  /** Whether to pretty-print it; only whitespace changes. */
  pretty?: boolean;
  /** Maximum height as CSS length; if omitted, limited by the container and the window. */
  maxHeight?: string;
};

/** Shows every character unchanged; text that is not JSON has no colours. */
export function JsonView({ text, label = "JSON", pretty = false, maxHeight }: Props) {
  const presented = usePresentedText(text, pretty ? "pretty" : "json");
  return <WireText {...presented} label={label} maxHeight={maxHeight} />;
}
