/** Read-only view of plain text. */
import { usePresentedText } from "./usePresentedText.ts";
import { WireText } from "./WireText.tsx";

type Props = {
  text: string;
  /** Accessible name of the view. */
  label?: string;
  /** Maximum height as CSS length; if omitted, limited by the container and the window. */
  maxHeight?: string;
};

/** Shows text of any size unchanged. */
export function PlainText({ text, label = "Text", maxHeight }: Props) {
  const presented = usePresentedText(text, "plain");
  return <WireText {...presented} label={label} maxHeight={maxHeight} />;
}
